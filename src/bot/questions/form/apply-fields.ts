import { ownMember } from "../../../runtime/json.ts";
import { readTypedAnswer } from "../parse/typed-answer.ts";
import type { QuestionPlan } from "../question-plan.ts";
import { nameStop } from "../show/names.ts";
import { echoValue } from "./answer-stop.ts";
import { applyText } from "./apply-text.ts";
import { isListStop } from "./change-list.ts";
import { continueForm } from "../judge/conclude.ts";
import type { FormContext, FormOutcome } from "../judge/context.ts";
import { holdValue, MAX_FORM_CHARS, moveOn, putEntries } from "../state/entries.ts";
import { isTypedStop, type TypedStop } from "./form-page.ts";
import type { FormEntry, FormState } from "../state/form-state.ts";
import { checkField } from "../judge/problems.ts";
import { openTurn, refuse, stepIdOf, type Turn } from "../state/turn.ts";

/** What came of one field of a page. */
interface FieldOutcome {
  readonly stop: TypedStop;
  readonly entry?: FormEntry;
  readonly problems: readonly string[];
  readonly echo: readonly string[];
}

/**
 * Takes a page of written answers at once, by the ids of their stops. Each field is taken or refused by itself: what fits is kept,
 * and the form stands at the first field that does not. A blank optional field is left out. `step` is the step the page was opened
 * from, where the caller knows it: a page of an earlier step is refused.
 */
export function applyFields(
  plan: QuestionPlan,
  state: FormState,
  values: Readonly<Record<string, string>>,
  context: FormContext,
  step?: string,
): FormOutcome {
  const turn = openTurn(plan, state, context);
  const current = stepIdOf(turn);
  if (step !== undefined && step !== current) return refuse(turn, context.wording.staleReply());
  const alone = ownMember(values, current);
  if (alone !== undefined && (state.whole === true || isListStop(turn.current))) {
    return applyText(plan, state, alone, context);
  }
  const stops = turn.stops.filter(isTypedStop).filter((stop) => Object.hasOwn(values, stop.id));
  if (stops.length === 0 || stops.length < Object.keys(values).length)
    return refuse(turn, context.wording.staleReply());
  const fields = stops.map((stop) => takeField(turn, stop, ownMember(values, stop.id) ?? ""));
  const taken = fields.flatMap(({ stop, entry }) => (entry === undefined ? [] : [[stop.pointer, entry] as const]));
  const next = putEntries(state, Object.fromEntries(taken));
  if (next === undefined) return refuse(turn, context.wording.formTooBig({ maxKib: MAX_FORM_CHARS / 1024 }));
  const problems = fields.flatMap((field) => field.problems);
  const echo = fields.flatMap((field) => field.echo);
  const wrong = fields.find((field) => field.entry === undefined);
  if (wrong === undefined) return continueForm(plan, moveOn(next), context, echo);
  return { state: { ...moveOn(next), focus: wrong.stop.id }, problems, echo };
}

function takeField(turn: Turn, stop: TypedStop, text: string): FieldOutcome {
  const { wording } = turn.context;
  const name = nameStop(stop, wording);
  const isBlank = text === "" || (text.trim() === "" && stop.field.kind !== "text");
  if (isBlank) return takeBlank(turn, stop, name);
  const answer = readTypedAnswer(stop.field, text, wording);
  if (answer.kind === "problem") {
    return { stop, problems: [wording.problem({ name, problem: answer.problem })], echo: [] };
  }
  const problems = checkField(stop.field, stop.trail, answer.value, turn.context);
  if (problems.length > 0) return { stop, problems, echo: [] };
  return { stop, entry: holdValue(answer.value), problems, echo: echoValue(turn, stop, answer.value) };
}

function takeBlank(turn: Turn, stop: TypedStop, name: string): FieldOutcome {
  const { wording } = turn.context;
  if (!stop.field.required) return { stop, entry: { kind: "skipped" }, problems: [], echo: [] };
  return { stop, problems: [wording.problem({ name, problem: wording.needed() })], echo: [] };
}
