import type { JsonValue } from "../../../runtime/json.ts";
import { writeValue } from "../show/value-text.ts";
import { nameStop } from "../show/names.ts";
import { continueForm } from "../judge/conclude.ts";
import type { FormOutcome } from "../judge/context.ts";
import { holdValue, MAX_FORM_CHARS, moveOn, putEntries } from "../state/entries.ts";
import type { FormEntries } from "../state/form-state.ts";
import { checkField } from "../judge/problems.ts";
import type { Stop } from "../state/stops.ts";
import { refuse, type Turn } from "../state/turn.ts";

/** Takes a value as the answer to a field, when it fits the field's schema, and goes on. */
export function answerStop(turn: Turn, stop: Stop, value: JsonValue): FormOutcome {
  const problems = checkField(stop.field, stop.trail, value, turn.context);
  if (problems.length > 0) return refuse(turn, ...problems);
  return enter(turn, { [stop.pointer]: holdValue(value) }, echoValue(turn, stop, value));
}

/** Puts entries in and goes on; refused when the form would grow too large. */
export function enter(turn: Turn, entries: FormEntries, echo: readonly string[] = []): FormOutcome {
  const state = putEntries(turn.state, entries);
  if (state === undefined) return refuse(turn, turn.context.wording.formTooBig({ maxKib: MAX_FORM_CHARS / 1024 }));
  return continueForm(turn.plan, moveOn(state), turn.context, echo);
}

/** A problem with a field, under its name. */
export function refuseStop(turn: Turn, stop: Pick<Stop, "trail">, problem: string): FormOutcome {
  const { wording } = turn.context;
  return refuse(turn, wording.problem({ name: nameStop(stop, wording), problem }));
}

/** How a value was understood. Plain text and JSON are kept as they came, so there is nothing to say back. */
export function echoValue({ context: { wording } }: Turn, stop: Stop, value: JsonValue): readonly string[] {
  if (value !== null && (stop.field.kind === "text" || stop.field.kind === "json")) return [];
  return [wording.echo({ name: nameStop(stop, wording), value: writeValue(stop.field, value, wording) })];
}
