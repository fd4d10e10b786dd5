import type { PipelineRequest, PipelineResult } from "../embed/run-pipeline.ts";

/** What the SDK's `runPipeline` takes: a pipeline in this process's directory. */
export type SdkPipelineRequest = Omit<PipelineRequest, "cwd" | "llmAdapters" | "dryRun" | "forceTerminationSignal">;

/** Runs a parsed pipeline of commands (stages-and-cli §19.3). `lobster-chat/core` has the same with more options. */
export async function runPipeline(request: SdkPipelineRequest): Promise<PipelineResult> {
  const { pipeline, registry, stdin, stdout, stderr, env, mode, input, signal } = request;
  const { requestInputResume, requestInputEnabled, onExecutionStart } = request;
  // Loaded when it is first asked for: workflows of the SDK need none of the commands.
  const { runPipeline: run } = await import("../embed/run-pipeline.ts");
  return await run({
    pipeline,
    registry,
    stdin,
    stdout,
    stderr,
    env,
    mode,
    input,
    signal,
    requestInputResume,
    requestInputEnabled,
    onExecutionStart,
  });
}
