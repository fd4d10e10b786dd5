import type { ErrorObject } from "ajv";

/** The types of JSON Schema. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** How something compares to what it should be. */
export type Comparison = "at_least" | "at_most" | "more_than" | "less_than";

/** What an answer misses, as facts, for front ends that say it in another language than the validator. */
export type AnswerFault =
  | { readonly kind: "missing"; readonly name: string }
  | { readonly kind: "unknown_member"; readonly name: string }
  | { readonly kind: "type"; readonly types: readonly JsonType[] }
  /** None of the values that are allowed. */
  | { readonly kind: "choice" }
  | { readonly kind: "bound"; readonly comparison: Comparison; readonly limit: string }
  | { readonly kind: "multiple"; readonly of: string }
  | {
      readonly kind: "size";
      readonly of: "text" | "list" | "object";
      readonly comparison: "at_least" | "at_most";
      readonly limit: number;
    }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "format"; readonly format: string }
  | { readonly kind: "repeated" }
  | { readonly kind: "too_deep" }
  | { readonly kind: "too_slow" }
  | { readonly kind: "unchecked" };

/** The facts of a validation error; undefined for what only the validator's own words can say (`oneOf`, `not`, `if` …). */
export function readFault({ keyword, params }: Pick<ErrorObject, "keyword" | "params">): AnswerFault | undefined {
  const read = Object.hasOwn(READERS, keyword) ? READERS[keyword] : undefined;
  return read?.(new Map(Object.entries(params)));
}

type Params = ReadonlyMap<string, unknown>;

const READERS: Readonly<Record<string, (params: Params) => AnswerFault | undefined>> = {
  required: (params) => withText(params, "missingProperty", (name) => ({ kind: "missing", name })),
  additionalProperties: (params) =>
    withText(params, "additionalProperty", (name) => ({ kind: "unknown_member", name })),
  type: readTypes,
  enum: () => ({ kind: "choice" }),
  const: () => ({ kind: "choice" }),
  minimum: readBound("at_least"),
  maximum: readBound("at_most"),
  exclusiveMinimum: readBound("more_than"),
  exclusiveMaximum: readBound("less_than"),
  multipleOf: (params) => withText(params, "multipleOf", (of) => ({ kind: "multiple", of })),
  minLength: readSize("text", "at_least"),
  maxLength: readSize("text", "at_most"),
  minItems: readSize("list", "at_least"),
  maxItems: readSize("list", "at_most"),
  minProperties: readSize("object", "at_least"),
  maxProperties: readSize("object", "at_most"),
  pattern: (params) => withText(params, "pattern", (pattern) => ({ kind: "pattern", pattern })),
  format: (params) => withText(params, "format", (format) => ({ kind: "format", format })),
  uniqueItems: () => ({ kind: "repeated" }),
};

function withText(params: Params, name: string, make: (text: string) => AnswerFault): AnswerFault | undefined {
  const value = params.get(name);
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return isText ? make(String(value)) : undefined;
}

function readTypes(params: Params): AnswerFault | undefined {
  const types = [params.get("type")].flat().filter(isJsonType);
  return types.length === 0 ? undefined : { kind: "type", types };
}

function isJsonType(value: unknown): value is JsonType {
  return ["string", "number", "integer", "boolean", "array", "object", "null"].some((type) => type === value);
}

function readBound(comparison: Comparison): (params: Params) => AnswerFault | undefined {
  return (params) => withText(params, "limit", (limit) => ({ kind: "bound", comparison, limit }));
}

function readSize(
  of: "text" | "list" | "object",
  comparison: "at_least" | "at_most",
): (params: Params) => AnswerFault | undefined {
  return (params) => {
    const limit = params.get("limit");
    return typeof limit === "number" ? { kind: "size", of, comparison, limit } : undefined;
  };
}
