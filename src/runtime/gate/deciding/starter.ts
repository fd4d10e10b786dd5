import { LobsterError } from "../../errors.ts";
import type { PeopleDirectory } from "../../host.ts";
import type { GatePolicy, RunDocument } from "../../run/documents.ts";

/** What tells whether somebody is the human who started the run. */
export interface StarterFacts {
  readonly directory: PeopleDirectory | undefined;
  readonly label: string;
  readonly policy: GatePolicy;
  readonly run: Pick<RunDocument, "startedFrom">;
}

const STARTED_IT = "started_it";

/**
 * Refuses the human who started the run, whatever id they go by now, where somebody else must approve: the account that
 * started it is theirs. Without a directory, or an account, ids alone say who is who.
 */
export async function assertNotStarter({ directory, label, policy, run }: StarterFacts, person: string): Promise<void> {
  const account = run.startedFrom?.account;
  if (policy.requireDifferentApprover !== true || directory === undefined || account === undefined) return;
  if ((await directory.lookUp(person, account)) === undefined) return;
  throw new LobsterError("refused", `${label} approval must be granted by someone other than '${person}'`, {
    facts: { because: STARTED_IT },
  });
}

/** True for the refusal of {@link assertNotStarter}: the policy alone, which knows ids, does not explain it. */
export function isStarterRefusal({ facts }: Pick<LobsterError, "facts">): boolean {
  return facts["because"] === STARTED_IT;
}
