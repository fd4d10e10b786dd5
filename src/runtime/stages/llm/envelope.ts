import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { stageFailure } from "../../pipeline/stage-error.ts";
import { tryParseJson } from "../../stable-json.ts";
import { errorMessage } from "../openclaw/gateway.ts";

/** What a model answered, checked. What it left out is null. */
export interface LlmAnswer {
  readonly runId: string | null;
  readonly prompt: string | null;
  readonly model: string | null;
  readonly status: string;
  readonly output: { readonly format: string; readonly text: string | null; readonly data: JsonValue };
  readonly usage: JsonObject | null;
  readonly metadata: JsonObject | null;
  readonly warnings: readonly JsonValue[] | null;
  readonly diagnostics: JsonObject | null;
}

/**
 * Checks an answer's envelope (stages-and-cli §12.5). An object with `ok` is the envelope, anything else its result; null
 * stands for absent. Throws `step_failed` naming the place that does not fit, and for `ok: false`. With `expectsData` a
 * text that is JSON counts as data where there is none (fault F25).
 */
export function readEnvelope(command: string, given: unknown, expectsData: boolean): LlmAnswer {
  const envelope: { readonly [name: string]: unknown } =
    isJsonObject(given) && Object.hasOwn(given, "ok") ? given : { ok: true, result: given };
  const reader = createReader(command);
  const ok = ownMember(envelope, "ok");
  if (typeof ok !== "boolean") throw reader.invalid("/ok", "a boolean");
  if (!ok) {
    const error = reader.optional(envelope, "", "error", isJsonObject, "an object");
    throw stageFailure(`${command} remote error: ${errorMessage(error ?? undefined, "llm adapter returned an error")}`);
  }
  const result = ownMember(envelope, "result");
  if (!isJsonObject(result)) throw reader.invalid("/result", "an object");
  const output = ownMember(result, "output");
  if (!isJsonObject(output)) throw reader.invalid("/result/output", "an object");
  return {
    runId: reader.optional(result, "/result", "runId", isText, "a string"),
    prompt: reader.optional(result, "/result", "prompt", isText, "a string"),
    model: reader.optional(result, "/result", "model", isText, "a string"),
    status: reader.optional(result, "/result", "status", isText, "a string") ?? "completed",
    output: readOutput(reader, output, expectsData),
    usage: readUsage(reader, result),
    metadata: reader.optional(result, "/result", "metadata", isJsonObject, "an object"),
    warnings: reader.optional(result, "/result", "warnings", isTextList, "a list of strings"),
    diagnostics: reader.optional(result, "/result", "diagnostics", isJsonObject, "an object"),
  };
}

interface Reader {
  invalid(place: string, expected: string): Error;
  /** A member that may be absent or null. */
  optional<T extends JsonValue>(
    holder: { readonly [name: string]: unknown },
    place: string,
    name: string,
    fits: (value: unknown) => value is T,
    expected: string,
  ): T | null;
}

function createReader(command: string): Reader {
  const invalid = (place: string, expected: string): Error =>
    stageFailure(`${command} received invalid response envelope: ${place} must be ${expected}`, { facts: { place } });
  return {
    invalid,
    optional: (holder, place, name, fits, expected) => {
      const value = ownMember(holder, name) ?? null;
      if (value === null) return null;
      if (!fits(value)) throw invalid(`${place}/${name}`, expected);
      return value;
    },
  };
}

function readOutput(reader: Reader, output: JsonObject, expectsData: boolean): LlmAnswer["output"] {
  const text = reader.optional(output, "/result/output", "text", isText, "a string");
  const format = reader.optional(output, "/result/output", "format", isText, "a string");
  const given = ownMember(output, "data") ?? null;
  const data = given === null && expectsData && text !== null ? (tryParseJson(text)?.value ?? null) : given;
  return { format: format ?? (data === null ? "text" : "json"), text, data };
}

function readUsage(reader: Reader, result: JsonObject): JsonObject | null {
  const usage = reader.optional(result, "/result", "usage", isJsonObject, "an object");
  if (usage === null) return null;
  for (const name of ["inputTokens", "outputTokens", "totalTokens"]) {
    reader.optional(usage, "/result/usage", name, isNumber, "a number");
  }
  return usage;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
