import { messageOf } from "../../../runtime/errors.ts";
import type { JsonValue } from "../../../runtime/json.ts";
import { isLeaf, type QuestionPlan } from "../question-plan.ts";
import { assembleAnswer } from "../state/assemble.ts";
import type { FormContext, FormOutcome, ResponseProblem } from "./context.ts";
import type { FormState } from "../state/form-state.ts";
import { locateProblem } from "./locate-problem.ts";
import { nameProblems } from "./problems.ts";
import { listStops } from "../state/stops.ts";
import { proceed } from "../state/turn.ts";

/** After an answer: a question of one field is complete with it, any other goes on. */
export function continueForm(
  plan: QuestionPlan,
  state: FormState,
  context: FormContext,
  echo: readonly string[],
): FormOutcome {
  return isLeaf(plan.root) ? concludeForm(plan, state, context, echo) : proceed(state, echo);
}

/**
 * Judges everything that was entered. `done` only when it fits the whole schema; otherwise the person is taken to the first field
 * that does not.
 */
export function concludeForm(
  plan: QuestionPlan,
  state: FormState,
  context: FormContext,
  echo: readonly string[] = [],
): FormOutcome {
  const answer = assembleAnswer(plan, state);
  if (answer === undefined) return { state, problems: [context.wording.needed()], echo };
  const outcome = judgeWhole(plan, state, answer, context);
  return outcome.done === undefined ? outcome : { ...outcome, echo };
}

/** Judges a complete answer that was handed in at once. */
export function judgeWhole(plan: QuestionPlan, state: FormState, answer: JsonValue, context: FormContext): FormOutcome {
  const found = validateWhole(plan, answer, context);
  if (found.length === 0) return { state, problems: [], echo: [], done: answer };
  return applyProblems(plan, state, found, context);
}

/** What cannot be judged does not fit: a validator that gives up on an answer is told to the person, not thrown at the chat. */
function validateWhole(plan: QuestionPlan, answer: JsonValue, context: FormContext): readonly ResponseProblem[] {
  try {
    return context.validate(plan.schema, answer);
  } catch (thrown) {
    return [{ path: "", message: context.wording.cannotBeChecked({ reason: messageOf(thrown) }) }];
  }
}

/**
 * Takes the person to the first field that a validator found wrong, with everything entered kept. Also for a host whose
 * runtime refused an answer after all.
 */
export function applyProblems(
  plan: QuestionPlan,
  state: FormState,
  found: readonly ResponseProblem[],
  context: FormContext,
): FormOutcome {
  const stops = state.whole === true ? [] : listStops(plan, state);
  const pointers = found.map(({ path }) => locateProblem(plan, path).pointer);
  const wrong = pointers.flatMap((pointer) => stops.filter((stop) => stop.pointer === pointer))[0];
  return {
    state: wrong === undefined || isLeaf(plan.root) ? state : { ...state, focus: wrong.id },
    problems: nameProblems(plan, found, context),
    echo: [],
  };
}
