import { readPolicyFields, type GateReason } from "../approvers/policy-fields.ts";
import type { ApproverRule } from "../approvers/rule.ts";
import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import type { StepResult } from "../workflow/step-result.ts";

/** What a step's JSON output says about its own gate. Only what file and host leave open is ever taken from it. */
export interface StepClaims {
  readonly prompt?: string;
  readonly items?: readonly JsonValue[];
  readonly preview?: string;
  readonly initiatedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover: boolean;
  /** Approvers, slots and a quorum that have to hold beside what file and host say. */
  readonly rule?: ApproverRule;
  readonly reason?: GateReason;
  readonly confirm?: string;
  readonly expiresInMs?: number | null;
  readonly holdMs?: number;
}

const NOTHING: StepClaims = { requireDifferentApprover: false };

/**
 * Reads `requiresApproval: {…}` or a top-level `prompt` from a step's JSON result. Values of the wrong type are an error
 * naming the step (decision W4): a gate is never shown with a guess.
 */
export function readStepClaims(stepId: string, result: StepResult | undefined): StepClaims {
  const source = claimSource(result?.json);
  if (source === undefined) return NOTHING;
  const text = (names: readonly string[]): string | undefined => readText(stepId, source, names);
  const items = readItems(stepId, source);
  const prompt = text(["prompt"]);
  const preview = text(["preview"]);
  const person = (names: readonly string[]): string | undefined => readPerson(stepId, source, names);
  const initiatedBy = person(["initiatedBy", "initiated_by"]);
  const requiredApprover = person(["requiredApprover", "required_approver"]);
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(items === undefined ? {} : { items }),
    ...(preview === undefined ? {} : { preview }),
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
    requireDifferentApprover: readFlag(stepId, source),
    ...readPolicy(stepId, source),
  };
}

type PolicyClaims = Pick<StepClaims, "rule" | "reason" | "confirm" | "expiresInMs" | "holdMs">;

/** When people are reminded is no restriction, so that a step has no say in it. */
function readPolicy(stepId: string, source: JsonObject): PolicyClaims {
  const written = (name: string): JsonValue | undefined => ownMember(source, name) ?? undefined;
  const expiry = written("expires_in") ?? written("expiresIn");
  const names = ["approvers", "require", "quorum", "confirm", "hold"].filter((name) => written(name) !== undefined);
  const given = Object.fromEntries(names.map((name) => [name, written(name) ?? null]));
  const { fields, problems } = readPolicyFields(expiry === undefined ? given : { ...given, expires_in: expiry });
  const [problem] = problems;
  if (problem !== undefined) throw unusable(stepId, problem.key, problem.text);
  const { approvers, require, quorum, remindBeforeMs: _remindBeforeMs, ...terms } = fields;
  const rule: ApproverRule = {
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
  };
  const isRule = Object.keys(rule).length > 0;
  const slots = require?.length ?? 0;
  if (quorum !== undefined && quorum < slots) throw unusable(stepId, "quorum", `is below its ${slots} slots`);
  // Any other `reason` is text of the step's own, as steps print it beside a prompt.
  const asksReason = written("reason") === "required";
  return { ...terms, ...(asksReason ? { reason: "required" as const } : {}), ...(isRule ? { rule } : {}) };
}

function claimSource(json: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(json)) return undefined;
  const nested = ownMember(json, "requiresApproval");
  if (isJsonObject(nested) && (isTruthy(ownMember(nested, "prompt")) || asksForMore(nested))) return nested;
  return isTruthy(ownMember(json, "prompt")) ? json : undefined;
}

/** A restriction counts without a prompt, too: Lobster would pass over both. */
function asksForMore(nested: JsonObject): boolean {
  return ["approvers", "require", "quorum", "confirm", "expires_in", "expiresIn", "hold"].some(
    (name) => (ownMember(nested, name) ?? null) !== null,
  );
}

function isTruthy(value: JsonValue | undefined): boolean {
  return Boolean(value);
}

function readText(stepId: string, source: JsonObject, names: readonly string[]): string | undefined {
  const name = names.find((candidate) => ownMember(source, candidate) !== undefined);
  if (name === undefined) return undefined;
  const value = ownMember(source, name);
  if (value === null) return undefined;
  if (typeof value !== "string") throw wrongType(stepId, name, "a string");
  return value;
}

/** A person's id, and nothing that could read as words of the policy it stands in; an empty one names nobody. */
function readPerson(stepId: string, source: JsonObject, names: readonly string[]): string | undefined {
  const id = readText(stepId, source, names)?.trim() ?? "";
  if (id === "") return undefined;
  if (/^[A-Za-z0-9._@-]+$/.test(id)) return id;
  throw wrongType(stepId, names[0] ?? "", "a person's id of letters, digits, '.', '_', '@' and '-'");
}

function readItems(stepId: string, source: JsonObject): readonly JsonValue[] | undefined {
  const value = ownMember(source, "items");
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(stepId, "items", "a list");
  return value as readonly JsonValue[];
}

function readFlag(stepId: string, source: JsonObject): boolean {
  const names = ["requireDifferentApprover", "require_different_approver"];
  const values = names.map((name) => ownMember(source, name)).filter((value) => value !== undefined && value !== null);
  if (values.some((value) => typeof value !== "boolean")) throw wrongType(stepId, names[0] ?? "", "a boolean");
  return values.includes(true);
}

function wrongType(stepId: string, name: string, expected: string): LobsterError {
  return unusable(stepId, name, `is not ${expected}`);
}

/** The error of a step that printed a policy which cannot be taken as it is. */
export function unusable(stepId: string, name: string, problem: string): LobsterError {
  return new LobsterError(
    "step_failed",
    `Workflow step ${stepId} printed an approval request whose ${name} ${problem}; fix what the step prints`,
    { facts: { stepId, field: name } },
  );
}
