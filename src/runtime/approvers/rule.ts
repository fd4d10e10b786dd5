/**
 * One rule about who has to approve (policy.md). `require` are slots that must all be filled, each by a different person of
 * its own; the votes of the quorum beyond them come from `approvers`, or from anyone where there are none.
 */
export interface ApproverRule {
  /** Person ids and `group:<name>`. */
  readonly approvers?: readonly string[];
  readonly require?: readonly string[];
  /** Distinct people; default 1, or the number of slots. */
  readonly quorum?: number;
}

/** The places a rule has for votes: one a slot, and `open` ones for anybody of `approvers`. */
export interface Places {
  readonly slots: readonly string[];
  readonly open: number;
  /** Who may take an open place; undefined: anyone. */
  readonly approvers?: readonly string[];
}

/** The most people a rule may ask for, and the most it may name. */
export const MAX_QUORUM = 100;

/** How many distinct people a rule asks for. */
export function quorumOf({ require = [], quorum }: ApproverRule): number {
  return Math.max(quorum ?? 1, require.length, 1);
}

/** The places a rule has. */
export function placesOf(rule: ApproverRule): Places {
  const { require: slots = [], approvers } = rule;
  const open = quorumOf(rule) - slots.length;
  return { slots, open, ...(approvers === undefined ? {} : { approvers }) };
}

/** True for a rule that one vote of anyone satisfies. */
export function isOpenToAnyone(rule: ApproverRule): boolean {
  return (rule.require ?? []).length === 0 && rule.approvers === undefined && quorumOf(rule) === 1;
}
