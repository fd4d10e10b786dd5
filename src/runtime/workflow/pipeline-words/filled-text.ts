import type { JsonValue } from "../../json.ts";
import { lookupReference, parseWholeReference } from "../reference.ts";
import {
  placeholdersIn,
  splitCommand,
  unitsText,
  type FoundPlaceholder,
  type Placeholder,
  type Unit,
} from "../shell/placeholder.ts";
import type { Scope } from "../step-result.ts";
import { argumentText, renderFound } from "../template.ts";

/** A word or option of a pipeline, and what goes into it: one unit a character or placeholder. */
export interface FilledText {
  readonly units: readonly Unit[];
  /** The text with every placeholder as an `x`, so that places in it are places in `units`. */
  readonly masked: string;
  /** The text with every placeholder filled. */
  readonly filled: string;
  readonly hasValues: boolean;
}

/**
 * Fills `${name}` and `$step.path` in one pass; what is inserted is never looked at again. Unknown ones stay as they are
 * written (workflows-and-checkpoints §2.2, §2.3).
 */
export function fillText(text: string, scope: Scope): FilledText {
  return filledText(
    splitCommand(text, (found) => {
      const value = findText(found, scope);
      if (value === undefined) return undefined;
      return found.kind === "argument"
        ? { written: found.written, value, argument: found.name }
        : { written: found.written, value };
    }),
  );
}

/** A text of these units. */
export function filledText(units: readonly Unit[]): FilledText {
  return {
    units,
    masked: units.map((unit) => (typeof unit === "string" ? unit : "x")).join(""),
    filled: unitsText(units),
    hasValues: placeholdersIn(units).length > 0,
  };
}

/** Words as a stage sees them that joins them with spaces. */
export function joinWords(words: readonly FilledText[]): FilledText {
  return filledText(words.flatMap(({ units }, index) => (index === 0 ? units : [" ", ...units])));
}

/** What a placeholder stands for, before it becomes text; undefined for a field that is not there. */
export function findValue({ written, argument }: Placeholder, scope: Scope): JsonValue | undefined {
  if (argument !== undefined) return scope.args.get(argument);
  const reference = parseWholeReference(written);
  const found = reference === undefined ? undefined : lookupReference(reference, scope);
  return found?.kind === "found" ? found.value : undefined;
}

function findText(found: FoundPlaceholder, scope: Scope): string | undefined {
  if (found.kind === "reference") return renderFound(found.reference, scope);
  const value = scope.args.get(found.name);
  return value === undefined ? undefined : argumentText(value);
}
