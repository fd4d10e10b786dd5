/*
 * What a platform sends is unknown until it was looked at. These readers take a member that is the object's own and has
 * the right shape, and nothing else.
 */

/** A member of an object, own properties only. */
export function readMember(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  return (holder as Readonly<Record<string, unknown>>)[name];
}

/** A text, or undefined. */
export function readText(holder: unknown, name: string): string | undefined {
  const value = readMember(holder, name);
  return typeof value === "string" ? value : undefined;
}

/** A whole number that kept all its digits, or undefined: ids have at most 52 significant bits. */
export function readInteger(holder: unknown, name: string): number | undefined {
  const value = readMember(holder, name);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** True for a member that is exactly `true`. */
export function readFlag(holder: unknown, name: string): boolean {
  return readMember(holder, name) === true;
}

/** The entries of a list; none of anything else. */
export function readList(holder: unknown, name: string): readonly unknown[] {
  const value = readMember(holder, name);
  return Array.isArray(value) ? value : [];
}
