import { failureEnvelope, type Envelope } from "../../../runtime/envelope.ts";
import type { RunDocument } from "../../../runtime/run/documents.ts";
import { asLobsterError, executeToEnvelope } from "../../../runtime/tool.ts";
import type { FlowStart } from "../call.ts";
import type { PlannedRun } from "../run-call.ts";
import { LobsterToolError } from "../tool-error.ts";
import type { OpenCall, ToolHost } from "../tool-host.ts";
import { finishFlow, type FlowAnswer } from "./finish-flow.ts";
import type { FlowRecord } from "./flow-store.ts";

/**
 * Runs something as a managed flow: the record is there before anything executes, and says afterwards what came of it.
 * Throws what the runtime fails with, after the flow was marked as failed.
 */
export async function runFlow(
  host: ToolHost,
  open: OpenCall,
  { start, warnings }: PlannedRun,
  about: FlowStart,
): Promise<FlowAnswer> {
  const started = await startRun(open, start);
  const run = "run" in started ? started.run : undefined;
  const flow = await createFlow(host, open, about, run);
  const envelope = "run" in started ? await execute(host, open, started.run) : started.failed;
  return await finishFlow(host, open, { flow, envelope, waitingStep: about.waitingStep, warnings });
}

type Started = { readonly run: RunDocument } | { readonly failed: Envelope };

async function startRun({ runtime }: OpenCall, start: PlannedRun["start"]): Promise<Started> {
  try {
    return { run: await runtime.start(start) };
  } catch (thrown) {
    return { failed: failureEnvelope(asLobsterError(thrown)) };
  }
}

/** A run whose flow could not be recorded is not executed. */
async function createFlow(
  { flows }: ToolHost,
  { runtime }: OpenCall,
  { controllerId, goal, currentStep, stateJson }: FlowStart,
  run: RunDocument | undefined,
): Promise<FlowRecord> {
  try {
    return await flows.create({ controllerId, goal, currentStep, stateJson, runId: run?.id ?? null });
  } catch (thrown) {
    if (run !== undefined) await runtime.cancel(run.id).catch(() => undefined);
    throw new LobsterToolError("runtime_error", "TaskFlow persistence failed; nothing was run", {}, thrown);
  }
}

async function execute({ environment }: ToolHost, { runtime, watched }: OpenCall, run: RunDocument): Promise<Envelope> {
  try {
    return await executeToEnvelope(runtime, run.id, { environment, signal: watched.signal });
  } catch (thrown) {
    return failureEnvelope(asLobsterError(thrown));
  }
}
