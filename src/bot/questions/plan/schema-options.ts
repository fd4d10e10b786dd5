import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import { stableStringify } from "../../../runtime/stable-json.ts";
import type { Option } from "../question-plan.ts";
import { isOfType, type JsonType } from "./schema-keywords.ts";
import { isNullSchema, type Part } from "./schema-parts.ts";

/** The most options that are offered one by one; a longer list is asked for as JSON. */
export const MAX_OPTIONS = 20_000;

/** Options found, and whether every part's unions are told by them. */
export interface FoundOptions {
  readonly options: readonly Option[];
  /** False where a part also has a union that is more than a list of values. */
  readonly complete: boolean;
}

/**
 * The values that `enum`, `const`, and `oneOf`/`anyOf` of titled constants leave, in the order in which the schema has them. Values
 * of a type that is not allowed are left out: they never fit. Undefined where nothing lists values.
 */
export function readOptions(
  parts: readonly Part[],
  types: ReadonlySet<JsonType> | undefined,
  orNull: boolean,
): FoundOptions | undefined {
  const lists = parts.flatMap(({ schema }) => listOptions(schema));
  const found = lists.filter((list) => list !== "other");
  const [first, ...rest] = found.toSorted((a, b) => Number(hasTitles(b)) - Number(hasTitles(a)));
  if (first === undefined) return undefined;
  const allowed = rest.map((list) => new Set(list.map((option) => stableStringify(option.value))));
  const seen = new Set<string>();
  const options = first.filter((option) => {
    const key = stableStringify(option.value);
    if (seen.has(key) || !allowed.every((keys) => keys.has(key))) return false;
    seen.add(key);
    return types === undefined || isOfType(option.value, types) || (orNull && option.value === null);
  });
  return { options, complete: found.length === lists.length };
}

function hasTitles(list: readonly Option[]): boolean {
  return list.some((option) => option.title !== undefined);
}

/** The option lists of one schema; `other` for a union that is more than a list of values. */
function listOptions(schema: JsonObject): readonly (readonly Option[] | "other")[] {
  const lists: (readonly Option[] | "other")[] = [];
  const values = ownMember(schema, "enum");
  if (Array.isArray(values)) lists.push(values.map((value: JsonValue) => ({ value })));
  const value = ownMember(schema, "const");
  if (value !== undefined) lists.push([{ value }]);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = ownMember(schema, keyword);
    if (branches !== undefined) lists.push(readBranches(branches) ?? "other");
  }
  return lists;
}

/** Keywords a branch may have and still be no more than values with words about them. */
const BRANCH_KEYWORDS: ReadonlySet<string> = new Set([
  "const",
  "enum",
  "title",
  "description",
  "type",
  "$comment",
  "deprecated",
  "examples",
  "default",
]);

function readBranches(branches: JsonValue): readonly Option[] | undefined {
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const options: Option[] = [];
  for (const branch of branches as readonly JsonValue[]) {
    const found = readBranch(branch);
    if (found === undefined) return undefined;
    options.push(...found);
  }
  return options;
}

function readBranch(branch: JsonValue): readonly Option[] | undefined {
  if (!isJsonObject(branch) || Object.keys(branch).some((keyword) => !BRANCH_KEYWORDS.has(keyword))) return undefined;
  const words = { ...readWord(branch, "title"), ...readWord(branch, "description") };
  const value = ownMember(branch, "const");
  if (value !== undefined) return [{ value, ...words }];
  const values = ownMember(branch, "enum");
  if (Array.isArray(values)) {
    const only = values.length === 1 ? words : {};
    return values.map((entry: JsonValue) => ({ value: entry, ...only }));
  }
  return isNullSchema(branch) ? [{ value: null, ...words }] : undefined;
}

function readWord(branch: JsonObject, keyword: "title" | "description"): Partial<Option> {
  const word = ownMember(branch, keyword);
  return typeof word === "string" && word.trim() !== "" ? { [keyword]: word } : {};
}
