import { mayAnswer } from "../../runtime/gate/deciding/answer.ts";
import type { GateDocument, GatePolicy, RunDocument } from "../../runtime/run/documents.ts";
import type { People, Person } from "../people/people.ts";

/** A question and the run that asks it. */
interface Asked {
  readonly gate: Pick<GateDocument, "policy">;
  readonly run: Pick<RunDocument, "startedBy">;
}

/** The people who may answer a question in chat: those its file names, else whoever started the run. The runtime checks again. */
export function findAnswerers(people: Pick<People, "all">, asked: Asked): readonly Person[] {
  return people.all.filter((person) => mayAnswerIn(asked, person));
}

/** True when this person may answer the question in chat. */
export function mayAnswerIn(
  { gate, run }: Asked,
  person: { readonly id: string; readonly groups: readonly string[] },
): boolean {
  const policy = policyOf({ gate, run });
  return policy.answerBy === undefined ? person.id === policy.startedBy : mayAnswer(policy, person);
}

/** Questions of an earlier version do not name the starter themselves. */
export function policyOf({ gate: { policy }, run: { startedBy } }: Asked): GatePolicy {
  return policy.startedBy !== undefined || startedBy === undefined ? policy : { ...policy, startedBy };
}
