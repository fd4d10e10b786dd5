import { stringifyJson } from "../../../runtime/stable-json.ts";
import { line, type Block, type RichText } from "../../text/rich-text.ts";
import { findDefault } from "../form/defaults.ts";
import type { FormState } from "../state/form-state.ts";
import type { Stop } from "../state/stops.ts";
import { pageKeyOf, stepIdOf, viewForm, WHOLE_STEP, type FormView } from "../state/turn.ts";
import { isLeaf, isTyped, type Field, type QuestionPlan, type TypedField } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import { listStopControls, listSummaryControls, writeControl } from "./controls.ts";
import { showAnswer, showEntry } from "./entry-text.ts";
import type { FormStep, StepSelect } from "./form-step.ts";
import { writeHint } from "./hints.ts";
import { nameStop } from "./names.ts";
import { listStepOptions } from "./step-options.ts";
import { describeSelect, type DescribedSelect } from "./step-select.ts";
import { listEditOptions, writeAnswers, writeSummary } from "./summary.ts";
import { writeLines, writeNamedAnswer } from "./value-blocks.ts";

/** What a question shows now: the field to answer, or the summary of what was answered. */
export function currentStep(plan: QuestionPlan, state: FormState, wording: QuestionWording): FormStep {
  const view = viewForm(plan, state);
  if (state.whole === true) return showWhole(view, wording);
  return view.current === undefined ? showSummary(view, wording) : showStop(view, view.current, wording);
}

function showStop(view: FormView, stop: Stop, wording: QuestionWording): FormStep {
  const typed = findTyped(stop.field);
  const described = describeSelect(view, stop, wording);
  const writeBody = (hint: RichText): RichText => [
    ...introduce(view, stop),
    writeHead(view, stop, wording),
    ...describe(stop.field),
    ...hint,
    ...writeValues(view, stop, wording),
  ];
  return {
    id: stepIdOf(view),
    kind: stop.field.kind,
    pointer: stop.pointer,
    name: nameStop(stop, wording),
    body: writeBody(writeHint(view, stop, wording)),
    options: listStepOptions(view, stop, wording),
    from: readPageStart(view),
    controls: listStopControls(view, stop, wording),
    ...(described === undefined ? {} : { select: writeSelect(described, writeBody) }),
    ...(typed === undefined ? {} : { reply: { placeholder: wording.placeholder({ kind: typed.kind }) } }),
  };
}

function writeSelect({ hint, ...rest }: DescribedSelect, writeBody: (hint: RichText) => RichText): StepSelect {
  return { ...rest, body: writeBody(hint) };
}

function showSummary(view: FormView, wording: QuestionWording): FormStep {
  return {
    id: stepIdOf(view),
    kind: "summary",
    pointer: "",
    name: wording.summaryTitle(),
    body: writeSummary(view, wording),
    options: listEditOptions(view, wording),
    from: readPageStart(view),
    controls: listSummaryControls(view, wording),
  };
}

function showWhole(view: FormView, wording: QuestionWording): FormStep {
  const { root, schema } = view.plan;
  const name = nameStop({ trail: [{ field: root }] }, wording);
  return {
    id: WHOLE_STEP,
    kind: "whole",
    pointer: "",
    name,
    body: [
      line({ kind: "bold", text: name }),
      ...describe(root),
      line({ kind: "italic", text: wording.expectWhole() }),
      { kind: "code", text: stringifyJson(schema, 2), language: "json" },
    ],
    options: [],
    from: 0,
    controls: [writeControl(view, "as_form", wording.asForm())],
    reply: { placeholder: wording.placeholder({ kind: "json" }) },
  };
}

/** Titles and descriptions of what this stop is the first of: the question itself, and objects that are not asked about. */
function introduce({ stops }: FormView, stop: Stop): RichText {
  const before = stops[stops.findIndex(({ id }) => id === stop.id) - 1];
  return stop.trail.slice(0, -1).flatMap(({ field }, depth): readonly Block[] => {
    const isSeen =
      before !== undefined && stop.path.slice(0, depth).every((part, index) => before.path[index] === part);
    if (isSeen) return [];
    const title: readonly Block[] =
      depth === 0 && field.title !== "" ? [line({ kind: "bold", text: field.title })] : [];
    return [...title, ...describe(field)];
  });
}

function writeHead({ stops }: FormView, stop: Stop, wording: QuestionWording): Block {
  const isFlat = stops.length > 1 && stops.every(({ field }) => isLeaf(field));
  const position = stops.findIndex(({ id }) => id === stop.id) + 1;
  const notes = [
    ...(isFlat ? [wording.progress({ position, of: stops.length })] : []),
    ...(stop.field.required ? [] : [wording.optional()]),
  ];
  const name = { kind: "bold", text: nameStop(stop, wording) } as const;
  return notes.length === 0 ? line(name) : line(name, wording.notes({ notes }));
}

function describe({ description }: Field): RichText {
  return description === undefined ? [] : writeLines(description);
}

/** What the field was answered with before, and its default. */
function writeValues(view: FormView, stop: Stop, wording: QuestionWording): RichText {
  const value = findDefault(view.plan, stop);
  const current = wording.namedValue({ name: wording.current() });
  const byDefault = wording.namedValue({ name: wording.byDefault() });
  return [
    ...(stop.entry?.kind === "list" ? writeAnswers(listInside(view, stop), wording) : []),
    ...(stop.entry === undefined || stop.entry.kind === "list"
      ? []
      : writeNamedAnswer({ name: current, ...showEntry(stop, wording) })),
    ...(value === undefined ? [] : writeNamedAnswer({ name: byDefault, ...showAnswer(stop.field, value, wording) })),
  ];
}

/** Everything asked inside a list so far. */
function listInside({ stops }: FormView, list: Stop): readonly Stop[] {
  return stops.filter((stop) => stop.id !== list.id && list.path.every((part, index) => stop.path[index] === part));
}

/** The field whose answer is written here: the stop's own, or that of a list's entries. */
function findTyped(field: Field): TypedField | undefined {
  if (isTyped(field)) return field;
  return field.kind === "list" && isTyped(field.item) ? field.item : undefined;
}

function readPageStart(view: FormView): number {
  return view.state.page?.stop === pageKeyOf(view) ? view.state.page.from : 0;
}
