import { LobsterError } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { stableStringify } from "../../stable-json.ts";
import { compileResponseSchema } from "../../workflow/response-schema.ts";
import type { StageQuestion } from "../stage-context.ts";

/** What identifies a question when its stage asks it again. */
export interface QuestionMetadata {
  readonly prompt: string;
  /** Stable JSON of prompt, schema, defaults and subject. */
  readonly signature: string;
}

/**
 * Checks what a stage hands to `requestInput`, as stages of a host may be plain JavaScript. Throws with the messages of
 * stages-and-cli §10.4.
 */
export function decodeQuestion(given: unknown): StageQuestion {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw misuse("requestInput params must be an object");
  }
  const members: { readonly [name: string]: unknown } = { ...given };
  const prompt = ownMember(members, "prompt");
  if (typeof prompt !== "string" || prompt.trim() === "") throw misuse("requestInput prompt is required");
  const responseSchema = ownMember(members, "responseSchema");
  if (responseSchema === undefined || responseSchema === null) throw misuse("requestInput responseSchema is required");
  const schema = requireJson("responseSchema", responseSchema);
  if (!isJsonObject(schema) || !compiles(schema)) throw misuse("requestInput response schema is invalid");
  return {
    prompt,
    responseSchema: schema,
    ...optionalJson(members, "defaults"),
    ...optionalJson(members, "subject"),
    ...optionalJson(members, "suspendedState"),
  };
}

function compiles(schema: JsonObject): boolean {
  try {
    compileResponseSchema(schema);
    return true;
  } catch {
    return false;
  }
}

/** What a question is recognised by. */
export function describeQuestion({ prompt, responseSchema, defaults, subject }: StageQuestion): QuestionMetadata {
  const signed: JsonObject = {
    prompt,
    responseSchema,
    ...(defaults !== undefined && { defaults }),
    ...(subject !== undefined && { subject }),
  };
  return { prompt, signature: stableStringify(signed) };
}

/** A stage that uses `requestInput` in a way it does not have. */
export function misuse(message: string): LobsterError {
  return new LobsterError("step_failed", message);
}

function optionalJson(members: { readonly [name: string]: unknown }, name: string): { [name: string]: JsonValue } {
  const value = ownMember(members, name);
  return value === undefined ? {} : { [name]: requireJson(name, value) };
}

function requireJson(field: string, value: unknown): JsonValue {
  if (!isPlainJson(value, new Set())) throw misuse(`requestInput ${field} must be JSON-serializable`);
  return value;
}

/** Only what survives a round trip through JSON: no dates, functions, cycles, holes, NaN or undefined members. */
function isPlainJson(value: unknown, parents: Set<object>): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "bigint")
    return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || parents.has(value)) return false;
  if (!Array.isArray(value) && !isJsonObject(value)) return false;
  parents.add(value);
  const members: readonly unknown[] = Array.isArray(value) ? Array.from(value) : Object.values(value);
  const isPlain = members.every((member) => isPlainJson(member, parents));
  parents.delete(value);
  return isPlain;
}
