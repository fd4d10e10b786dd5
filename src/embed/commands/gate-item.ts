import { findContradictions } from "../../runtime/approvers/contradictions.ts";
import { POLICY_FIELDS, readPolicyFields, type PolicyFields } from "../../runtime/approvers/policy-fields.ts";
import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import type { Halt } from "../../runtime/pipeline/stage.ts";
import type { ApprovalRequest, InputRequest } from "../../runtime/run/documents.ts";
import { compileResponseSchema } from "../../runtime/workflow/response-schema.ts";

/**
 * The gate that a halting command asks for: the only item it puts out is an `approval_request` or an `input_request`
 * (stages-and-cli §10). Undefined for other items, which then are the pipeline's output. Throws `step_failed`, naming
 * `label`, for a request that nobody could answer.
 */
export function decodeGateItem(items: readonly JsonValue[], label: string): Halt | undefined {
  const [item] = items;
  if (items.length !== 1 || !isJsonObject(item)) return undefined;
  const type = ownMember(item, "type");
  if (type === "approval_request") {
    const policy = decodePolicy(item, label);
    const halt = { request: decodeApproval(item, label), items: listOf(item, "items") };
    return policy === undefined ? halt : { ...halt, policy };
  }
  if (type === "input_request") return { request: decodeInput(item, label), items: listOf(item, "items") };
  return undefined;
}

function decodeApproval(item: JsonObject, label: string): ApprovalRequest {
  const preview = ownMember(item, "preview");
  return {
    type: "approval_request",
    prompt: textOf(item, "Approve?", label),
    items: listOf(item, "items"),
    ...(typeof preview === "string" && { preview }),
  };
}

/** Who may approve, and how, in the spelling of workflow files. A policy that cannot be enforced as it stands is an error. */
function decodePolicy(item: JsonObject, label: string): PolicyFields | undefined {
  const written = POLICY_FIELDS.filter((name) => ownMember(item, name) !== undefined && !isOwnReason(item, name));
  if (written.length === 0) return undefined;
  const { fields, problems } = readPolicyFields(
    Object.fromEntries(written.map((name) => [name, ownMember(item, name) ?? null])),
  );
  const [problem] = problems.length > 0 ? problems : findContradictions(fields);
  if (problem === undefined) return fields;
  throw broken(label, `an approval_request whose ${problem.key} ${problem.text}`);
}

/** Any other `reason` is text of the command's own. */
function isOwnReason(item: JsonObject, name: string): boolean {
  return name === "reason" && !["required", "optional", "none"].some((word) => word === ownMember(item, name));
}

function decodeInput(item: JsonObject, label: string): InputRequest {
  const responseSchema = ownMember(item, "responseSchema");
  if (!isJsonObject(responseSchema)) throw broken(label, "an input_request without a responseSchema object");
  assertCompiles(responseSchema, label);
  const [defaults, subject] = [ownMember(item, "defaults"), ownMember(item, "subject")];
  return {
    type: "input_request",
    prompt: textOf(item, "Input required", label),
    responseSchema,
    ...(defaults !== undefined && { defaults }),
    ...(subject !== undefined && { subject }),
  };
}

function assertCompiles(schema: JsonObject, label: string): void {
  try {
    compileResponseSchema(schema);
  } catch (error) {
    throw broken(label, "an input_request whose responseSchema is no JSON Schema", error);
  }
}

function textOf(item: JsonObject, fallback: string, label: string): string {
  const prompt = ownMember(item, "prompt") ?? fallback;
  if (typeof prompt !== "string") throw broken(label, "a request whose prompt is not text");
  return prompt.trim() === "" ? fallback : prompt;
}

function listOf(item: JsonObject, name: string): readonly JsonValue[] {
  const value = ownMember(item, name);
  return Array.isArray(value) ? value : [];
}

function broken(label: string, what: string, cause?: unknown): LobsterError {
  return new LobsterError("step_failed", `${label} halted with ${what}`, cause === undefined ? {} : { cause });
}
