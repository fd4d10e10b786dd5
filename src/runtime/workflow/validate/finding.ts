import type { JsonObject, JsonValue } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Path } from "../parse-document.ts";

/** One thing about a workflow file, at a place in it. */
export interface Finding {
  readonly message: string;
  readonly path: Path;
  /** The place is that of the key itself. */
  readonly of?: "key";
}

/** What was found in a file: what keeps it from loading, and what its author should know. */
export interface Findings {
  readonly problems: Finding[];
  readonly warnings: Finding[];
}

/** One step of the document while it is checked. */
export interface RawStep {
  readonly id: string;
  readonly fields: JsonObject;
  readonly path: Path;
}

/** A check of a step that ends at the first thing wrong. */
export type StepCheck = (step: RawStep) => Finding | undefined;

/** A finding about a step, worded `Workflow step <id> <text>`, at a place below the step. */
export function stepFinding(step: RawStep, text: string, ...below: Path): Finding {
  return { message: `Workflow step ${step.id} ${text}`, path: [...step.path, ...below] };
}

/** The result of the first check that finds something. */
export function findFirst<T>(
  checks: readonly ((subject: T) => Finding | undefined)[],
  subject: T,
): Finding | undefined {
  for (const check of checks) {
    const finding = check(subject);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** The elements of a value that is a list with something in it. */
export function filledList(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) && value.length > 0 ? (value as readonly JsonValue[]) : undefined;
}

/** True for text with something other than white space in it. */
export function isFilledText(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** True when a step's `approval` opens a gate (§1.3): `true`, text that is not blank, or an object. */
export function isApprovalGate(value: JsonValue | undefined): boolean {
  return value === true || isFilledText(value) || isJsonObject(value);
}
