import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import type { GatePolicy, Vote } from "./documents.ts";

/** What a value has to be; the names are those of the policy, so that none can be forgotten. */
type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTexts: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
const isMs: Check = (value) => Number.isFinite(value) && Number(value) >= 0;

const RULE: Readonly<Record<"approvers" | "require" | "quorum", Check>> = {
  approvers: isTexts,
  require: isTexts,
  quorum: isCount,
};

const POLICY: Readonly<Record<keyof GatePolicy, Check>> = {
  ...RULE,
  initiatedBy: isText,
  claimedInitiator: isText,
  startedBy: isText,
  requiredApprover: isText,
  requireDifferentApprover: (value) => value === true,
  also: (value) => Array.isArray(value) && value.every((rule: JsonValue) => findWrong(rule, RULE) === undefined),
  reason: (value) => value === "required" || value === "none",
  confirm: isText,
  expiresInMs: (value) => value === null || isMs(value),
  remindBeforeMs: isMs,
  holdMs: isMs,
  answerBy: isTexts,
};

/**
 * The field of a stored policy that cannot be judged as it stands: one of the wrong type, and one that this version does
 * not know. A rule that a newer version wrote is never passed over.
 */
export function findPolicyDamage(policy: JsonValue | undefined): string | undefined {
  const wrong = findWrong(policy ?? null, POLICY);
  return wrong === undefined ? undefined : `policy${wrong === "" ? "" : `.${wrong}`}`;
}

/** The first stored vote that says not who gave it, or with which groups. */
export function findVoteDamage(votes: readonly JsonValue[]): string | undefined {
  const at = votes.findIndex((vote) => !isVote(vote));
  return at === -1 ? undefined : `votes.${at}`;
}

function findWrong(value: JsonValue, checks: Readonly<Record<string, Check>>): string | undefined {
  if (!isJsonObject(value)) return "";
  return Object.keys(value).find((name) => !isRight(value, name, checks));
}

function isRight(object: JsonObject, name: string, checks: Readonly<Record<string, Check>>): boolean {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  return check?.(ownMember(object, name) ?? null) === true;
}

const VOTE: Readonly<Record<keyof Pick<Vote, "by" | "at" | "digest">, Check>> = {
  by: isText,
  at: isText,
  digest: isText,
};

function isVote(vote: JsonValue): boolean {
  if (!isJsonObject(vote)) return false;
  const groups = ownMember(vote, "groups");
  return Object.keys(VOTE).every((name) => isRight(vote, name, VOTE)) && Array.isArray(groups) && groups.every(isText);
}
