import type { JsonObject } from "../json.ts";
import { isoNow } from "../host.ts";
import { publishApprovalId } from "../gate/approval-id.ts";
import { computeGateDigest } from "../gate/digest.ts";
import { encodeToken } from "../gate/token.ts";
import type { ApprovalRequest, Frame, GateDocument, GateKey, GatePolicy, InputRequest } from "../run/documents.ts";
import { encodeDocument, definitionKey, stepKey } from "../run/keys.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { cursorAt, type Execution, type FrameState } from "./execution.ts";
import type { Suspension } from "./outcome.ts";

/** Where a run stops. */
export interface GatePlace {
  readonly kind: "workflow" | "pipeline";
  readonly stepId: string;
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
  const run = writer.current;
  const key = `${opening.place.kind}_resume_${host.ids.uuid()}` as GateKey;
  await host.store.flush([
    definitionKey(run.definitionDigest),
    ...execution.finished.map((_, index) => stepKey(run.id, index + 1)),
  ]);
  const approvalId = opening.request.type === "approval_request" ? await publishApprovalId(host, key) : undefined;
  const gate = composeGate(execution, opening, key, approvalId);
  await host.store.create(key, encodeDocument(gate), { survive: "machine" });
  await writer.update(
    (current) => {
      const { inFlight: _inFlight, lease: _lease, ...rest } = current;
      const cost = execution.cost.stored();
      return {
        ...rest,
        ...cost,
        status: "waiting",
        gate: key,
        frames: gate.frames,
        stepCount: execution.finished.length,
      };
    },
    { survive: "machine" },
  );
  return { kind: "suspended", gate };
}

/** The place of a workflow's step: its cursor through the frames, and "step N of M" of its own file. */
export function stepPlace(frame: FrameState, stepId: string): GatePlace {
  const { steps } = frame.loaded.definition;
  return {
    kind: "workflow",
    stepId,
    frames: cursorAt(frame, stepId, 1),
    position: { step: steps.findIndex((step) => step.id === stepId) + 1, of: steps.length },
  };
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
      results: execution.finished,
      stepId,
      request,
      policy,
    }),
    ...(approvalId === undefined ? {} : { approvalId }),
    token: encodeToken(key),
    createdAt: isoNow(host),
    expiresAt:
      run.gateExpiresInMs === undefined ? null : new Date(host.clock.now() + run.gateExpiresInMs).toISOString(),
    holdUntil: null,
    votes: [],
    supersedes: run.decisions.map((decision) => decision.gate),
    ...(opening.continuation === undefined ? {} : { continuation: opening.continuation }),
  };
}
