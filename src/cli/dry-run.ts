import { endedDryRun, failureEnvelope } from "../runtime/envelope.ts";
import { asLobsterError } from "../runtime/tool.ts";
import type { StartRequest } from "../runtime/runtime.ts";
import { printEnvelope, printFailure } from "./output.ts";
import type { CliWorld } from "./world.ts";

/** `run --dry-run`: the plan on stderr, nothing run; in tool mode an `ok` envelope follows on stdout. */
export async function printDryRun(request: StartRequest, mode: "human" | "tool", world: CliWorld): Promise<number> {
  try {
    world.stderr.write(await describeRequest(request, world));
    return mode === "tool" ? printEnvelope(endedDryRun(), world) : 0;
  } catch (thrown) {
    const envelope = failureEnvelope(asLobsterError(thrown));
    return mode === "tool" ? printEnvelope(envelope, world) : printFailure(envelope, world);
  }
}

async function describeRequest(request: StartRequest, world: CliWorld): Promise<string> {
  const { createDefaultRegistry } = await import("../runtime/pipeline/registry.ts");
  const registry = createDefaultRegistry();
  if (request.pipeline !== undefined) {
    const { parsePipeline } = await import("../runtime/pipeline/grammar.ts");
    const { describeDryRun } = await import("../runtime/pipeline/dry-run.ts");
    return await describeDryRun(parsePipeline(request.pipeline), registry);
  }
  const { loadWorkflow } = await import("../runtime/workflow/load.ts");
  const { resolveArguments } = await import("../runtime/workflow/arguments.ts");
  const { describePlan } = await import("../runtime/workflow/plan.ts");
  const args = request.args ?? {};
  const loaded = await loadWorkflow(request.filePath ?? "", {
    environment: world.environment,
    args,
    stages: registry,
    purpose: "plan",
  });
  return describePlan(loaded.definition, resolveArguments(loaded.definition, args));
}
