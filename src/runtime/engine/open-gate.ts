import type { JsonObject } from "../json.ts";
import { publishApprovalId } from "../gate/approval-id.ts";
import { computeGateDigest } from "../gate/digest.ts";
import { encodeToken } from "../gate/token.ts";
import { withdrawGate } from "../gate/withdraw-gate.ts";
import type { ApprovalRequest, Frame, GateDocument, GateKey, GatePolicy, InputRequest } from "../run/documents.ts";
import { definitionKeys } from "../run/keep-definitions.ts";
import { encodeDocument, stepKey } from "../run/keys.ts";
import type { RunWriter } from "../run/run-writer.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { assertNotCancelled, cursorAt, type Execution, type FrameState } from "./execution.ts";
import type { Suspension } from "./outcome.ts";

/** Where a run stops. */
export interface GatePlace {
  readonly kind: "workflow" | "pipeline";
  readonly stepId: string;
  /** Ids of the enclosing `workflow:` steps. */
  readonly path: readonly string[];
  /** Keys of the definitions that the run goes on with. */
  readonly definitions: readonly string[];
  readonly frames: readonly Frame[];
  readonly position: GateDocument["position"];
}

/** A gate about to open. */
export interface GateOpening {
  readonly place: GatePlace;
  readonly request: ApprovalRequest | InputRequest;
  readonly policy: GatePolicy;
  readonly result?: StepResult;
  readonly continuation?: JsonObject;
}

/**
 * Stops the run: writes the checkpoint, then its approval id, then the run, each before the next, so that a token only
 * ever leads to a gate that is there (workflows-and-checkpoints §14.6). Everything the gate relies on is flushed first.
 */
export async function openGate(execution: Execution, opening: GateOpening): Promise<Suspension> {
  const { host, writer } = execution;
  execution.signal.throwIfAborted();
  const run = await writer.refresh();
  assertNotCancelled(run);
  const key = `${opening.place.kind}_resume_${host.ids.uuid()}` as GateKey;
  await host.store.flush([
    ...opening.place.definitions,
    ...execution.finished.map((_, index) => stepKey(run.id, index + 1)),
  ]);
  const approvalId = opening.request.type === "approval_request" ? await publishApprovalId(host, key) : undefined;
  const gate = composeGate(execution, opening, key, approvalId);
  await host.store.create(key, encodeDocument(gate), { survive: "machine" });
  try {
    await stopRun(execution, gate);
  } catch (thrown) {
    if (!(await waitsAt(writer, gate))) {
      await withdrawGate(host, gate);
      throw thrown;
    }
  }
  return { kind: "suspended", gate };
}

/** A write that failed may have been carried out all the same: a gate that the run waits at is never taken back. */
async function waitsAt(writer: RunWriter, gate: GateDocument): Promise<boolean> {
  const run = await writer.refresh();
  return run.gate === gate.key;
}

async function stopRun(execution: Execution, gate: GateDocument): Promise<void> {
  await execution.writer.update(
    (run) => {
      assertNotCancelled(run);
      const { inFlight: _inFlight, lease: _lease, ...rest } = run;
      return {
        ...rest,
        ...execution.cost.stored(),
        executedMs: execution.usedMs(),
        status: "waiting",
        gate: gate.key,
        frames: gate.frames,
        stepCount: execution.finished.length,
      };
    },
    { survive: "machine" },
  );
}

/** The place of a workflow's step: its cursor through the frames, and "step N of M" of its own file. */
export function stepPlace(frame: FrameState, stepId: string, attempt = 1): GatePlace {
  const { steps } = frame.loaded.definition;
  return {
    kind: "workflow",
    stepId,
    path: frame.path,
    definitions: listDefinitions(frame),
    frames: cursorAt(frame, stepId, attempt),
    position: { step: steps.findIndex((step) => step.id === stepId) + 1, of: steps.length },
  };
}

/** Keys of everything that may run after the gate: the definitions of all frames, with what they include. */
function listDefinitions(frame: FrameState): readonly string[] {
  const above = frame.parent === undefined ? [] : listDefinitions(frame.parent.frame);
  return [...above, ...definitionKeys(frame.loaded)];
}

function composeGate(
  execution: Execution,
  opening: GateOpening,
  key: GateKey,
  approvalId: string | undefined,
): GateDocument {
  const { request, policy } = opening;
  const { stepId, frames, position } = opening.place;
  const { host, writer } = execution;
  const run = writer.current;
  const openedAt = host.clock.now();
  const { expiresInMs = null } = policy;
  return {
    format: "lobster.gate.v1",
    key,
    runId: run.id,
    state: "open",
    stepId,
    position,
    frames,
    request,
    ...(opening.result === undefined ? {} : { result: opening.result }),
    policy,
    digest: computeGateDigest({
      definitionDigest: run.definitionDigest,
      args: run.args,
      frames: frames.map((frame) => ({ definitionDigest: frame.definitionDigest, stepId: frame.stepId })),
      results: [
        ...execution.finished.map(({ path, result }) => ({ path, result })),
        ...(opening.result === undefined ? [] : [{ path: opening.place.path, result: opening.result }]),
      ],
      stepId,
      request,
      policy,
    }),
    ...(approvalId === undefined ? {} : { approvalId }),
    token: encodeToken(key),
    createdAt: new Date(openedAt).toISOString(),
    expiresAt: expiresInMs === null ? null : new Date(openedAt + expiresInMs).toISOString(),
    holdUntil: null,
    votes: [],
    supersedes: run.decisions.map((decision) => decision.gate),
    ...(opening.continuation === undefined ? {} : { continuation: opening.continuation }),
  };
}
