import type { AnswerFields } from "../approvers/answer-fields.ts";
import { showDuration } from "../approvers/duration.ts";
import { groupOf, STARTER } from "../approvers/principal.ts";
import { placesOf, type ApproverRule, type Places } from "../approvers/rule.ts";
import type { GatePolicy } from "../run/documents.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";
import { rulesOf, type Progress } from "./rules.ts";

/** What a policy needs, whether the file's or that of an open gate. */
type Needed = Pick<
  ApprovalDefinition,
  "approvers" | "require" | "quorum" | "requiredApprover" | "requireDifferentApprover" | "initiatedBy"
> &
  Pick<GatePolicy, "also">;

/** Who must approve, in words: `needs 'ann' and 2 of group:release other than the starter`. */
export function describeNeed(policy: Needed): string {
  const { also, approvers, require, quorum, requiredApprover } = policy;
  const rules = rulesOf({
    ...(also === undefined ? {} : { also }),
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
  });
  const who = rules.length === 0 ? "anyone" : rules.map(describeRule).join(", and with them ");
  return `needs ${who}${describeExcluded(policy)}`;
}

/** True where the rules say more than Lobster's own `required_approver`. */
export function hasOwnRules({ approvers, require, quorum, also }: Needed): boolean {
  return [approvers, require, quorum, also].some((part) => part !== undefined);
}

/**
 * The policy of a file's gate in one line, where it has a field that Lobster does not know; undefined for the others, which are
 * told in Lobster's words.
 */
export function describePolicyFields(approval: ApprovalDefinition): string | undefined {
  const terms = describeTerms(approval);
  if (!hasOwnRules(approval) && terms.length === 0) return undefined;
  return [describeNeed(approval), ...terms].join("; ");
}

/** The same for a question. */
export function describeAnswerFields({ answerBy, expiresInMs }: AnswerFields): string | undefined {
  if (answerBy === undefined && expiresInMs === undefined) return undefined;
  return [describeAnswerers(answerBy), ...describeTerms(expiresInMs === undefined ? {} : { expiresInMs })].join("; ");
}

/** Who must answer, in words. */
export function describeAnswerers(answerBy: readonly string[] | undefined): string {
  if (answerBy === undefined) return "needs an answer";
  const names = answerBy.map((named) => (named === STARTER ? "the starter" : namePrincipal(named)));
  return `needs an answer of ${names.length > 1 ? "one of " : ""}${names.join(", ")}`;
}

/** The terms beside who must approve, one line each: time, reason, text to type, hold. */
export function describeTerms(
  terms: Pick<ApprovalDefinition, "reason" | "confirm" | "expiresInMs" | "remindBeforeMs" | "holdMs">,
): readonly string[] {
  const { reason, confirm, expiresInMs, remindBeforeMs, holdMs } = terms;
  return [
    ...(expiresInMs === undefined
      ? []
      : [expiresInMs === null ? "never expires" : `expires after ${showDuration(expiresInMs)}`]),
    ...(remindBeforeMs === undefined ? [] : [`people are reminded ${showDuration(remindBeforeMs)} before`]),
    ...(reason === "required" ? ["an approve needs a reason"] : []),
    ...(reason === "none" ? ["an approve takes no reason"] : []),
    ...(confirm === undefined ? [] : [`an approver types: ${confirm}`]),
    ...(holdMs === undefined ? [] : [`votes can be withdrawn for ${showDuration(holdMs)} after the last one`]),
  ];
}

/** Whose votes are missing still: `1 of group:security and 1 of 'ann', 'bob'`; empty when none is. */
export function describeMissing({ rules }: Progress): string {
  const short = rules.filter(({ seating }) => seating.missing > 0);
  return short
    .map(({ rule, seating }) => {
      const { slots, approvers } = placesOf(rule);
      const empty = slots.filter((_, index) => seating.slots[index] === undefined);
      return describePlaces({ slots: empty, open: seating.missing - empty.length, approvers });
    })
    .join(", and with them ");
}

function describeRule(rule: ApproverRule): string {
  const { slots, open, approvers } = placesOf(rule);
  return describePlaces({ slots, open, approvers });
}

function describePlaces({ slots, open, approvers }: DescribedPlaces): string {
  const parts = [...slots.map(describeSlot), ...(open > 0 ? [describeOpen(open, approvers)] : [])];
  return parts.length <= 2 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

interface DescribedPlaces extends Pick<Places, "slots" | "open"> {
  readonly approvers: readonly string[] | undefined;
}

function describeSlot(slot: string): string {
  return groupOf(slot) === undefined ? `'${slot}'` : `1 of ${slot}`;
}

function describeOpen(open: number, approvers: readonly string[] | undefined): string {
  if (approvers === undefined) return open === 1 ? "1 person" : `${open} people`;
  return `${open} of ${approvers.map(namePrincipal).join(", ")}`;
}

/** `'ann'`, and `group:release` as it is. */
export function namePrincipal(principal: string): string {
  return groupOf(principal) === undefined ? `'${principal}'` : principal;
}

function describeExcluded({ requireDifferentApprover, initiatedBy }: Needed): string {
  if (requireDifferentApprover !== true) return "";
  return ` other than the starter${initiatedBy === undefined ? "" : ` and '${initiatedBy}'`}`;
}
