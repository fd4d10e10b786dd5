import { LobsterError } from "../../errors.ts";
import { gateLabel } from "../decision-rules.ts";
import { markUnqualified } from "./removed.ts";
import { changeVotes, starterFacts, type Case, type Verdict } from "./case.ts";
import { composeApproval } from "./compose-decision.ts";
import { recheckVotes } from "./recheck.ts";

/**
 * Opens a gate whose hold is over (policy rule 7). Who voted is looked at once more: a hold is time in which people can
 * be taken out of a group, too.
 */
export async function judgeSettle(given: Case): Promise<Verdict> {
  const { gate, now } = given;
  const { holdUntil } = gate;
  if (holdUntil === null) throw new LobsterError("invalid_request", `${gateLabel(gate)} is not held`);
  // A time that cannot be read is not over.
  if (!(now >= Date.parse(holdUntil))) {
    throw new LobsterError("invalid_request", `${gateLabel(gate)} is held until ${holdUntil}`);
  }
  const { kept, dropped, remaining } = await recheckVotes(starterFacts(given), gate.votes);
  const changed = changeVotes(gate, kept, markUnqualified(given, dropped), null);
  if (remaining === 0) {
    return { kind: "decided", gate: { ...changed, state: "decided", decision: composeApproval(given, kept) } };
  }
  const names = dropped.map((one) => one.vote.by);
  return {
    kind: "kept",
    gate: changed,
    told: { kind: "unsettled", remaining, dropped: names },
  };
}
