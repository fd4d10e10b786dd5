import { groupOf, isNamedBy, STARTER, type Voter } from "../../approvers/principal.ts";
import { LobsterError } from "../../errors.ts";
import type { GateDocument, GatePolicy } from "../../run/documents.ts";
import type { JsonValue } from "../../json.ts";
import { assertAnswerFits, gateLabel } from "../decision-rules.ts";
import type { Case, Verdict } from "./case.ts";
import { composeDecision } from "./compose-decision.ts";
import { assertGroupNames } from "./decider.ts";

/** Judges the answer to a question: who gives it, going by what the host knows now, and whether it fits. */
export async function judgeAnswer(given: Case, response: JsonValue): Promise<Verdict> {
  const { host, request, gate, decider } = given;
  const { answerBy = [] } = gate.policy;
  if (answerBy.some((named) => groupOf(named) !== undefined)) assertGroupNames(gateLabel(gate), decider);
  assertMayAnswer(gate, decider);
  if (answerBy.length > 0 && decider !== undefined && host.directory !== undefined) {
    const known = await host.directory.lookUp(decider.by, request.by?.account);
    assertMayAnswer(gate, { by: decider.by, groups: known?.groups ?? [] });
    if (known === undefined) throw notNamed(gate, answerBy, decider);
  }
  await assertAnswerFits(gate, response);
  const decision = composeDecision(given, "answer");
  return { kind: "decided", gate: { ...gate, state: "decided", decision, response: { value: response } } };
}

/** True when the policy lets this person answer: the check of `decide`, as an answer. */
export function mayAnswer(
  policy: GatePolicy,
  person: { readonly id: string; readonly groups: readonly string[] },
): boolean {
  const { answerBy } = policy;
  return answerBy === undefined || isAnswerer(policy, answerBy, { by: person.id, groups: person.groups });
}

function assertMayAnswer(gate: GateDocument, voter: Voter | undefined): void {
  const { answerBy } = gate.policy;
  if (answerBy === undefined) return;
  if (voter === undefined) {
    throw refused(`${gateLabel(gate)} question requires identity; set LOBSTER_APPROVAL_APPROVED_BY`);
  }
  if (isAnswerer(gate.policy, answerBy, voter)) return;
  if (gate.policy.startedBy === undefined && answerBy.every((named) => named === STARTER)) {
    throw refused(`${gateLabel(gate)} question requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY`);
  }
  throw notNamed(gate, answerBy, voter);
}

/** `starter` is whoever began the run, and nobody while that is not known. */
function isAnswerer({ startedBy }: GatePolicy, answerBy: readonly string[], voter: Voter): boolean {
  return answerBy.some((named) => (named === STARTER ? voter.by === startedBy : isNamedBy(voter, named)));
}

function notNamed(gate: GateDocument, answerBy: readonly string[], { by }: Voter): LobsterError {
  const names = answerBy.map((named) => `'${named}'`).join(", ");
  return refused(`${gateLabel(gate)} question requires an answer of one of ${names}, got '${by}'`);
}

function refused(message: string): LobsterError {
  return new LobsterError("refused", message);
}
