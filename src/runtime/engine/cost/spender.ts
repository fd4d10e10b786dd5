import { isJsonObject, type JsonValue } from "../../json.ts";
import { tryParseJson } from "../../stable-json.ts";
import type { StepWork } from "../../workflow/definition.ts";
import { findReferences } from "../../workflow/reference.ts";
import type { Scope } from "../../workflow/step-result.ts";
import { scopeOf, type FrameState } from "../execution.ts";
import { findUsage, type UsageRecord } from "./usage.ts";

/** A piece of work that may spend: one attempt at a step, a branch, or a loop's sub-step. */
export interface Spender {
  /** Ids of the enclosing `workflow:` steps, outermost first. */
  readonly path: readonly string[];
  /** What its costs are booked under: the step, the branch, or `<loop>.<sub-step>`. */
  readonly id: string;
  /** The usage records it was given. Computed when asked for, which is seldom. */
  readonly listGiven: () => readonly UsageRecord[];
}

/** What a step, a branch or a sub-step says: where it may refer to results of earlier steps. */
export interface SpenderLayer {
  readonly work: StepWork;
  readonly stdin?: { readonly value: JsonValue };
  readonly env: ReadonlyMap<string, string>;
}

/**
 * Describes a piece of work by where its costs go and by what it was given: the results its texts refer to, and the
 * arguments, which every step has in its environment. `layers` go from the outermost to the innermost.
 */
export function describeSpender(
  frame: FrameState,
  id: string,
  layers: readonly SpenderLayer[],
  scope: Scope = scopeOf(frame),
): Spender {
  return {
    path: frame.path,
    id,
    listGiven: () => {
      const texts = [...frame.loaded.definition.env.values(), ...layers.flatMap(listTexts)];
      const stepIds = new Set(texts.flatMap((text) => findReferences(text).map((reference) => reference.stepId)));
      const results = [...stepIds].map((stepId) => scope.result(stepId));
      const values = results.flatMap((result) => [result?.json, result?.response, result?.subject]);
      return [...values, ...frame.args.values()].flatMap((value) =>
        value === undefined ? [] : findUsage(readText(value)),
      );
    },
  };
}

function listTexts({ work, stdin, env }: SpenderLayer): readonly string[] {
  const given = typeof stdin?.value === "string" ? [stdin.value] : [];
  return [...env.values(), ...given, ...("text" in work ? [work.text] : [])];
}

/** An argument of a sub-workflow is the text of the value that its caller passed on. */
function readText(value: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  const parsed = tryParseJson(value.trim())?.value;
  return Array.isArray(parsed) || isJsonObject(parsed) ? parsed : value;
}
