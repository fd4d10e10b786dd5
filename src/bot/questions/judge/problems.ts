import type { JsonValue } from "../../../runtime/json.ts";
import { showInvisible } from "../../text/visible-text.ts";
import type { Field, QuestionPlan } from "../question-plan.ts";
import { nameTrail } from "../show/names.ts";
import type { FormContext, ResponseProblem } from "./context.ts";
import { sayFault } from "./say-fault.ts";
import { locateProblem } from "./locate-problem.ts";
import type { TrailPart } from "../state/stops.ts";

/** So many problems are told; the rest is counted. */
const MAX_TOLD = 30;

/** Why a value does not fit its field, each with the field's name. A field that cannot be judged alone has no problem yet. */
export function checkField(
  field: Field,
  trail: readonly TrailPart[],
  value: JsonValue,
  context: FormContext,
): readonly string[] {
  if (field.check === undefined || (value === null && field.nullable)) return [];
  const name = nameTrail(trail, context.wording);
  const found = judgeAlone(field.check, value, context);
  return tellProblems(
    found.map((problem) => writeProblem(name, problem.path, problem, context)),
    context,
  );
}

/** A validator may not be able to use a schema taken out of its place; the whole answer is judged later anyway. */
function judgeAlone(
  check: NonNullable<Field["check"]>,
  value: JsonValue,
  context: FormContext,
): readonly ResponseProblem[] {
  try {
    return context.validate(check, value);
  } catch {
    return [];
  }
}

/** The problems of a whole answer, each with the name of the field it belongs to. */
export function nameProblems(
  plan: QuestionPlan,
  found: readonly ResponseProblem[],
  context: FormContext,
): readonly string[] {
  const told = found.map((problem) => {
    const place = locateProblem(plan, problem.path);
    return writeProblem(nameTrail(place.trail, context.wording), place.rest, problem, context);
  });
  return tellProblems(told, context);
}

function writeProblem(name: string, rest: string, problem: ResponseProblem, { wording }: FormContext): string {
  const titles = rest === "" || rest === "/" ? [name] : [name, rest];
  return showInvisible(wording.problem({ name: wording.path({ titles }), problem: sayFault(problem, wording) }), false);
}

function tellProblems(problems: readonly string[], { wording }: FormContext): readonly string[] {
  const told = [...new Set(problems)];
  if (told.length <= MAX_TOLD) return told;
  return [...told.slice(0, MAX_TOLD), wording.moreProblems({ count: told.length - MAX_TOLD })];
}
