import { groupOf, isSamePerson } from "./principal.ts";
import { placesOf, quorumOf, type ApproverRule } from "./rule.ts";

/**
 * Says why a rule can never be satisfied, whoever is in the groups it names; undefined when it can. `excluded` are people
 * who may not vote.
 */
export function findUnreachable(rule: ApproverRule, excluded: readonly string[] = []): string | undefined {
  const { slots, open, approvers } = placesOf(rule);
  const isOut = (named: string): boolean => excluded.some((id) => isSamePerson(id, named));
  const lost = slots.find((slot) => groupOf(slot) === undefined && isOut(slot));
  if (lost !== undefined) return `'${lost}' must approve and may not`;
  if (open === 0 || approvers === undefined || approvers.some((named) => groupOf(named) !== undefined)) {
    return undefined;
  }
  const slotIds = slots.filter((slot) => groupOf(slot) === undefined);
  const free = approvers.filter((id) => !isOut(id) && !slotIds.some((slot) => isSamePerson(slot, id)));
  // A slot of a group may be filled by somebody of it whom `approvers` does not name.
  if (free.length >= open) return undefined;
  return `${quorumOf(rule)} people must approve and only ${slots.length + free.length} can`;
}
