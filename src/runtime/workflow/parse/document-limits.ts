import { LobsterError, type Problem } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import type { Place } from "../parse-document.ts";

/** Lists and objects inside each other. */
export const MAX_DEPTH = 100;

/** Values in a document after its aliases are written out. */
export const MAX_VALUES = 100_000;

/** An `invalid_workflow` error about a document that could not be read at all. */
export function documentError(problems: readonly Problem[], cause?: unknown): LobsterError {
  const message = problems[0]?.message ?? "Workflow file cannot be read";
  return new LobsterError("invalid_workflow", message, { problems, ...(cause === undefined ? {} : { cause }) });
}

/** A problem with its place, which its message names as well. */
export function withPlace(message: string, place: Place): Problem {
  return { message: `${message} at line ${place.line}, column ${place.column}`, ...place };
}

/** What is said about a document nested deeper than {@link MAX_DEPTH}, or too deep for its parser. */
export const TOO_DEEP = `Workflow file is nested more than ${MAX_DEPTH} levels deep; make it flatter`;

/** What is said about a document with more than {@link MAX_VALUES} values, aliases written out. */
export const TOO_MANY_VALUES = `Workflow file has more than ${MAX_VALUES} values (aliases written out); split it`;

/** Why a document's value is not acceptable, or undefined. Stops at the first reason. */
export function findLimitProblem(value: JsonValue): string | undefined {
  let count = 0;
  const visit = (part: JsonValue, depth: number): string | undefined => {
    count += 1;
    if (count > MAX_VALUES) return TOO_MANY_VALUES;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    if (typeof part === "number" && !Number.isFinite(part)) return NOT_A_JSON_NUMBER;
    if (typeof part !== "object" || part === null) return undefined;
    for (const member of Object.values<JsonValue>(part)) {
      const problem = visit(member, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return visit(value, 0);
}

/** What is said about `.inf`, `.nan` and numbers beyond what a double can hold. */
export const NOT_A_JSON_NUMBER = "Workflow file has a number that JSON cannot hold (infinite or not a number)";
