import { line, type Block } from "../../text/rich-text.ts";
import { isMarkStop, readMarks, type MarkStop } from "../form/marks.ts";
import type { Stop } from "../state/stops.ts";
import type { FormView } from "../state/turn.ts";
import type { QuestionWording } from "../wording.ts";
import type { StepSelect } from "./form-step.ts";
import { writeHint } from "./hints.ts";

/** A select, and how it is used, in words. */
export interface DescribedSelect extends Omit<StepSelect, "body"> {
  readonly hint: readonly Block[];
}

/** The select of a stop; undefined where there is nothing to choose from. */
export function describeSelect(view: FormView, stop: Stop, wording: QuestionWording): DescribedSelect | undefined {
  if (isMarkStop(stop)) return describeMarks(view, stop, wording);
  if (stop.field.kind !== "choice" || stop.field.options.length === 0) return undefined;
  const bounds = { min: 1, max: 1 };
  return {
    ...bounds,
    placeholder: wording.selectPlaceholder(bounds),
    canBeDone: false,
    hint: writeHint(view, stop, wording),
  };
}

/** A client sends nothing when a choice stays as it was: what is marked already is handed in with Done. */
function describeMarks(view: FormView, stop: MarkStop, wording: QuestionWording): DescribedSelect | undefined {
  const { minItems: min, maxItems: max } = stop.field;
  const marked = new Set(readMarks(view.state, stop)).size;
  if (max < 1 || marked > max) return undefined;
  const canBeDone = marked >= min;
  const hint = wording.expectSelection({ min, max, ...(canBeDone ? { marked } : {}) });
  return {
    min,
    max,
    placeholder: wording.selectPlaceholder({ min, max }),
    canBeDone,
    hint: [line({ kind: "italic", text: hint })],
  };
}
