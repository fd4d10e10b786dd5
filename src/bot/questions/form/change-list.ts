import type { JsonValue } from "../../../runtime/json.ts";
import { encodePointer } from "../json-pointer.ts";
import type { ListField } from "../question-plan.ts";
import { echoValue, enter, refuseStop } from "./answer-stop.ts";
import { assembleField } from "../state/assemble.ts";
import type { FormOutcome } from "../judge/context.ts";
import { holdValue, moveOn, removeListEntry } from "../state/entries.ts";
import type { FormEntries } from "../state/form-state.ts";
import { checkField } from "../judge/problems.ts";
import type { Stop } from "../state/stops.ts";
import { proceed, refuse, type Turn } from "../state/turn.ts";

/** A stop that asks for another entry of a list, or for its end. */
export interface ListStop extends Stop {
  readonly field: ListField;
}

/** True for a stop that asks for another entry of a list. */
export function isListStop(stop: Stop | undefined): stop is ListStop {
  return stop?.field.kind === "list";
}

/** How many entries a list has so far. */
export function countEntries(stop: Stop): number {
  return stop.entry?.kind === "list" ? stop.entry.count : 0;
}

/** More places than this are not asked one by one, however lists multiply. */
const MAX_STOPS = 1_000;

/** Begins another entry, which is asked next. */
export function addEntry(turn: Turn, stop: ListStop): FormOutcome {
  return grow(turn, stop, {}, []);
}

/** Adds an entry that was typed. */
export function addTypedEntry(turn: Turn, stop: ListStop, value: JsonValue): FormOutcome {
  const count = countEntries(stop);
  const trail = [...stop.trail, { field: stop.field.item, number: count + 1 }];
  const problems = checkField(stop.field.item, trail, value, turn.context);
  if (problems.length > 0) return refuse(turn, ...problems);
  const entry = { ...stop, field: stop.field.item, trail };
  return grow(turn, stop, { [encodePointer([...stop.path, count])]: holdValue(value) }, echoValue(turn, entry, value));
}

function grow(turn: Turn, stop: ListStop, entries: FormEntries, echo: readonly string[]): FormOutcome {
  const { wording } = turn.context;
  const count = countEntries(stop);
  if (count >= stop.field.maxItems) return refuseStop(turn, stop, wording.tooManyEntries({ max: stop.field.maxItems }));
  if (turn.stops.length >= MAX_STOPS) return refuseStop(turn, stop, wording.tooManyFields());
  return enter(turn, { ...entries, [stop.pointer]: { kind: "list", count: count + 1, closed: false } }, echo);
}

/** Takes the last entry away. */
export function removeLastEntry(turn: Turn, stop: ListStop): FormOutcome {
  return proceed(moveOn(removeListEntry(turn.state, stop.pointer, countEntries(stop) - 1)));
}

/** Takes away the entry that is being asked. */
export function removeEntryAround(turn: Turn, inside: { readonly list: string; readonly index: number }): FormOutcome {
  return proceed(moveOn(removeListEntry(turn.state, inside.list, inside.index)));
}

/** Ends a list, when it has as many entries as it must and they fit together. */
export function closeList(turn: Turn, stop: ListStop): FormOutcome {
  const count = countEntries(stop);
  const { minItems } = stop.field;
  if (count < minItems) return refuseStop(turn, stop, turn.context.wording.tooFewEntries({ min: minItems }));
  const closed = { [stop.pointer]: { kind: "list", count, closed: true } } as const;
  const value = assembleField(stop.field, stop.path, { ...turn.state, entries: { ...turn.state.entries, ...closed } });
  const problems = value === undefined ? [] : checkField(stop.field, stop.trail, value, turn.context);
  return problems.length > 0 ? refuse(turn, ...problems) : enter(turn, closed);
}
