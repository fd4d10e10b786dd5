import { ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { readDurationMs } from "./duration.ts";
import { isPrincipal, isSamePerson, STARTER } from "./principal.ts";
import { MAX_QUORUM, type ApproverRule } from "./rule.ts";

/** What the fields of a gate's policy say beyond Lobster's own, however they were written. */
export interface PolicyFields extends ApproverRule {
  /** Time from the opening in which the gate can be decided; null for ever. Absent: the host's default. */
  readonly expiresInMs?: number | null;
  /** Whether an approve carries a reason; absent: as people like. A deny always may. */
  readonly reason?: GateReason;
  /** What an approver must type; a template until the gate opens. */
  readonly confirm?: string;
  /** Time before expiry at which people are reminded. */
  readonly remindBeforeMs?: number;
  /** Time after the last vote in which it can still be withdrawn. */
  readonly holdMs?: number;
}

/** What a gate says about reasons. */
export type GateReason = "required" | "optional" | "none";

/** What is wrong with a field: `approval.<key> <text>`. */
export interface FieldProblem {
  readonly key: string;
  readonly text: string;
}

/** The fields of an `approval:` that are read here, as they are written in files. */
export const POLICY_FIELDS = [
  "approvers",
  "require",
  "quorum",
  "expires_in",
  "reason",
  "confirm",
  "remind_before",
  "hold",
] as const;

/** Reads the policy fields of an object; a field with a problem is left out. */
export function readPolicyFields(source: JsonObject): {
  readonly fields: PolicyFields;
  readonly problems: readonly FieldProblem[];
} {
  const problems: FieldProblem[] = [];
  const read = <T>(key: string, reader: (value: JsonValue) => Reading<T>): T | undefined => {
    const value = ownMember(source, key);
    if (value === undefined) return undefined;
    const reading = isTemplate(value) ? { problem: TEMPLATE_PROBLEM } : reader(value);
    if ("value" in reading) return reading.value;
    problems.push({ key, text: reading.problem });
    return undefined;
  };
  const approvers = read("approvers", readPrincipals);
  const require = read("require", readPrincipals);
  const quorum = read("quorum", readQuorum);
  const expiresInMs = read("expires_in", readExpiry);
  const reason = read("reason", readReason);
  const remindBeforeMs = read("remind_before", readDuration);
  const holdMs = read("hold", readHold);
  const written = ownMember(source, "confirm");
  const confirm = written === undefined ? undefined : readConfirm(written);
  if (confirm !== undefined && "problem" in confirm) problems.push({ key: "confirm", text: confirm.problem });
  const fields: PolicyFields = {
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(expiresInMs === undefined ? {} : { expiresInMs }),
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined || "problem" in confirm ? {} : { confirm: confirm.value }),
    ...(remindBeforeMs === undefined ? {} : { remindBeforeMs }),
    ...(holdMs === undefined || holdMs === 0 ? {} : { holdMs }),
  };
  return { fields, problems };
}

type Reading<T> = { readonly value: T } | { readonly problem: string };

const TEMPLATE = /\$\{|\$[A-Za-z0-9_-]+\./;
const TEMPLATE_PROBLEM = "cannot be a template: the policy is fixed by the file";

/** True for text, or a list of texts, in which something would be filled in. */
function isTemplate(value: JsonValue): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some((member) => isTemplate(member));
  return typeof value === "string" && TEMPLATE.test(value);
}

/** Reads a list of people and groups, `starter` included where `withStarter` says so. */
export function readPrincipals(value: JsonValue, withStarter: boolean = false): Reading<readonly string[]> {
  const kinds = `person ids${withStarter ? `, '${STARTER}'` : ""} and group:<name>`;
  if (isTemplate(value)) return { problem: TEMPLATE_PROBLEM };
  if (!Array.isArray(value)) return { problem: `must be a list of ${kinds}` };
  const members = value as readonly JsonValue[];
  if (members.length === 0) return { problem: `is empty; name ${kinds}, or remove it` };
  if (members.length > MAX_QUORUM) return { problem: `has more than ${MAX_QUORUM} entries; use a group` };
  const named: string[] = [];
  for (const member of members) {
    const principal = typeof member === "string" ? member.trim() : "";
    const isGood = isPrincipal(principal) || (withStarter && principal === STARTER);
    if (!isGood) return { problem: `names ${showMember(member)}; it must be a list of ${kinds}` };
    if (named.some((other) => isSamePerson(other, principal))) return { problem: `names '${principal}' twice` };
    named.push(principal);
  }
  return { value: named };
}

function showMember(member: JsonValue): string {
  if (typeof member === "string") return `'${member.slice(0, 60)}'`;
  return typeof member === "number" || typeof member === "boolean" ? String(member) : "something else";
}

function readQuorum(value: JsonValue): Reading<number> {
  const number = typeof value === "bigint" ? Number(value) : value;
  const isGood = typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= MAX_QUORUM;
  return isGood ? { value: number } : { problem: `must be a whole number from 1 to ${MAX_QUORUM}` };
}

function readExpiry(value: JsonValue): Reading<number | null> {
  if (typeof value === "string" && value.trim() === "never") return { value: null };
  const ms = typeof value === "string" ? readDurationMs(value) : undefined;
  return ms === undefined ? { problem: "must be a duration such as 30m, 24h or 7d, or never" } : { value: ms };
}

function readDuration(value: JsonValue): Reading<number> {
  const ms = typeof value === "string" ? readDurationMs(value) : undefined;
  return ms === undefined ? { problem: "must be a duration such as 30m, 24h or 7d" } : { value: ms };
}

function readHold(value: JsonValue): Reading<number> {
  if (value === 0 || value === 0n || value === "0") return { value: 0 };
  return readDuration(value);
}

const REASONS: readonly GateReason[] = ["required", "optional", "none"];

function readReason(value: JsonValue): Reading<GateReason> {
  const reason = REASONS.find((candidate) => candidate === value);
  return reason === undefined ? { problem: "must be required, optional or none" } : { value: reason };
}

/** Characters of a text that people are to type. */
const MAX_CONFIRM = 200;

/** What a reader does not see, nobody types: controls, bidirectional marks, joiners, separators of lines, other blanks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f]/u;

/** Also checks what a template came to: a text that nobody can type would make the gate one that nobody opens. */
export function readConfirm(value: JsonValue): Reading<string> {
  if (typeof value !== "string" || value.trim() === "")
    return { problem: "must be a text to type; remove it for none" };
  const text = value.trim();
  if (text.length > MAX_CONFIRM) return { problem: `is longer than ${MAX_CONFIRM} characters; nobody types that` };
  return UNSEEN.test(text)
    ? { problem: "must be one line of text in which every character can be seen" }
    : { value: text };
}
