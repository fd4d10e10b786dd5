import { isJsonObject, type JsonValue } from "../../runtime/json.ts";
import { stringifyJson, tryParseJson } from "../../runtime/stable-json.ts";
import { callError } from "./tool-error.ts";

/** The parameters of a call, as they came. */
export type Params = Readonly<Record<string, unknown>>;

/** A text, trimmed. Blank text counts as not given, for models fill in what they leave out. */
export function readText(params: Params, name: string): string | undefined {
  const value = params[name] ?? "";
  if (typeof value !== "string") throw callError(`${name} must be a string`);
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** A yes or no. */
export function readFlag(params: Params, name: string): boolean | undefined {
  const value = params[name] ?? undefined;
  if (value === undefined || typeof value === "boolean") return value;
  throw callError(`${name} must be true or false`);
}

/** Bounds of a number. Below the floor it is raised, above the highest it is refused. */
export interface Bounds {
  readonly standard: number;
  readonly floor: number;
  readonly highest: number;
}

/** A whole number above 0, perhaps written as text. Blank text counts as not given. */
export function readAmount(params: Params, name: string, { standard, floor, highest }: Bounds): number {
  const value = params[name] ?? undefined;
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return standard;
  const amount = toWhole(value);
  if (amount === undefined || amount <= 0) throw callError(`${name} must be a positive integer`);
  if (amount > highest) throw callError(`${name} must be at most ${highest}`);
  return Math.max(floor, amount);
}

/** A whole number of 0 or more, perhaps written as text; 0 and blank text count as not given. */
export function readRevision(params: Params, name: string): number | undefined {
  const value = params[name] ?? undefined;
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined;
  const amount = toWhole(value);
  if (amount === undefined || amount < 0) throw callError(`${name} must be a non-negative integer`);
  return amount === 0 ? undefined : amount;
}

/** JSON given as text, or as it is; at most 256 KiB of it. Blank text counts as not given. */
export function readJson(params: Params, name: string): JsonValue | undefined {
  const value = parseJsonParam(params, name);
  if (value !== undefined && Buffer.byteLength(stringifyJson(value)) > MAX_JSON_BYTES) {
    throw callError(`${name} must be at most ${MAX_JSON_BYTES} bytes`);
  }
  return value;
}

const MAX_JSON_BYTES = 256 * 1024;

function parseJsonParam(params: Params, name: string): JsonValue | undefined {
  const value = params[name] ?? undefined;
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return value;
  if (typeof value !== "string") throw callError(`${name} must be valid JSON`);
  if (value.trim() === "") return undefined;
  const parsed = tryParseJson(value);
  if (parsed === undefined) throw callError(`${name} must be valid JSON`);
  return parsed.value;
}

function toWhole(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*\+?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}
