import type { Voter } from "../../approvers/principal.ts";
import { LobsterError } from "../../errors.ts";
import type { PeopleDirectory } from "../../host.ts";
import type { Vote } from "../../run/documents.ts";
import { assertMayApprove } from "../may-approve.ts";
import { measureVotes } from "../rules.ts";
import { assertNotStarter, type StarterFacts } from "./starter.ts";

/** A vote of somebody who may not approve any more, and why. */
export interface DroppedVote {
  readonly vote: Vote;
  readonly error: LobsterError;
}

/** Votes after a look at who people are now. */
export interface Recheck {
  readonly kept: readonly Vote[];
  readonly dropped: readonly DroppedVote[];
  /** People more that are needed, going by the groups people are in now. */
  readonly remaining: number;
}

/**
 * Asks the host's directory about everybody who voted (policy rule 5): somebody it does not know, whose vote came from an
 * account that is not theirs any more, or whom the policy no longer lets approve, is dropped. Without a directory the groups
 * people voted with stand. Throws what the directory throws.
 */
export async function recheckVotes(facts: StarterFacts, votes: readonly Vote[]): Promise<Recheck> {
  const { directory, label, policy } = facts;
  const kept: Vote[] = [];
  const voters: Voter[] = [];
  const dropped: DroppedVote[] = [];
  for (const vote of votes) {
    const voter = directory === undefined ? vote : await findNow(directory, vote);
    const error = voter === undefined ? unknown(label, vote) : await findRefusal(facts, voter);
    if (error !== undefined) dropped.push({ vote, error });
    else {
      kept.push(vote);
      voters.push(voter ?? vote);
    }
  }
  return { kept, dropped, remaining: measureVotes(policy, voters).remaining };
}

async function findNow(directory: PeopleDirectory, { by, account }: Vote): Promise<Voter | undefined> {
  const known = await directory.lookUp(by, account);
  return known === undefined ? undefined : { by, groups: known.groups };
}

async function findRefusal(facts: StarterFacts, voter: Voter): Promise<LobsterError | undefined> {
  try {
    assertMayApprove(facts.label, facts.policy, voter);
    await assertNotStarter(facts, voter.by);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof LobsterError && thrown.code === "refused") return thrown;
    throw thrown;
  }
}

function unknown(label: string, { by }: Vote): LobsterError {
  return new LobsterError("refused", `${label} approval requires somebody this host knows, got '${by}'`);
}
