/** What the peer has no word for, and what is new in every run. */
const OURS = new Set(["_meta", "code", "problems", "digest"]);
const RANDOM = new Set(["resumeToken", "approvalId"]);

/** An envelope or result without what only we have, and with marks in place of tokens and ids. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !OURS.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, RANDOM.has(name) ? `<${name}>` : comparable(member)]),
  );
}
