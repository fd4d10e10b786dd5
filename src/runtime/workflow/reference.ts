import { LobsterError } from "../errors.ts";
import { ownMember, type JsonObject, type JsonValue } from "../json.ts";
import type { Scope } from "./step-result.ts";

/** `$step.path` (workflows-and-checkpoints §2.3): id of letters, digits, `_`, `-`; segments without dashes. */
export const REFERENCE_PATTERN = String.raw`\$([A-Za-z0-9_-]+)((?:\.[A-Za-z0-9_]+)+)`;

/** A reference to a step's result. `text` is `id.a.b`, as messages show it. */
export interface Reference {
  readonly stepId: string;
  readonly path: readonly string[];
  readonly text: string;
}

/** What a reference leads to. */
export type Lookup =
  | { readonly kind: "found"; readonly value: JsonValue }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown_step" };

/** All references in a text, in order. */
export function findReferences(text: string): readonly Reference[] {
  return [...text.matchAll(new RegExp(REFERENCE_PATTERN, "g"))].map((match) => toReference(match));
}

/** The reference a text consists of, spaces around it aside; undefined for any other text. */
export function parseWholeReference(text: string): Reference | undefined {
  const match = new RegExp(`^${REFERENCE_PATTERN}$`).exec(text.trim());
  return match === null ? undefined : toReference(match);
}

/** A match of {@link REFERENCE_PATTERN} as a reference. */
export function toReference(match: readonly (string | undefined)[]): Reference {
  const stepId = match[1] ?? "";
  const path = (match[2] ?? "").slice(1).split(".");
  return { stepId, path, text: `${stepId}.${path.join(".")}` };
}

/** Follows a reference through the step's result record. Only own members are seen; lists take whole numbers. */
export function lookupReference(reference: Reference, scope: Scope): Lookup {
  const result = scope.result(reference.stepId);
  if (result === undefined) return { kind: "unknown_step" };
  let value: JsonValue | undefined = result as unknown as JsonObject;
  for (const segment of reference.path) {
    value = memberOf(value, segment);
    if (value === undefined) return { kind: "missing" };
  }
  return { kind: "found", value };
}

/** The value, or undefined for a missing field. Throws `Unknown step reference: …` for an unknown step. */
export function resolveReference(reference: Reference, scope: Scope): JsonValue | undefined {
  const found = lookupReference(reference, scope);
  if (found.kind === "unknown_step") {
    throw new LobsterError("unknown_reference", `Unknown step reference: ${reference.text}`, {
      facts: { stepId: reference.stepId },
    });
  }
  return found.kind === "found" ? found.value : undefined;
}

function memberOf(value: JsonValue, segment: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return ownMember(value as JsonObject, segment);
  const index = Number(segment);
  const items = value as readonly JsonValue[];
  return Number.isInteger(index) && index >= 0 && index < items.length ? items[index] : undefined;
}
