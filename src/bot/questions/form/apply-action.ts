import { ownMember } from "../../../runtime/json.ts";
import { isLeaf, type QuestionPlan } from "../question-plan.ts";
import { answerStop, enter } from "./answer-stop.ts";
import { addEntry, closeList, isListStop, removeEntryAround, removeLastEntry } from "./change-list.ts";
import { concludeForm } from "../judge/conclude.ts";
import type { FormContext, FormOutcome } from "../judge/context.ts";
import { holdValue, moveOn } from "../state/entries.ts";
import type { FormState } from "../state/form-state.ts";
import { finishMarks, isMarkStop, toggleMark } from "./marks.ts";
import { isGated, type Stop } from "../state/stops.ts";
import { openTurn, pageKeyOf, proceed, refuse, stepIdOf, type Turn } from "../state/turn.ts";
import { useAllDefaults, useDefault } from "./use-defaults.ts";

/** What a short action code says. `argument` is an option's position, a page, or a field's id. */
interface Action {
  readonly verb: string;
  readonly argument: string;
  readonly step: string;
}

/**
 * Does what a button says. An action is `<verb><argument>@<step>`, at most 24 bytes of `[a-z0-9.+@]`; it counts only in the step
 * it was made for, so that a second tap on an old message changes nothing. Never throws, whatever the text.
 */
export function applyAction(plan: QuestionPlan, state: FormState, action: string, context: FormContext): FormOutcome {
  const turn = openTurn(plan, state, context);
  const parsed = parseAction(action);
  if (parsed === undefined || parsed.step !== stepIdOf(turn)) return refuse(turn, context.wording.staleButton());
  return act(turn, parsed) ?? refuse(turn, context.wording.staleButton());
}

/** Writes the code of a button; see {@link applyAction}. */
export function writeAction(verb: Verb, step: string, argument: string | number = ""): string {
  return `${verb}${argument}@${step}`;
}

/** What buttons can say. */
export type Verb = keyof typeof STOP_VERBS | keyof typeof FORM_VERBS;

function parseAction(text: string): Action | undefined {
  const match = /^(?<verb>[a-z]{1,6})(?<argument>[\d.]{0,12})@(?<step>[a-z\d.+]{1,14})$/u.exec(text);
  if (match?.groups === undefined) return undefined;
  const { verb = "", argument = "", step = "" } = match.groups;
  return { verb, argument, step };
}

function act(turn: Turn, { verb, argument }: Action): FormOutcome | undefined {
  const formAct = ownMember<FormAct>(FORM_VERBS, verb);
  if (formAct !== undefined) return formAct(turn, argument);
  if (turn.state.whole === true || turn.current === undefined) return undefined;
  return ownMember<StopAct>(STOP_VERBS, verb)?.(turn, turn.current, argument === "" ? NaN : Number(argument));
}

type StopAct = (turn: Turn, stop: Stop, number: number) => FormOutcome | undefined;

/** What can be said about the field that is being asked. Undefined: not about a field like this. */
const STOP_VERBS = {
  c: (turn, stop, number) => {
    const option = stop.field.kind === "choice" ? stop.field.options[number] : undefined;
    return option === undefined ? undefined : answerStop(turn, stop, option.value);
  },
  yes: (turn, stop) => (stop.field.kind === "boolean" ? answerStop(turn, stop, true) : undefined),
  no: (turn, stop) => (stop.field.kind === "boolean" ? answerStop(turn, stop, false) : undefined),
  m: (turn, stop, number) =>
    isMarkStop(stop) && stop.field.options[number] !== undefined ? toggleMark(turn, stop, number) : undefined,
  done: (turn, stop) => {
    if (isMarkStop(stop)) return finishMarks(turn, stop);
    return isListStop(stop) ? closeList(turn, stop) : undefined;
  },
  skip: (turn, stop) => (stop.field.required ? undefined : enter(turn, { [stop.pointer]: { kind: "skipped" } })),
  nil: (turn, stop) => (stop.field.nullable ? enter(turn, { [stop.pointer]: holdValue(null) }) : undefined),
  def: (turn, stop) => useDefault(turn, stop),
  alldef: (turn) => (turn.state.usedDefaults === true ? undefined : useAllDefaults(turn)),
  keep: (turn, stop) => (stop.answered ? proceed(moveOn(turn.state)) : undefined),
  back: (turn, stop) => goBack(turn, stop),
  fill: (turn, stop) =>
    stop.field.kind === "object" && isGated(stop.field) ? enter(turn, { [stop.pointer]: { kind: "open" } }) : undefined,
  add: (turn, stop) => (isListStop(stop) ? addEntry(turn, stop) : undefined),
  rm: (turn, stop) => (isListStop(stop) ? removeLastEntry(turn, stop) : undefined),
  drop: (turn, stop) => (stop.inside === undefined ? undefined : removeEntryAround(turn, stop.inside)),
} satisfies Readonly<Record<string, StopAct>>;

type FormAct = (turn: Turn, argument: string) => FormOutcome | undefined;

/** What can be said about the form as a whole. */
const FORM_VERBS = {
  p: (turn, argument) => {
    const from = Number(argument);
    return argument !== "" && Number.isInteger(from)
      ? proceed({ ...turn.state, page: { stop: pageKeyOf(turn), from } })
      : undefined;
  },
  e: (turn, argument) => {
    const isKnown = isAtSummary(turn) && turn.stops.some((stop) => stop.id === argument);
    return isKnown ? proceed({ ...moveOn(turn.state), focus: argument }) : undefined;
  },
  submit: (turn) => (isAtSummary(turn) ? concludeForm(turn.plan, turn.state, turn.context) : undefined),
  json: (turn) => (isLeaf(turn.plan.root) ? undefined : proceed({ ...turn.state, whole: true })),
  form: (turn) => {
    const { whole, ...rest } = turn.state;
    return whole === true ? proceed(rest) : undefined;
  },
} satisfies Readonly<Record<string, FormAct>>;

function isAtSummary({ state, current }: Turn): boolean {
  return current === undefined && state.whole !== true;
}

function goBack(turn: Turn, stop: Stop): FormOutcome | undefined {
  const before = turn.stops[turn.stops.findIndex(({ id }) => id === stop.id) - 1];
  return before === undefined ? undefined : proceed({ ...moveOn(turn.state), focus: before.id });
}
