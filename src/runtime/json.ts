/**
 * JSON as the runtime sees it. Integers beyond 2^53 are `bigint`, so that chat ids and the like keep every digit
 * (workflows-and-checkpoints, decision W29); everything else is what `JSON.parse` gives.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Read members through {@link ownMember}: names such as `constructor` come from outside. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** True for `{…}`: not null, not a list, and nothing with a prototype of its own kind (Date, Map …). */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The member an object itself holds; inherited names (`constructor`, `__proto__`) are absent. */
export function ownMember<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
