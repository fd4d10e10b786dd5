import { LobsterError } from "../runtime/errors.ts";
import type { StoredDocument } from "../runtime/store/state-store.ts";
import { createGateClaim, stateMissing, type GateClaim } from "./gate/gate-claim.ts";
import { assertDecisionFits, decodeSdkDecision, type ResumeOptions, type SdkDecision } from "./gate/decision.ts";
import { decodeOpenGate, readContinuation, type OpenGate } from "./gate/gate-document.ts";
import { decodeSdkToken } from "./gate/gate-token.ts";
import { keepVotes } from "./gate/keep-votes.ts";
import { endedResult, failedResult, type LobsterResult } from "./result.ts";
import { runFrom } from "./run-stages.ts";
import { createSdkHost, type LobsterOptions, type SdkHost } from "./sdk-host.ts";
import type { PipedStage } from "./stage.ts";

/** Which workflow is resumed, and how. */
export interface ResumeRequest {
  readonly token: string;
  readonly decision: ResumeOptions | undefined;
  readonly piped: readonly PipedStage[];
  readonly options: LobsterOptions;
}

/**
 * Goes on from a gate. Each token works once (fault F13), but for votes that do not open their gate yet: before the first
 * stage that may have effects its state is used up by compare-and-set, so that of any number of racing calls one goes on.
 * Throws for a decision or token that does not fit, which leaves the token as it was; what stages do wrong is a result.
 */
export async function resumeStages(request: ResumeRequest): Promise<LobsterResult> {
  const { token, decision, piped, options } = request;
  const decided = decodeSdkDecision(decision);
  const host = createSdkHost(piped, options);
  const { gate, stored, claim } = await openGate(host, token);
  const continuation = readContinuation(gate);
  assertDecisionFits(decided, continuation);
  if (decided.kind === "approve") assertSameWorkflow(gate, piped);
  const waiting = await keepVotes(host, { gate, stored, decided, given: decision ?? {} });
  if (waiting === "changed") return await resumeStages(request);
  if (waiting !== undefined) return waiting;
  if (decided.kind === "deny" || decided.kind === "cancel") {
    await claim.take();
    await claim.tidy();
    return endedResult("cancelled");
  }
  return await goOn(request, { host, gate, claim, decided });
}

interface Resumed {
  readonly host: SdkHost;
  readonly gate: OpenGate;
  readonly claim: GateClaim;
  readonly decided: SdkDecision;
}

async function goOn(
  { piped, options }: ResumeRequest,
  { host, gate, claim, decided }: Resumed,
): Promise<LobsterResult> {
  assertSameWorkflow(gate, piped);
  const answer = decided.kind === "answer" ? { response: decided.response } : { approved: true as const };
  try {
    const start = { resume: { continuation: gate.continuation, ...answer } };
    return await runFrom(start, { host, stageCount: piped.length, options, claim });
  } catch (thrown) {
    if (claim.isLost()) throw thrown;
    return failedResult(thrown, options.signal);
  } finally {
    await claim.tidy();
  }
}

async function openGate(
  { store }: SdkHost,
  token: string,
): Promise<{ readonly gate: OpenGate; readonly stored: StoredDocument; readonly claim: GateClaim }> {
  const stored = await store.read(decodeSdkToken(token));
  const gate = stored === undefined ? undefined : decodeOpenGate(stored.value);
  if (stored === undefined || gate === undefined) throw stateMissing();
  return { gate, stored, claim: createGateClaim(store, stored) };
}

/** Stages are functions and cannot be stored; their number is what tells another workflow from this one. */
function assertSameWorkflow({ stageCount }: OpenGate, piped: readonly PipedStage[]): void {
  if (stageCount === piped.length) return;
  throw new LobsterError(
    "invalid_state",
    `SDK resume state is of a workflow of ${stageCount} stages, this one has ${piped.length}; resume it with the same stages`,
  );
}
