/*
 * Decoding goes on where the schema has already found fault, so that rules between the parts of the file are checked
 * in the same go. These readers take what has the right shape and nothing else.
 */

/** The members of a mapping; none of anything else. */
export function readMembers(value: unknown): ReadonlyMap<string, unknown> {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isMapping ? Object.entries(value) : []);
}

/** The entries of a list; none of anything else. Positions are kept, so that findings point at the right line. */
export function readEntries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or undefined. */
export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The texts of a list; what is no text becomes empty text, which names nothing. */
export function readTexts(value: unknown): readonly string[] {
  return readEntries(value).map((entry) => readText(entry) ?? "");
}

/** A whole number that kept all its digits, or undefined. */
export function readInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
