import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";

/** What one call of a language model used, as found in a step's result or reported by a stage. */
export interface UsageRecord {
  /** Null when the record names none. At most 200 characters. */
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The key of the request, where a model stage made it. */
  readonly cacheKey?: string;
}

/** The usage records of a result: the value itself, or the elements of a list (workflows-and-checkpoints §12). */
export function listUsage(value: JsonValue | undefined): readonly UsageRecord[] {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value ?? null];
  return items.map(readUsage).filter((record) => record !== undefined);
}

/** Every usage record anywhere in a value. */
export function findUsage(value: JsonValue): readonly UsageRecord[] {
  if (typeof value !== "object" || value === null) return [];
  const own = readUsage(value);
  const members = Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value as JsonObject);
  return [...(own === undefined ? [] : [own]), ...members.flatMap(findUsage)];
}

/**
 * An object with an object `usage` that counts tokens under one of the usual names (stages-and-cli §13.2); undefined for
 * anything else, such as the `usage` of a disk.
 */
export function readUsage(value: JsonValue): UsageRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const usage = ownMember(value, "usage");
  const counts = isJsonObject(usage) ? countTokens(usage) : undefined;
  if (counts === undefined) return undefined;
  const cacheKey = ownMember(value, "cacheKey");
  return {
    model: readModel(ownMember(value, "model")),
    ...counts,
    ...(typeof cacheKey === "string" ? { cacheKey } : {}),
  };
}

/** The longest model id that is kept: ids come from outside. */
const MAX_MODEL_CHARACTERS = 200;

/** A model id, trimmed; null for a blank one and for anything that is not text. */
export function readModel(value: JsonValue | undefined): string | null {
  if (typeof value !== "string") return null;
  return value.trim().slice(0, MAX_MODEL_CHARACTERS) || null;
}

/** Token counts of a `usage` object, or undefined when it has none. A total stands for what is not counted on its own. */
export function countTokens(usage: JsonObject): Pick<UsageRecord, "inputTokens" | "outputTokens"> | undefined {
  const input = readCount(usage, ["inputTokens", "input_tokens", "prompt_tokens"]);
  const output = readCount(usage, ["outputTokens", "output_tokens", "completion_tokens"]);
  const total = readCount(usage, ["totalTokens", "total_tokens"]);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const rest = Math.max(0, (total ?? 0) - (input ?? 0) - (output ?? 0));
  // Nobody says which kind the rest is when both are missing: the dearer one, so that no limit is missed.
  if (output === undefined) return { inputTokens: input ?? 0, outputTokens: rest };
  return { inputTokens: input ?? rest, outputTokens: output };
}

/** The first member that is there, as a whole number; 0 for what is negative or no number. */
function readCount(usage: JsonObject, names: readonly string[]): number | undefined {
  const value = names.map((name) => ownMember(usage, name) ?? null).find((found) => found !== null);
  if (value === undefined) return undefined;
  const count = typeof value === "object" || typeof value === "boolean" ? Number.NaN : Number(value);
  return count > 0 && Number.isFinite(count) ? Math.min(Math.floor(count), Number.MAX_SAFE_INTEGER) : 0;
}
