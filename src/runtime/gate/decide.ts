import { LobsterError, hasCode } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import type { GateDocument, RecordedDecision, RunDocument, RunOutcome } from "../run/documents.ts";
import { encodeDocument } from "../run/keys.ts";
import { markOf } from "../run/process-marks.ts";
import { openRun } from "../run/run-writer.ts";
import type { Decision, DecisionOutcome, DecisionRequest } from "../runtime.ts";
import { stableStringify } from "../stable-json.ts";
import type { StoredDocument, Version } from "../store/state-store.ts";
import { toApprovalId, unknownApprovalId } from "./approval-id.ts";
import type { Verdict } from "./deciding/case.ts";
import { findDecider } from "./deciding/decider.ts";
import { judge } from "./deciding/judge.ts";
import { readStoredGate, resolveReference, stateNotFound, type ResolvedReference } from "./read-gate.ts";

/** Racing voters make each other read again; this often in a row means the store is not working. */
const MAX_CONFLICTS = 20;

/**
 * The one place where a decision counts or does not (policy.md). CLI, API and chat all come through here. The decision
 * is stored by compare-and-set before anything else happens: of any number of racing callers exactly one is `accepted`.
 */
export async function decide(host: RuntimeHost, request: DecisionRequest): Promise<DecisionOutcome> {
  try {
    const reference = await resolveReference(host, request.gate);
    return await decideAt(host, request, reference);
  } catch (thrown) {
    if (hasCode(thrown, "not_found")) return { kind: "not_found", error: thrown };
    throw thrown;
  }
}

async function decideAt(
  host: RuntimeHost,
  request: DecisionRequest,
  reference: ResolvedReference,
): Promise<DecisionOutcome> {
  for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
    const found = await readStoredGate(host, reference);
    if (found === undefined) throw notFound(request, reference);
    if ("foreign" in found) {
      const refused = await takeOver(host, request, reference, found.foreign);
      if (refused !== undefined) return refused;
      continue;
    }
    const { gate } = found;
    if (gate.decision !== undefined) return alreadyDecided(gate, gate.decision, request, host);
    const run = await readRunOf(host, gate);
    if (run === undefined || run.gate !== gate.key) throw notFound(request, reference);
    const verdict = await judge(host, request, { gate, run });
    if (verdict.kind === "refused") return { kind: "refused", gate, error: verdict.error };
    const outcome = await carryOut(host, verdict, run, found.stored.version);
    if (outcome !== undefined) return outcome;
  }
  throw new LobsterError("store_unavailable", "The gate keeps changing and could not be decided; try again");
}

/**
 * Makes a gate of ours of a checkpoint that the peer wrote, and lets the decision be made at that. A decision that would be
 * refused there changes nothing: the checkpoint stays the peer's.
 */
async function takeOver(
  host: RuntimeHost,
  request: DecisionRequest,
  reference: ResolvedReference,
  stored: StoredDocument,
): Promise<DecisionOutcome | undefined> {
  const { composeAdoption } = await import("./adoption/adoption.ts");
  const { storeAdoption } = await import("./adoption/store-adoption.ts");
  const { gate, decision, cwd } = request;
  const adoption = await composeAdoption(host, reference, stored, {
    ...(cwd === undefined ? {} : { cwd }),
    ...("approvalId" in gate ? { approvalId: toApprovalId(gate.approvalId) } : {}),
    isEnding: decision.kind === "deny" || decision.kind === "cancel",
  });
  const verdict = await judge(host, request, adoption);
  if (verdict.kind === "refused") return { kind: "refused", gate: adoption.gate, error: verdict.error };
  await storeAdoption(host, adoption);
  return undefined;
}

/** The words for a reference that leads nowhere; cancelling and approval ids have their own (§14.8). */
export function notFound(
  request: Pick<DecisionRequest, "gate" | "decision">,
  reference: ResolvedReference,
): LobsterError {
  if ("approvalId" in request.gate) return unknownApprovalId(request.gate.approvalId);
  if (request.decision.kind === "cancel") return new LobsterError("not_found", "Resume state not found");
  return stateNotFound(reference.kind);
}

function alreadyDecided(
  gate: GateDocument,
  decision: RecordedDecision,
  request: DecisionRequest,
  host: RuntimeHost,
): DecisionOutcome {
  const person = findDecider(host, request)?.by;
  const voted = decision.kind === "approve" && gate.votes.some(({ by }) => by === person);
  const same = (voted || decision.by === person) && isSameDecision(request.decision, gate, decision);
  return { kind: "already_decided", gate, decision, same };
}

/** The same kind, and for an answer the same answer: nothing else may carry out what somebody left behind. */
function isSameDecision(wanted: Decision, gate: GateDocument, decision: RecordedDecision): boolean {
  if (wanted.kind !== decision.kind) return false;
  if (wanted.kind !== "answer") return true;
  return gate.response !== undefined && stableStringify(gate.response.value) === stableStringify(wanted.response);
}

async function readRunOf(host: RuntimeHost, gate: GateDocument): Promise<RunDocument | undefined> {
  try {
    return (await openRun(host, gate.runId)).current;
  } catch (thrown) {
    if (hasCode(thrown, "not_found")) return undefined;
    throw thrown;
  }
}

/** Stores what a decision came to, by compare-and-set. Undefined when somebody else changed the gate first. */
async function carryOut(
  host: RuntimeHost,
  verdict: Exclude<Verdict, { kind: "refused" }>,
  run: RunDocument,
  version: Version,
): Promise<DecisionOutcome | undefined> {
  const gate = signed(host, verdict.gate);
  const stored = await host.store.replace(gate.key, encodeDocument(gate), version, { survive: "machine" });
  if (stored.kind === "conflict") return undefined;
  if (verdict.kind === "kept") return { ...verdict.told, gate, run };
  const { decision } = gate;
  if (decision === undefined) throw new LobsterError("internal", `Gate ${gate.key} was decided without a decision`);
  return await recordInRun(host, gate, decision);
}

/** Who has decided is about to go on with the run: should that process die, others need not wait for it. */
function signed(host: RuntimeHost, gate: GateDocument): GateDocument {
  const { decision } = gate;
  return decision === undefined ? gate : { ...gate, decision: { ...decision, process: markOf(host) } };
}

async function recordInRun(
  host: RuntimeHost,
  gate: GateDocument,
  decision: RecordedDecision,
): Promise<DecisionOutcome> {
  const run = await applyDecision(host, gate, decision);
  return { kind: "accepted", gate, decision, run };
}

/** How a run ends that is not to go on. */
const ENDINGS: Readonly<Partial<Record<RecordedDecision["kind"], RunOutcome["kind"]>>> = {
  deny: "denied",
  cancel: "cancelled",
  expire: "expired",
};

/**
 * Writes a stored decision into its run: a deny or cancel ends it, anything else waits for whoever takes the lease.
 * Doing it twice changes nothing, so that a crash between decision and run is mended by the next reader.
 */
export async function applyDecision(
  host: RuntimeHost,
  gate: GateDocument,
  decision: RecordedDecision,
): Promise<RunDocument> {
  const writer = await openRun(host, gate.runId);
  return await writer.update(
    (run) => {
      if (run.decisions.some((known) => known.id === decision.id)) return undefined;
      const decisions = [...run.decisions, decision];
      const ended = ENDINGS[decision.kind];
      if (ended === undefined) return { ...run, decisions };
      const { gate: _gate, lease: _lease, inFlight: _inFlight, ...rest } = run;
      return {
        ...rest,
        decisions,
        status: "over",
        outcome: {
          kind: ended,
          at: decision.at,
          stepId: decision.stepId,
          ...(decision.by === undefined ? {} : { by: decision.by }),
          ...(decision.reason === undefined ? {} : { reason: decision.reason }),
        },
      };
    },
    { survive: "machine" },
  );
}
