import { line, type RichText } from "../../rich-text.ts";
import { showInvisible } from "../../visible-text.ts";
import { writeAction } from "../form/apply-action.ts";
import { stepIdOf, type FormView } from "../form/turn.ts";
import type { QuestionWording } from "../wording.ts";
import { writeEntry } from "./entry-text.ts";
import type { StepOption } from "./form-step.ts";
import { nameStop } from "./names.ts";
import { writeNamedValues } from "./value-blocks.ts";

/** Everything that was answered, uncut. */
export function writeSummary({ stops }: FormView, wording: QuestionWording): RichText {
  const values = stops.map((stop) => ({
    name: { kind: "bold", text: wording.namedValue({ name: nameStop(stop, wording) }) } as const,
    text: writeEntry(stop, wording),
  }));
  return [
    line({ kind: "bold", text: wording.summaryTitle() }),
    ...writeNamedValues(values),
    line({ kind: "italic", text: wording.summaryHint() }),
  ];
}

/** The fields that can be asked again. */
export function listEditOptions(view: FormView, wording: QuestionWording): readonly StepOption[] {
  const step = stepIdOf(view);
  return view.stops.map((stop) => ({
    label: showInvisible(wording.edit({ name: nameStop(stop, wording) }), false),
    action: writeAction("e", step, stop.id),
  }));
}
