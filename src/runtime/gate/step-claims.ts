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
  };
}

function claimSource(json: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(json)) return undefined;
  const nested = ownMember(json, "requiresApproval");
  if (isJsonObject(nested) && isTruthy(ownMember(nested, "prompt"))) return nested;
  return isTruthy(ownMember(json, "prompt")) ? json : undefined;
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
  return new LobsterError(
    "step_failed",
    `Workflow step ${stepId} printed an approval request whose ${name} is not ${expected}; fix what the step prints`,
    { facts: { stepId, field: name } },
  );
}
