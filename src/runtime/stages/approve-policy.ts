import { findContradictions } from "../approvers/contradictions.ts";
import { readPolicyFields, type PolicyFields } from "../approvers/policy-fields.ts";
import type { JsonValue } from "../json.ts";
import { decodeFlags } from "../pipeline/flags/decode.ts";
import { spellingsOf, type FlagValues } from "../pipeline/flags/flag.ts";
import { takesNumber, takesText } from "../pipeline/flags/kinds.ts";
import type { StageArguments } from "../pipeline/grammar.ts";
import { usageError } from "../pipeline/stage-error.ts";

/** The gate policy as options of `approve` (policy.md, rule 11). */
export const POLICY_FLAGS = {
  approvers: takesText("Who may approve: person ids and group:<name>, separated by commas (default: anyone)"),
  require: takesText("Slots that all have to be filled by different people: ids and group:<name>, separated by commas"),
  quorum: takesNumber("How many different people must approve (default: 1, or the number of slots)"),
  expiresIn: takesText("How long it can be decided: 30m, 24h, 7d or never"),
  reason: takesText("Whether an approve carries a reason: required, optional or none"),
  confirm: takesText("What an approver must type"),
  remindBefore: takesText("How long before it expires people are reminded"),
  hold: takesText("How long after the last vote it can still be withdrawn"),
} as const;

/** What the options say, checked like a file's fields; undefined where none is given. Throws usage errors. */
export function readPolicyFlags(flags: FlagValues<typeof POLICY_FLAGS>): PolicyFields | undefined {
  const { approvers, require, quorum, expiresIn, reason, confirm, remindBefore, hold } = flags;
  const given: readonly (readonly [string, JsonValue | undefined])[] = [
    ["approvers", splitList(approvers)],
    ["require", splitList(require)],
    ["quorum", quorum],
    ["expires_in", expiresIn],
    ["reason", reason],
    ["confirm", confirm],
    ["remind_before", remindBefore],
    ["hold", hold],
  ];
  const written = given.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined);
  if (written.length === 0) return undefined;
  const { fields, problems } = readPolicyFields(Object.fromEntries(written));
  const [problem] = problems.length > 0 ? problems : findContradictions(fields);
  if (problem === undefined) return fields;
  throw usageError(`approve --${problem.key.replaceAll("_", "-")} ${problem.text}`);
}

/** An empty list stays empty, and is refused as such. */
function splitList(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  return text.trim() === "" ? [] : text.split(",").map((name) => name.trim());
}

/** The policy of an `approve` as it stands in a stored pipeline. Throws like {@link readPolicyFlags}. */
export function readApprovePolicy(args: StageArguments): PolicyFields | undefined {
  const names = new Set(Object.entries(POLICY_FLAGS).flatMap(([name, flag]) => spellingsOf(name, flag)));
  const own = Object.entries(args).filter(([name]) => names.has(name));
  return readPolicyFlags(decodeFlags("approve", POLICY_FLAGS, { ...Object.fromEntries(own), _: [] }));
}
