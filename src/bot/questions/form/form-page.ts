import type { JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { isTyped, type QuestionPlan, type TypedField } from "../question-plan.ts";
import { nameStop } from "../show/names.ts";
import type { QuestionWording } from "../wording.ts";
import { isListStop } from "./change-list.ts";
import { findDefault } from "./defaults.ts";
import { readEntryValue } from "../state/entries.ts";
import type { FormState } from "../state/form-state.ts";
import type { Stop } from "../state/stops.ts";
import { stepIdOf, viewForm, WHOLE_STEP, type FormView } from "../state/turn.ts";

/** A stop whose answer is written. */
export interface TypedStop extends Stop {
  readonly field: TypedField;
}

/** True for a stop whose answer is written. */
export function isTypedStop(stop: Stop): stop is TypedStop {
  return isTyped(stop.field);
}

/** One field of a page; `id` comes back with what was written. */
export interface PageField {
  readonly id: string;
  /** The whole name; a platform's label may be too short for it. */
  readonly name: string;
  readonly description?: string;
  /** What stands there before anything is written: the answer so far, else the default, to be confirmed or changed. */
  readonly value?: string;
  readonly required: boolean;
  readonly multiline: boolean;
}

/**
 * The next fields that can be asked on one page of a form: those answered in writing, from the one that is asked now up to the
 * first that is not, at most `limit`. Empty where the current step takes no written answer.
 */
export function listPageFields(
  plan: QuestionPlan,
  state: FormState,
  limit: number,
  wording: QuestionWording,
): readonly PageField[] {
  const view = viewForm(plan, state);
  const { current } = view;
  if (state.whole === true) return [describeWhole(view, wording)];
  if (current === undefined) return [];
  if (isListStop(current))
    return isTyped(current.field.item) ? [describeEntry(view, current, current.field.item, wording)] : [];
  return listPageStops(view, current, limit).map((stop) => describeStop(view, stop, wording));
}

function listPageStops({ stops, state }: FormView, current: Stop, limit: number): readonly TypedStop[] {
  if (!isTypedStop(current)) return [];
  if (current.answered || state.focus === current.id) return [current];
  const page: TypedStop[] = [];
  for (const stop of stops.slice(stops.indexOf(current))) {
    if (page.length >= limit || stop.answered || !isTypedStop(stop)) break;
    page.push(stop);
  }
  return page;
}

function describeStop({ plan }: FormView, stop: TypedStop, wording: QuestionWording): PageField {
  const { field } = stop;
  const value = readEntryValue(stop.entry) ?? findDefault(plan, stop);
  return {
    id: stop.id,
    name: nameStop(stop, wording),
    required: field.required,
    multiline: isLong(field),
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(value === undefined || value === null ? {} : { value: writeTyped(field, value) }),
  };
}

function describeEntry(view: FormView, stop: Stop, item: TypedField, wording: QuestionWording): PageField {
  return { id: stepIdOf(view), name: nameStop(stop, wording), required: true, multiline: isLong(item) };
}

function describeWhole({ plan }: FormView, wording: QuestionWording): PageField {
  const name = nameStop({ trail: [{ field: plan.root }] }, wording);
  return { id: WHOLE_STEP, name, required: true, multiline: true };
}

const SHORT_CHARS = 100;

function isLong(field: TypedField): boolean {
  if (field.kind === "json") return true;
  if (field.kind !== "text" || field.format !== undefined || field.pattern !== undefined) return false;
  return field.length.max === undefined || field.length.max > SHORT_CHARS;
}

/** A value as it would be typed: reading it gives the value back. */
function writeTyped(field: TypedField, value: JsonValue): string {
  return typeof value === "string" && field.kind !== "json" ? value : stringifyJson(value);
}
