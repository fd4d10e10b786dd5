import type { Option, QuestionPlan } from "../question-plan.ts";
import { answerStop, refuseStop } from "./answer-stop.ts";
import type { FormContext, FormOutcome } from "../judge/context.ts";
import { finishMarks, isMarkStop, replaceMarks, type MarkStop } from "./marks.ts";
import type { FormState } from "../state/form-state.ts";
import type { Stop } from "../state/stops.ts";
import { openTurn, refuse, stepIdOf, type Turn } from "../state/turn.ts";

/**
 * Takes what was chosen from the select of a step as its answer. A value is an option's position; what the question does not
 * offer, the same twice, too much and too little is refused, and so is a choice of an earlier step. A choice of several that
 * the schema does not take stays marked. Never throws, whatever the values.
 */
export function applyChoice(
  plan: QuestionPlan,
  state: FormState,
  values: readonly string[],
  context: FormContext,
  step: string,
): FormOutcome {
  const turn = openTurn(plan, state, context);
  const { current: stop } = turn;
  const options = state.whole === true ? undefined : findOptions(stop);
  if (step !== stepIdOf(turn) || stop === undefined || options === undefined) {
    return refuse(turn, context.wording.staleChoice());
  }
  const picked = values.map(readPosition);
  const problem = findProblem(picked, options, turn);
  if (problem !== undefined) return refuseStop(turn, stop, problem);
  return isMarkStop(stop) ? chooseSeveral(turn, stop, picked) : chooseOne(turn, stop, options, picked);
}

function findOptions(stop: Stop | undefined): readonly Option[] | undefined {
  return stop?.field.kind === "choice" || stop?.field.kind === "multi_choice" ? stop.field.options : undefined;
}

/** A position as it was sent; Infinity for anything else. */
function readPosition(value: string): number {
  return /^(?:0|[1-9]\d{0,5})$/u.test(value) ? Number(value) : Infinity;
}

/** What only a changed client sends. */
function findProblem(
  picked: readonly number[],
  { length }: readonly Option[],
  { context: { wording } }: Turn,
): string | undefined {
  if (picked.some((index) => index >= length)) return wording.notAnOption({ typed: "", near: [] });
  return new Set(picked).size < picked.length ? wording.repeated() : undefined;
}

function chooseOne(turn: Turn, stop: Stop, options: readonly Option[], picked: readonly number[]): FormOutcome {
  const { wording } = turn.context;
  const [option, ...others] = picked.flatMap((index) => options[index] ?? []);
  if (option === undefined) return refuseStop(turn, stop, wording.tooFewChosen({ min: 1 }));
  if (others.length > 0) return refuseStop(turn, stop, wording.tooManyChosen({ max: 1 }));
  return answerStop(turn, stop, option.value);
}

function chooseSeveral(turn: Turn, stop: MarkStop, picked: readonly number[]): FormOutcome {
  const marked = replaceMarks(turn, stop, picked);
  return marked.problems.length > 0 ? marked : finishMarks({ ...turn, state: marked.state }, stop);
}
