import type { JsonObject, JsonValue } from "../../../runtime/json.ts";
import type { AnswerFault } from "../../../runtime/workflow/response-schema.ts";
import type { FormState } from "../state/form-state.ts";
import type { QuestionWording } from "../wording.ts";

/** One thing an answer misses; `path` is a JSON pointer into the answer, empty or `/` for all of it. */
export interface ResponseProblem {
  readonly path: string;
  /** In the validator's words, for what its facts cannot say. */
  readonly message: string;
  readonly fault?: AnswerFault;
}

/** Judges a value by a schema: the runtime's own validator, handed in. No problems means that it fits. */
export type ValidateResponse = (schema: JsonObject, value: JsonValue) => readonly ResponseProblem[];

/** What a form needs from outside. */
export interface FormContext {
  readonly validate: ValidateResponse;
  readonly wording: QuestionWording;
}

/** What came of an action or a typed answer. The form is never worse off: with problems, what was entered is kept. */
export interface FormOutcome {
  readonly state: FormState;
  /** Every reason why it was not taken, each with the field's name. */
  readonly problems: readonly string[];
  /** How answers were understood ("Port: 8080"), to be said back. */
  readonly echo: readonly string[];
  /** The whole answer, once it is submitted and fits the schema. `null` is an answer. */
  readonly done?: JsonValue;
}
