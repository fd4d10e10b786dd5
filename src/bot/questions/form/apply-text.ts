import { matchOption, type OptionReading } from "../parse/option.ts";
import { readJsonAnswer, readTypedAnswer } from "../parse/typed-answer.ts";
import { isTyped, type Option, type QuestionPlan } from "../question-plan.ts";
import { labelOptions } from "../show/option-labels.ts";
import { answerStop, refuseStop } from "./answer-stop.ts";
import { addTypedEntry, isListStop, type ListStop } from "./change-list.ts";
import { judgeWhole } from "../judge/conclude.ts";
import type { FormContext, FormOutcome } from "../judge/context.ts";
import type { FormState } from "../state/form-state.ts";
import { isMarkStop, replaceMarks, type MarkStop } from "./marks.ts";
import type { Stop } from "../state/stops.ts";
import { openTurn, refuse, stepIdOf, type Turn } from "../state/turn.ts";

/**
 * Takes a typed reply for the step that is shown. With `step`, the id of the step the reply was written to, a reply to an earlier
 * step is refused rather than taken for another question. Never throws, whatever the text.
 */
export function applyText(
  plan: QuestionPlan,
  state: FormState,
  text: string,
  context: FormContext,
  step?: string,
): FormOutcome {
  const turn = openTurn(plan, state, context);
  if (step !== undefined && step !== stepIdOf(turn)) return refuse(turn, context.wording.staleReply());
  if (state.whole === true) return answerWhole(turn, text);
  return turn.current === undefined
    ? refuse(turn, context.wording.useButtons())
    : answerWithText(turn, turn.current, text);
}

/**
 * Takes a file: JSON for the field that is asked, where that field is answered with JSON, and for the whole question anywhere
 * else.
 */
export function applyFile(plan: QuestionPlan, state: FormState, text: string, context: FormContext): FormOutcome {
  const turn = openTurn(plan, state, context);
  if (state.whole !== true && turn.current?.field.kind === "json") return answerWithText(turn, turn.current, text);
  return answerWhole(turn, text);
}

function answerWhole(turn: Turn, text: string): FormOutcome {
  const { plan, state, context } = turn;
  const answer = readJsonAnswer(text, context.wording);
  if (answer.kind === "value") return judgeWhole(plan, state, answer.value, context);
  return refuseStop(turn, { trail: [{ field: plan.root }] }, answer.problem);
}

function answerWithText(turn: Turn, stop: Stop, text: string): FormOutcome {
  const { field } = stop;
  const { wording } = turn.context;
  if (isMarkStop(stop)) return markTyped(turn, stop, text);
  if (isListStop(stop)) return addTyped(turn, stop, text);
  if (field.kind === "choice") return chooseTyped(turn, stop, field.options, text);
  if (field.kind !== "boolean" && !isTyped(field)) return refuseStop(turn, stop, wording.useButtons());
  const answer = readTypedAnswer(field, text, wording);
  return answer.kind === "value" ? answerStop(turn, stop, answer.value) : refuseStop(turn, stop, answer.problem);
}

function addTyped(turn: Turn, stop: ListStop, text: string): FormOutcome {
  const { item } = stop.field;
  if (!isTyped(item)) return refuseStop(turn, stop, turn.context.wording.useButtons());
  const answer = readTypedAnswer(item, text, turn.context.wording);
  return answer.kind === "value" ? addTypedEntry(turn, stop, answer.value) : refuseStop(turn, stop, answer.problem);
}

function chooseTyped(turn: Turn, stop: Stop, options: readonly Option[], text: string): FormOutcome {
  const reading = matchOption(options, labelOptions(options, turn.context.wording), text);
  const option = reading.kind === "option" ? options[reading.index] : undefined;
  return option === undefined
    ? refuseStop(turn, stop, tellOption(turn, options, reading, text))
    : answerStop(turn, stop, option.value);
}

/** One option, or several with a comma or a line break between them: they become the marks, still to be confirmed with Done. */
function markTyped(turn: Turn, stop: MarkStop, text: string): FormOutcome {
  const { options } = stop.field;
  const labels = labelOptions(options, turn.context.wording);
  const whole = matchOption(options, labels, text);
  if (whole.kind === "option") return replaceMarks(turn, stop, [whole.index]);
  const names = text.split(/[\n,;]/u).map((name) => name.trim());
  const readings = names
    .filter((name) => name !== "")
    .map((name) => ({ name, reading: matchOption(options, labels, name) }));
  const unclear = readings.find(({ reading }) => reading.kind !== "option");
  if (unclear !== undefined) return refuseStop(turn, stop, tellOption(turn, options, unclear.reading, unclear.name));
  if (readings.length === 0) return refuseStop(turn, stop, tellOption(turn, options, whole, text));
  return replaceMarks(
    turn,
    stop,
    readings.flatMap(({ reading }) => (reading.kind === "option" ? [reading.index] : [])),
  );
}

const MAX_QUOTED_CHARS = 60;

function tellOption(
  { context: { wording } }: Turn,
  options: readonly Option[],
  reading: OptionReading,
  text: string,
): string {
  const labels = labelOptions(options, wording);
  const name = (index: number): string => labels[index] ?? "";
  if (reading.kind === "several") return wording.severalOptions({ labels: reading.indexes.map(name) });
  const typed = text.trim().length > MAX_QUOTED_CHARS ? "" : text.trim();
  return wording.notAnOption({ typed, near: reading.kind === "unknown" ? reading.near.map(name) : [] });
}
