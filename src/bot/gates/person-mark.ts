import { createHash } from "node:crypto";

/** A person as a button can carry them: what a press needs to tell whose question it is. */
export function markPerson(personId: string): string {
  return createHash("sha256").update(personId).digest("hex").slice(0, 8);
}
