import type { JsonValue } from "../../../runtime/json.ts";
import { findOption } from "../parse/option.ts";
import type { MultiChoiceField } from "../question-plan.ts";
import { answerStop, refuseStop } from "./answer-stop.ts";
import type { FormOutcome } from "../judge/context.ts";
import { readEntryValue } from "../state/entries.ts";
import type { FormState } from "../state/form-state.ts";
import type { Stop } from "../state/stops.ts";
import { proceed, type Turn } from "../state/turn.ts";

/** A stop at which options are marked. */
export interface MarkStop extends Stop {
  readonly field: MultiChoiceField;
}

/** True for a stop at which options are marked. */
export function isMarkStop(stop: Stop | undefined): stop is MarkStop {
  return stop?.field.kind === "multi_choice";
}

/** The positions marked at a stop: what was marked there just now, else what it was answered with. */
export function readMarks(state: FormState, stop: MarkStop): readonly number[] {
  if (state.marks?.stop === stop.id) return state.marks.picked.filter((index) => index < stop.field.options.length);
  const value = readEntryValue(stop.entry);
  if (!Array.isArray(value)) return [];
  return value.map((entry: JsonValue) => findOption(stop.field.options, entry)).filter((index) => index >= 0);
}

/** Marks an option, or takes the mark away. */
export function toggleMark(turn: Turn, stop: MarkStop, index: number): FormOutcome {
  const before = readMarks(turn.state, stop);
  const picked = before.includes(index) ? before.filter((other) => other !== index) : [...before, index];
  return replaceMarks(turn, stop, picked);
}

/** Replaces all marks; more than the schema allows are refused. */
export function replaceMarks(turn: Turn, stop: MarkStop, picked: readonly number[]): FormOutcome {
  const { maxItems } = stop.field;
  const distinct = [...new Set(picked)].toSorted((a, b) => a - b);
  if (distinct.length > maxItems) return refuseStop(turn, stop, turn.context.wording.tooManyChosen({ max: maxItems }));
  return proceed({ ...turn.state, marks: { stop: stop.id, picked: distinct } });
}

/** Takes the marked options, in the order of the schema, as the answer. */
export function finishMarks(turn: Turn, stop: MarkStop): FormOutcome {
  const picked = readMarks(turn.state, stop);
  const { minItems, options } = stop.field;
  if (picked.length < minItems) return refuseStop(turn, stop, turn.context.wording.tooFewChosen({ min: minItems }));
  return answerStop(
    turn,
    stop,
    picked.toSorted((a, b) => a - b).flatMap((index) => (options[index] === undefined ? [] : [options[index].value])),
  );
}
