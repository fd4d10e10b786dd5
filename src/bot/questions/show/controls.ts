import { showInvisible } from "../../text/visible-text.ts";
import { writeAction, type Verb } from "../form/apply-action.ts";
import { countEntries, isListStop } from "../form/change-list.ts";
import { findDefault } from "../form/defaults.ts";
import type { Stop } from "../state/stops.ts";
import { stepIdOf, type FormView } from "../state/turn.ts";
import { listOpenDefaults } from "../form/use-defaults.ts";
import { isLeaf, isTyped } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import type { ControlKind, StepControl } from "./form-step.ts";
import { writeValue } from "./value-text.ts";

/** What can be pressed at a stop besides its options, most important first. */
export function listStopControls(view: FormView, stop: Stop, wording: QuestionWording): readonly StepControl[] {
  const { field } = stop;
  const isOnly = isLeaf(view.plan.root);
  const position = view.stops.findIndex(({ id }) => id === stop.id);
  const isUntouched = Object.keys(view.state.entries).length === 0;
  const all: readonly (StepControl | false)[] = [
    canBeDone(stop) && control("done", wording.done()),
    field.kind === "object" && control("fill", wording.fillIn()),
    canGrow(stop) && control("add", wording.add()),
    useDefaultControl(),
    !isOnly && hasSeveralDefaults(view) && control("all_defaults", wording.useAllDefaults()),
    !field.required && control("skip", wording.skip()),
    field.nullable && control("none", wording.none()),
    !isOnly && stop.answered && control("keep", wording.keep()),
    countEntries(stop) > 0 && control("remove_last", wording.removeLast()),
    stop.inside !== undefined && control("remove_entry", wording.removeEntry()),
    position > 0 && control("back", wording.back()),
    !isOnly && (isUntouched || isListStop(stop)) && control("as_json", wording.asJson()),
  ];
  return all.filter((entry) => entry !== false);

  function control(kind: ControlKind, label: string): StepControl {
    return writeControl(view, kind, label);
  }

  function useDefaultControl(): StepControl | false {
    const value = findDefault(view.plan, stop);
    if (value === undefined) return false;
    const label = wording.useDefault({ value: writeValue(field, value, wording) });
    return { ...control("default", showInvisible(label, false)), short: wording.useThisDefault() };
  }
}

/** What can be pressed at the summary besides the fields to edit. */
export function listSummaryControls(view: FormView, wording: QuestionWording): readonly StepControl[] {
  return [writeControl(view, "submit", wording.submit()), writeControl(view, "as_json", wording.asJson())];
}

/** The button of a control. */
export function writeControl(view: FormView, kind: ControlKind, label: string): StepControl {
  return { kind, label, action: writeAction(VERBS[kind], stepIdOf(view)) };
}

const VERBS: Readonly<Record<ControlKind, Verb>> = {
  done: "done",
  submit: "submit",
  fill: "fill",
  add: "add",
  default: "def",
  all_defaults: "alldef",
  skip: "skip",
  none: "nil",
  keep: "keep",
  remove_last: "rm",
  remove_entry: "drop",
  back: "back",
  as_json: "json",
  as_form: "form",
};

function canBeDone(stop: Stop): boolean {
  return stop.field.kind === "multi_choice" || (isListStop(stop) && countEntries(stop) >= stop.field.minItems);
}

function canGrow(stop: Stop): boolean {
  return isListStop(stop) && !isTyped(stop.field.item) && countEntries(stop) < stop.field.maxItems;
}

function hasSeveralDefaults(view: FormView): boolean {
  return view.state.usedDefaults !== true && listOpenDefaults(view.plan, view.stops).length > 1;
}
