import { sha256Hex, stableStringify } from "../../../runtime/stable-json.ts";
import type { QuestionPlan } from "../question-plan.ts";
import type { FormContext, FormOutcome } from "../judge/context.ts";
import type { FormState } from "./form-state.ts";
import { findCurrentStop, listStops, type Stop } from "./stops.ts";

/** A form and where it stands. */
export interface FormView {
  readonly plan: QuestionPlan;
  readonly state: FormState;
  readonly stops: readonly Stop[];
  /** Absent at the summary. */
  readonly current?: Stop;
}

/** A form at the moment somebody acts on it. */
export interface Turn extends FormView {
  readonly context: FormContext;
}

/** Looks up where a form stands. */
export function viewForm(plan: QuestionPlan, state: FormState): FormView {
  const stops = listStops(plan, state);
  const current = findCurrentStop(plan, state, stops);
  return { plan, state, stops, ...(current === undefined ? {} : { current }) };
}

/** Looks up where a form stands, for somebody who acts on it. */
export function openTurn(plan: QuestionPlan, state: FormState, context: FormContext): Turn {
  return { ...viewForm(plan, state), context };
}

/** The id of the step in which everything is answered with JSON. */
export const WHOLE_STEP = "w";

/**
 * The id of what is shown now. Actions carry it, so that a second tap, or a button of an older message, never answers another
 * question. A list's id changes with its entries, the summary's with every answer: nobody submits what they did not see.
 */
export function stepIdOf({ state, current }: FormView): string {
  if (state.whole === true) return WHOLE_STEP;
  if (current === undefined) return `s${hashEntries(state)}`;
  if (current.field.kind !== "list") return current.id;
  return `${current.id}+${current.entry?.kind === "list" ? current.entry.count : 0}`;
}

function hashEntries(state: FormState): string {
  return sha256Hex(stableStringify(state.entries)).slice(0, 8);
}

/** What a page of options belongs to: a field, or the summary. */
export function pageKeyOf({ current }: FormView): string {
  return current?.id ?? "s";
}

/** Nothing changed, and why. */
export function refuse(turn: FormView, ...problems: readonly string[]): FormOutcome {
  return { state: turn.state, problems, echo: [] };
}

/** The form goes on from another state. */
export function proceed(state: FormState, echo: readonly string[] = []): FormOutcome {
  return { state, problems: [], echo };
}
