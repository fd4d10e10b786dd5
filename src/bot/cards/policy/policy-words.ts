import { groupOf, isSamePerson, STARTER } from "../../../runtime/approvers/principal.ts";
import { placesOf, type ApproverRule } from "../../../runtime/approvers/rule.ts";
import { isNamedByRules, listNamed, rulesOf } from "../../../runtime/gate/rules.ts";
import type { GatePolicy } from "../../../runtime/run/documents.ts";
import { capNames } from "./names.ts";
import type { Voice } from "../run-view.ts";
import type { MissingPlace } from "./standing.ts";

type Speaking = Pick<Voice, "words" | "nameOf">;

/** Who may approve, in one line: "Release manager must approve; not Dev lead, who started it". */
export function sayPolicy(policy: GatePolicy, voice: Speaking): string {
  const { words, nameOf } = voice;
  const who = sayWho(policy, voice);
  if (policy.requireDifferentApprover !== true) return words.cards.policy(who);
  if (!isStarterKnown(policy)) return words.cards.policy([...who, words.cards.nobodyMayApprove()]);
  const excluded = listExcluded(policy).map((id) =>
    id === policy.startedBy ? words.cards.notTheStarter(nameOf(id)) : words.cards.notTheInitiator(nameOf(id)),
  );
  return words.cards.policy([...who, ...excluded]);
}

function sayWho(policy: GatePolicy, voice: Speaking): readonly string[] {
  const { cards } = voice.words;
  const nobody = findNobody(policy);
  if (nobody !== undefined) return [cards.mayApprove(nobody)];
  const rules = rulesOf(policy);
  return rules.length === 0 ? [cards.mayApprove(undefined)] : rules.map((rule) => sayRule(rule, voice));
}

/** A required approver is a person: what a host or an older checkpoint writes as a group is nobody, told as it is written. */
function findNobody({ requiredApprover }: GatePolicy): string | undefined {
  return requiredApprover !== undefined && groupOf(requiredApprover) !== undefined ? requiredApprover : undefined;
}

function sayRule(rule: ApproverRule, voice: Speaking): string {
  const { slots, open, approvers } = placesOf(rule);
  const [only] = slots;
  const isOne = slots.length === 1 && open === 0 && only !== undefined && groupOf(only) === undefined;
  if (isOne) return voice.words.cards.mayApprove(voice.nameOf(only));
  const rest = open === 0 ? [] : [sayPlace({ kind: "open", count: open, of: approvers }, voice, slots.length > 0)];
  return voice.words.gates.mustApprove([...saySlots(slots, voice), ...rest]);
}

/** A place that has to be filled: "Ann", "somebody of group release", "2 of Ann, Bob and group release". */
export function sayPlace(place: MissingPlace, voice: Speaking, isBesides = false): string {
  const { gates } = voice.words;
  if (place.kind === "slot") return saySlot(place.principal, voice);
  const { count, of } = place;
  if (of === undefined) return isBesides ? gates.morePeople(count) : gates.people(count);
  if (count === 1) return gates.oneOf(saySlots(of, voice));
  return gates.countOf(count, capNames(sayPrincipals(of, voice), voice.words));
}

function saySlots(principals: readonly string[], voice: Speaking): readonly string[] {
  return capNames(
    principals.map((principal) => saySlot(principal, voice)),
    voice.words,
  );
}

function saySlot(principal: string, { words, nameOf }: Speaking): string {
  const group = groupOf(principal);
  return group === undefined ? words.gates.person(nameOf(principal)) : words.gates.somebodyOf(group);
}

/** People and groups of a policy as they are listed: "Ann", "group release". */
export function sayPrincipals(principals: readonly string[], { words, nameOf }: Speaking): readonly string[] {
  return principals.map((principal) => {
    const group = groupOf(principal);
    return group === undefined ? words.gates.person(nameOf(principal)) : words.gates.group(group);
  });
}

/** Who may answer a question, as they are listed. Where it does not say, whoever started the run; nobody when that is unknown. */
export function sayAnswerers({ answerBy = [STARTER], startedBy }: GatePolicy, voice: Speaking): readonly string[] {
  return answerBy.flatMap((principal) => {
    if (principal !== STARTER) return sayPrincipals([principal], voice);
    return startedBy === undefined ? [] : sayPrincipals([startedBy], voice);
  });
}

/**
 * Every reason in words why this policy keeps a person from approving. Only for telling: the runtime decides, and may
 * have reasons of its own.
 */
export function explainRefusal(
  policy: GatePolicy,
  person: { readonly id: string; readonly groups: readonly string[] },
  voice: Speaking,
): readonly string[] {
  const { words, nameOf } = voice;
  const reasons: string[] = [];
  if (policy.requireDifferentApprover === true) {
    const is = (id: string | undefined): boolean => id !== undefined && isSamePerson(id, person.id);
    if (is(policy.startedBy)) reasons.push(words.decisions.youStartedIt());
    else if (listExcluded(policy).some(is)) reasons.push(words.decisions.youInitiatedIt());
    if (!isStarterKnown(policy)) reasons.push(words.decisions.starterUnknown());
  }
  const nobody = findNobody(policy);
  if (nobody !== undefined) reasons.push(words.decisions.needsPerson(nobody, nobody));
  else if (!isNamedByRules(policy, { by: person.id, groups: person.groups })) {
    const named = listNamed(policy);
    const [only] = named;
    const isOne = named.length === 1 && only !== undefined && groupOf(only) === undefined;
    reasons.push(
      isOne ? words.decisions.needsPerson(nameOf(only), only) : words.decisions.needsOneOf(saySlots(named, voice)),
    );
  }
  return reasons;
}

function isStarterKnown(policy: GatePolicy): boolean {
  return policy.startedBy !== undefined || policy.initiatedBy !== undefined;
}

function listExcluded({ startedBy, initiatedBy, claimedInitiator }: GatePolicy): readonly string[] {
  return [...new Set([startedBy, initiatedBy, claimedInitiator].filter((id) => id !== undefined))];
}
