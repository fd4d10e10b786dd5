import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import { replacePrivateKeys } from "./private-keys.ts";

/** What stands where a secret was. */
const REDACTED = "[redacted]";

/** Shorter values would black out ordinary words. */
const MIN_SECRET_LENGTH = 5;

/**
 * Shapes of tokens that are secret wherever they turn up. Each is anchored by a prefix or a structure of its own, so that
 * digests, run ids and ordinary words are left alone, and none reaches over the end of a JSON string.
 */
const TOKEN_SHAPES: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g, // Telegram bot
  /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g, // Discord bot
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, // JSON Web Token
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"]{1,200}:)[^\s/@"]{1,200}(?=@)/gi, // password in an address
];

/** Blacks out secrets in text. */
export type Redact = (text: string) => string;

/**
 * Redacts the given values (of configured secret variables, of the bot's own tokens), also as they look inside JSON, and
 * common token shapes.
 */
export function createRedaction(secrets: readonly string[]): Redact {
  const values = new Set(secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).flatMap(spellings));
  const known = [...values].toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of known) clean = clean.replaceAll(value, REDACTED);
    clean = replacePrivateKeys(clean, REDACTED);
    for (const shape of TOKEN_SHAPES) clean = clean.replace(shape, REDACTED);
    return clean;
  };
}

/** A JSON value without its secrets, and how many of its texts held any. */
export interface RedactedValue<T extends JsonValue = JsonValue> {
  readonly value: T;
  readonly count: number;
}

/**
 * Redacts every text inside a JSON value by itself, before it is written as JSON: a secret in one never hides what stands
 * in the next. Names of members stay apart from each other.
 */
export function redactValue(redact: Redact, value: JsonValue): RedactedValue {
  if (typeof value === "string") return redactText(redact, value);
  if (Array.isArray(value)) return redactList(redact, value);
  return isJsonObject(value) ? redactObject(redact, value) : { value, count: 0 };
}

/** {@link redactValue} for a text. */
export function redactText(redact: Redact, text: string): RedactedValue<string> {
  const value = redact(text);
  return { value, count: value === text ? 0 : 1 };
}

/** {@link redactValue} for a list. */
export function redactList(redact: Redact, items: readonly JsonValue[]): RedactedValue<readonly JsonValue[]> {
  const parts = items.map((item) => redactValue(redact, item));
  return { value: parts.map(({ value }) => value), count: parts.reduce((sum, { count }) => sum + count, 0) };
}

/** {@link redactValue} for an object. */
export function redactObject(redact: Redact, object: JsonObject): RedactedValue<JsonObject> {
  const members = new Map<string, JsonValue>();
  let count = 0;
  for (const [given, member] of Object.entries(object)) {
    const name = redactText(redact, given);
    const { value, count: inside } = redactValue(redact, member);
    count += name.count + inside;
    members.set(name.count === 0 ? given : findFreeName(name.value, members, object), value);
  }
  return { value: Object.fromEntries(members), count };
}

/** Two names that are the same without their secrets are still two. */
function findFreeName(name: string, taken: ReadonlyMap<string, JsonValue>, object: JsonObject): string {
  let free = name;
  for (let number = 2; taken.has(free) || Object.hasOwn(object, free); number += 1) free = `${name} ${number}`;
  return free;
}

/** A value as it is, as JSON writes it inside quotes, and line by line when it has several lines (keys do). */
function spellings(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((part) => part.length >= 16);
  return [secret, JSON.stringify(secret).slice(1, -1), ...lines];
}
