import { LobsterError } from "../../errors.ts";
import { gateLabel } from "../decision-rules.ts";
import { measureVotes } from "../rules.ts";
import { originOf } from "./compose-decision.ts";
import { rememberVote } from "./removed.ts";
import { changeVotes, type Case, type Verdict } from "./case.ts";

/** Judges the withdrawal of one's own vote (policy rule 6). A hold ends where the votes left are not complete any more. */
export function judgeWithdraw({ request, gate, decider, now }: Case): Verdict {
  const label = `${gateLabel(gate)} approval`;
  if (decider === undefined) {
    throw refused(`${label} requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`);
  }
  const vote = gate.votes.find(({ by }) => by === decider.by);
  if (vote === undefined) throw refused(`${label} has no vote of '${decider.by}'`);
  const { holdUntil } = gate;
  if (holdUntil !== null && now >= Date.parse(holdUntil)) {
    throw refused(`${label} can no longer be withdrawn: its hold ended at ${holdUntil}`);
  }
  const votes = gate.votes.filter((other) => other !== vote);
  const { remaining } = measureVotes(gate.policy, votes);
  const removed = {
    ...rememberVote(vote, new Date(now).toISOString(), "withdrawn"),
    ...(request.by?.account === undefined ? {} : { account: request.by.account }),
    ...originOf(request),
  };
  const changed = changeVotes(gate, votes, [removed], remaining === 0 ? holdUntil : null);
  return {
    kind: "kept",
    gate: changed,
    told: { kind: "withdrawn", vote, remaining, dropped: [] },
  };
}

function refused(message: string): LobsterError {
  return new LobsterError("refused", message);
}
