import { writeAction } from "../form/apply-action.ts";
import { isMarkStop, readMarks } from "../form/marks.ts";
import type { Stop } from "../state/stops.ts";
import { stepIdOf, type FormView } from "../state/turn.ts";
import type { Option } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import type { StepOption } from "./form-step.ts";
import { labelOptions } from "./option-labels.ts";

/** What can be picked at a stop. */
export function listStepOptions(view: FormView, stop: Stop, wording: QuestionWording): readonly StepOption[] {
  const { field } = stop;
  const step = stepIdOf(view);
  if (field.kind === "boolean") {
    return [
      { label: wording.yes(), action: writeAction("yes", step) },
      { label: wording.no(), action: writeAction("no", step) },
    ];
  }
  if (field.kind !== "choice" && field.kind !== "multi_choice") return [];
  const labels = labelOptions(field.options, wording);
  const marks = isMarkStop(stop) ? new Set(readMarks(view.state, stop)) : undefined;
  return field.options.map((option, index) => ({
    label: labels[index] ?? "",
    action: writeAction(marks === undefined ? "c" : "m", step, index),
    ...describeOption(option),
    ...(marks === undefined ? {} : { marked: marks.has(index) }),
  }));
}

function describeOption({ description }: Option): Pick<StepOption, "description"> {
  return description === undefined ? {} : { description };
}
