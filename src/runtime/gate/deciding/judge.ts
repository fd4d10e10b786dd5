import { LobsterError } from "../../errors.ts";
import type { DecisionRequest } from "../../runtime.ts";
import { assertDigestFits, assertFrontEndMay, assertInTime, assertKindFits, assertOverdue } from "../decision-rules.ts";
import { judgeAnswer } from "./answer.ts";
import { judgeApprove } from "./approve.ts";
import type { Case, JudgingHost, Verdict } from "./case.ts";
import { composeDecision, reasonOf } from "./compose-decision.ts";
import { findDecider } from "./decider.ts";
import { judgeSettle } from "./settle.ts";
import { judgeWithdraw } from "./withdraw.ts";

/**
 * Says what a decision comes to at an open gate. The first reason why it does not count is the caller's mistake
 * (`parse_error`): wrong kind of decision, wrong front end, stale digest, policy, schema; the gate stays as it is. Throws what
 * keeps it from being judged at all.
 */
export async function judge(
  host: JudgingHost,
  request: DecisionRequest,
  { gate, run }: Pick<Case, "gate" | "run">,
): Promise<Verdict> {
  const given: Case = { host, request, gate, run, decider: findDecider(host, request), now: host.clock.now() };
  try {
    return await judgeKind(given);
  } catch (thrown) {
    if (thrown instanceof LobsterError && thrown.type === "parse_error") return { kind: "refused", error: thrown };
    throw thrown;
  }
}

async function judgeKind(given: Case): Promise<Verdict> {
  const { request, gate, run, now } = given;
  const { decision } = request;
  assertKindFits(decision.kind, gate);
  assertReasonFits(request);
  switch (decision.kind) {
    case "cancel":
      return endRun(given, "cancel");
    case "expire":
      assertOverdue(gate, now);
      return endRun(given, "expire");
    case "settle":
      assertMaySettle(given);
      return await judgeSettle(given);
    case "deny":
    case "withdraw":
      assertInTime(gate, now);
      assertDigestFits(request.digest, gate);
      return decision.kind === "deny" ? endRun(given, "deny") : judgeWithdraw(given);
    case "approve":
    case "answer":
      assertInTime(gate, now);
      assertDigestFits(request.digest, gate);
      assertFrontEndMay(request, run);
      return decision.kind === "approve" ? await judgeApprove(given) : await judgeAnswer(given, decision.response);
  }
}

/**
 * Who voted is looked at once more as a hold ends. For a run that is decided in chat only a host that knows its people can
 * do that.
 */
function assertMaySettle({ host, request, run }: Case): void {
  if (host.directory === undefined) assertFrontEndMay(request, run);
}

/** Characters of a reason, of a deny too: it stands in the record for ever. */
const MAX_REASON = 4000;

function assertReasonFits(request: DecisionRequest): void {
  const length = reasonOf(request)?.length ?? 0;
  if (length <= MAX_REASON) return;
  throw new LobsterError(
    "invalid_request",
    `A reason has at most ${MAX_REASON} characters, this one ${length}; shorten it`,
  );
}

/** Whatever ends the run without going on: no policy keeps anybody from it here. */
function endRun(given: Case, kind: "deny" | "cancel" | "expire"): Verdict {
  return { kind: "decided", gate: { ...given.gate, state: "decided", decision: composeDecision(given, kind) } };
}
