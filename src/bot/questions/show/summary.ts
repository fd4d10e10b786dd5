import { line, type RichText } from "../../text/rich-text.ts";
import { showInvisible } from "../../text/visible-text.ts";
import { writeAction } from "../form/apply-action.ts";
import type { Stop } from "../state/stops.ts";
import { stepIdOf, type FormView } from "../state/turn.ts";
import type { QuestionWording } from "../wording.ts";
import { showEntry } from "./entry-text.ts";
import type { StepOption } from "./form-step.ts";
import { nameStop } from "./names.ts";
import { writeNamedAnswers } from "./value-blocks.ts";

/** Everything that was answered, uncut. */
export function writeSummary({ stops }: FormView, wording: QuestionWording): RichText {
  return [
    line({ kind: "bold", text: wording.summaryTitle() }),
    ...writeAnswers(stops, wording),
    line({ kind: "italic", text: wording.summaryHint() }),
  ];
}

/** What stops were answered with, each under its name. */
export function writeAnswers(stops: readonly Stop[], wording: QuestionWording): RichText {
  return writeNamedAnswers(
    stops.map((stop) => ({
      name: { kind: "bold", text: wording.namedValue({ name: nameStop(stop, wording) }) },
      ...showEntry(stop, wording),
    })),
  );
}

/** The fields that can be asked again. */
export function listEditOptions(view: FormView, wording: QuestionWording): readonly StepOption[] {
  const step = stepIdOf(view);
  return view.stops.map((stop) => ({
    label: showInvisible(wording.edit({ name: nameStop(stop, wording) }), false),
    action: writeAction("e", step, stop.id),
  }));
}
