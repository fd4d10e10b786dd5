import type { Voter } from "../../approvers/principal.ts";
import { hasCode } from "../../errors.ts";
import type { PeopleDirectory } from "../../host.ts";
import type { GatePolicy, Vote } from "../../run/documents.ts";
import { assertMayApprove } from "../may-approve.ts";
import { measureVotes } from "../rules.ts";

/** Votes after a look at who people are now. */
export interface Recheck {
  readonly kept: readonly Vote[];
  /** Votes of people who may not approve any more. */
  readonly dropped: readonly Vote[];
  /** People more that are needed, going by the groups people are in now. */
  readonly remaining: number;
}

/**
 * Asks the host's directory about everybody who voted (policy rule 5): somebody it does not know, or whom the policy no
 * longer lets approve, is dropped. Without a directory the groups people voted with stand. Throws what the directory throws.
 */
export async function recheckVotes(
  directory: PeopleDirectory | undefined,
  policy: GatePolicy,
  votes: readonly Vote[],
): Promise<Recheck> {
  const kept: Vote[] = [];
  const voters: Voter[] = [];
  const dropped: Vote[] = [];
  for (const vote of votes) {
    const voter = directory === undefined ? vote : await findNow(directory, vote.by);
    if (voter === undefined || !mayStillApprove(policy, voter)) dropped.push(vote);
    else {
      kept.push(vote);
      voters.push(voter);
    }
  }
  return { kept, dropped, remaining: measureVotes(policy, voters).remaining };
}

async function findNow(directory: PeopleDirectory, person: string): Promise<Voter | undefined> {
  const known = await directory.lookUp(person);
  return known === undefined ? undefined : { by: person, groups: known.groups };
}

function mayStillApprove(policy: GatePolicy, voter: Voter): boolean {
  try {
    assertMayApprove("", policy, voter);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, "refused")) return false;
    throw thrown;
  }
}
