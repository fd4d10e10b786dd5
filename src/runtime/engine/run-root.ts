import { LobsterError } from "../errors.ts";
import { decodeStep } from "../run/decode.ts";
import type { GateDocument } from "../run/documents.ts";
import { stepKey } from "../run/keys.ts";
import { runEnvironment } from "../run/run-environment.ts";
import { argumentMap } from "../run/start-run.ts";
import { fromPinnedDocuments } from "../workflow/pin.ts";
import type { LoadedWorkflow } from "../workflow/definition.ts";
import type { StepResult } from "../workflow/step-result.ts";
import type { RuntimeHost } from "../host.ts";
import type { Execution, FrameState } from "./execution.ts";
import type { FrameEnd, ResumePoint, Suspension } from "./outcome.ts";
import { runFrame } from "./run-frame.ts";

/** Runs a workflow's root frame, from its start or from the gate that was decided. */
export async function runToNextGate(
  execution: Execution,
  gate: GateDocument | undefined,
): Promise<FrameEnd | Suspension> {
  const { host, writer } = execution;
  const run = writer.current;
  const loaded = await readPinned(host, run.definitionDigest);
  if (gate !== undefined) await restoreResults(execution);
  const results = resultsAt(execution, []);
  const frame: FrameState = {
    loaded,
    args: argumentMap(run.args),
    path: [],
    environment: runEnvironment(host.environment, run),
    directory: run.cwd,
    results: results.byId,
    last: results.last,
  };
  return await runFrame(execution, frame, gate === undefined ? undefined : resumePointOf(gate));
}

/** The pinned definition with this digest. The file on disk is not looked at (promise 2). */
export async function readPinned(host: Pick<RuntimeHost, "store">, digest: string): Promise<LoadedWorkflow> {
  return await fromPinnedDocuments(digest, async (key) => (await host.store.read(key))?.value);
}

/** Results of a frame so far, by step id, and the one that decides its output. */
export function resultsAt(
  execution: Execution,
  path: readonly string[],
): { readonly byId: Map<string, StepResult>; readonly last: StepResult | undefined } {
  const byId = new Map<string, StepResult>();
  let last: StepResult | undefined;
  for (const entry of execution.finished) {
    if (entry.path.length !== path.length || entry.path.some((id, index) => id !== path[index])) continue;
    byId.set(entry.result.id, entry.result);
    if (entry.result.skipped !== true && entry.result.error !== true) last = entry.result;
  }
  return { byId, last };
}

async function restoreResults(execution: Execution): Promise<void> {
  const { host, writer } = execution;
  const run = writer.current;
  for (let n = 1; n <= run.stepCount; n += 1) {
    const stored = await host.store.read(stepKey(run.id, n));
    if (stored === undefined) {
      throw new LobsterError(
        "invalid_state",
        `Result ${n} of run ${run.id} is missing; cancel the run and start again`,
        {
          facts: { runId: run.id },
        },
      );
    }
    const { path, result } = decodeStep(stored.value);
    execution.finished.push({ path, result });
  }
}

function resumePointOf(gate: GateDocument): ResumePoint {
  return { gate, steps: gate.frames.map((frame) => frame.stepId) };
}
