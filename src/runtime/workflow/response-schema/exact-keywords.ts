import type { Ajv, FuncKeywordDefinition } from "ajv";
import type { JsonObject, JsonValue } from "../../json.ts";
import { compareNumbers, findExact, identifyJson, isNumeric, type ValuePlace } from "./exact-numbers.ts";

/**
 * Replaces the keywords of a validator that compare numbers by ones that see every digit of schema and answer, as far as
 * both came through `toValidatorValue`. What they say is what the validator's own say.
 */
export function addExactKeywords(ajv: Ajv): void {
  for (const { prepare, ...definition } of KEYWORDS) {
    const { keyword } = definition;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...definition,
      errors: true,
      compile: (given: JsonValue, schema: JsonObject) => {
        const limit = findExact(given, { parentData: schema, parentDataProperty: keyword });
        return createValidate(keyword, prepare(limit), describeLimit(keyword, limit));
      },
    });
  }
}

type Validate = ReturnType<NonNullable<FuncKeywordDefinition["compile"]>>;

/** What the validator's own errors say of a limit, here with all its digits. */
function describeLimit(keyword: string, limit: JsonValue): Readonly<Record<string, JsonValue>> {
  if (!isNumeric(limit)) return {};
  return keyword === "multipleOf" ? { multipleOf: limit } : { limit };
}

function createValidate(keyword: string, check: Check, params: Readonly<Record<string, JsonValue>>): Validate {
  const validate: Validate = (value: JsonValue, place: ValuePlace = {}) => {
    const message = check(findExact(value, place));
    validate.errors = message === undefined ? [] : [{ keyword, message, params }];
    return message === undefined;
  };
  return validate;
}

/** What is wrong with a value, in the validator's words; undefined when nothing is. */
type Check = (value: JsonValue) => string | undefined;

interface Keyword {
  readonly keyword: string;
  readonly type?: "number" | "array";
  readonly schemaType?: "number" | "array" | "boolean";
  /** The keyword that the validator asks next, so that the first problem stays the first; absent for the last one. */
  readonly before?: string;
  /** Makes the check of what the schema says. */
  readonly prepare: (limit: JsonValue) => Check;
}

const KEYWORDS: readonly Keyword[] = [
  numberKeyword("maximum", "<=", (value, limit) => compareNumbers(value, limit) <= 0),
  numberKeyword("minimum", ">=", (value, limit) => compareNumbers(value, limit) >= 0),
  numberKeyword("exclusiveMaximum", "<", (value, limit) => compareNumbers(value, limit) < 0),
  numberKeyword("exclusiveMinimum", ">", (value, limit) => compareNumbers(value, limit) > 0),
  numberKeyword("multipleOf", "multiple of", isMultiple),
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    prepare: (isAsked) => (isAsked === true ? findRepeated : () => undefined),
  },
  {
    keyword: "const",
    before: "not",
    prepare: (constant) => {
      const identity = identifyJson(constant);
      return (value) => (identifyJson(value) === identity ? undefined : "must be equal to constant");
    },
  },
  {
    keyword: "enum",
    schemaType: "array",
    before: "not",
    prepare: (choices) => {
      const list = Array.isArray(choices) ? (choices as readonly JsonValue[]) : [];
      const identities = new Set(list.map(identifyJson));
      return (value) =>
        identities.has(identifyJson(value)) ? undefined : "must be equal to one of the allowed values";
    },
  },
];

function numberKeyword(
  keyword: string,
  words: string,
  holds: (value: number | bigint, limit: number | bigint) => boolean,
): Keyword {
  return {
    keyword,
    type: "number",
    schemaType: "number",
    before: "format",
    prepare: (limit) => (value) =>
      isNumeric(limit) && isNumeric(value) && !holds(value, limit) ? `must be ${words} ${limit}` : undefined,
  };
}

function isMultiple(value: number | bigint, divisor: number | bigint): boolean {
  if (isWhole(value) && isWhole(divisor)) return BigInt(divisor) !== 0n && BigInt(value) % BigInt(divisor) === 0n;
  return Number.isInteger(Number(value) / Number(divisor));
}

function isWhole(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** Names the last item that was there before, and the nearest one it repeats, as the validator does. */
function findRepeated(items: JsonValue): string | undefined {
  const seen = new Map<string, number>();
  let message: string | undefined;
  for (const [at, item] of (Array.isArray(items) ? (items as readonly JsonValue[]) : []).entries()) {
    const identity = identifyJson(item);
    const before = seen.get(identity);
    if (before !== undefined) message = `must NOT have duplicate items (items ## ${before} and ${at} are identical)`;
    seen.set(identity, at);
  }
  return message;
}
