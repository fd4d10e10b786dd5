import { seatVotes, fitsSomewhere, type Seating } from "../approvers/matching.ts";
import type { Voter } from "../approvers/principal.ts";
import { isOpenToAnyone, placesOf, type ApproverRule } from "../approvers/rule.ts";
import type { GatePolicy } from "../run/documents.ts";

/** How far a gate is: one entry a rule, and how many people more it needs, at least. */
export interface Progress {
  readonly rules: readonly { readonly rule: ApproverRule; readonly seating: Seating }[];
  readonly remaining: number;
}

/**
 * The rules that all have to hold, `requiredApprover` as one more slot of the first. Rules that one vote of anyone satisfies
 * are left out: no rule at all means that anyone may approve.
 */
export function rulesOf(policy: GatePolicy): readonly ApproverRule[] {
  return [ownRule(policy), ...(policy.also ?? [])].filter((rule) => !isOpenToAnyone(rule));
}

/** The votes of a gate against its policy. One vote is enough where there is no rule. */
export function measureVotes(policy: GatePolicy, votes: readonly Voter[]): Progress {
  const rules = rulesOf(policy).map((rule) => ({ rule, seating: seatVotes(placesOf(rule), votes) }));
  const missing = rules.map(({ seating }) => seating.missing);
  return { rules, remaining: rules.length === 0 ? Math.max(0, 1 - votes.length) : Math.max(...missing) };
}

/** True where an approve counts only with a name: people have to be told apart, or found again. */
export function needsIdentity(policy: GatePolicy): boolean {
  return rulesOf(policy).length > 0 || policy.requireDifferentApprover === true || policy.holdMs !== undefined;
}

/** Does any rule name this person, as a slot or among those whose votes fill the quorum? */
export function isNamedByRules(policy: GatePolicy, voter: Voter): boolean {
  const rules = rulesOf(policy);
  return rules.length === 0 || rules.some((rule) => fitsSomewhere(placesOf(rule), voter));
}

/** Everybody the rules name, each once: slots, and approvers where they have votes to give. */
export function listNamed(policy: GatePolicy): readonly string[] {
  const places = rulesOf(policy).map(placesOf);
  return [...new Set(places.flatMap(({ slots, open, approvers = [] }) => [...slots, ...(open > 0 ? approvers : [])]))];
}

function ownRule({ requiredApprover, approvers, require = [], quorum }: GatePolicy): ApproverRule {
  const slots = requiredApprover === undefined ? require : [...require, requiredApprover];
  return {
    ...(approvers === undefined ? {} : { approvers }),
    ...(slots.length === 0 ? {} : { require: slots }),
    ...(quorum === undefined ? {} : { quorum }),
  };
}
