import { LobsterError } from "../errors.ts";
import { decodeStep } from "../run/decode.ts";
import type { GateDocument } from "../run/documents.ts";
import { stepKey } from "../run/keys.ts";
import { runEnvironment } from "../run/run-environment.ts";
import { argumentMap } from "../run/start-run.ts";
import { readPinned } from "../run/read-pinned.ts";
import type { Position } from "../recovery/position.ts";
import { resultsAt } from "./finished-results.ts";
import { keepResult, type Execution, type FrameState } from "./execution.ts";
import type { FrameEnd, ResumePoint, Suspension } from "./outcome.ts";
import { runFrame } from "./run-frame.ts";
import { decidedResult } from "./step.ts";

/** Runs a workflow's root frame, from its start or from where it was left. */
export async function runToNextGate(execution: Execution, position: Position): Promise<FrameEnd | Suspension> {
  const { host, writer } = execution;
  const run = writer.current;
  const loaded = await readPinned(host, run.definitionDigest);
  await restoreResults(execution, position.count);
  if (position.asked !== undefined) await keepApproval(execution, position.asked);
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
  return await runFrame(execution, frame, resumePointOf(position));
}

async function restoreResults(execution: Execution, count: number): Promise<void> {
  const { host, writer } = execution;
  const run = writer.current;
  for (let n = 1; n <= count; n += 1) {
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
    const { path, result, completed } = decodeStep(stored.value);
    execution.finished.push({ path, result, completed });
  }
}

/** Steps after a gate that was asked again see who approved it then; it completes nothing for a second time. */
async function keepApproval(execution: Execution, gate: GateDocument): Promise<void> {
  const path = gate.frames.slice(0, -1).map((frame) => frame.stepId);
  const startedAt = Date.parse(gate.createdAt);
  await keepResult(execution, path, { result: decidedResult(gate), completed: false, startedAt, attempts: 1 });
}

function resumePointOf({ at }: Position): ResumePoint | undefined {
  return at === undefined ? undefined : { ...at, steps: at.frames.map((frame) => frame.stepId) };
}
