import {
  applyAction,
  applyChoice,
  applyFields,
  applyFile,
  applyText,
  currentStep,
  openForm,
  planQuestion,
} from "../../../src/bot/questions/index.ts";
import type { FormOutcome, FormState, FormStep, QuestionPlan } from "../../../src/bot/questions/index.ts";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import { context } from "./ajv-validator.ts";

/** A person answering one question; after every step the form is stored and read back, as over a restart. */
export interface Chat {
  readonly plan: QuestionPlan;
  state(): FormState;
  step(): FormStep;
  /** Presses the button with this label, which must be there. */
  press(label: string): FormOutcome;
  /** Chooses by label from the list of the step, as its platforms send it. */
  choose(...labels: readonly string[]): FormOutcome;
  /** Sends values for a step as only a changed client does; for the present one unless it is another. */
  forge(values: readonly string[], step?: string): FormOutcome;
  /** Presses a button by its action. */
  act(action: string): FormOutcome;
  type(text: string): FormOutcome;
  send(file: string): FormOutcome;
  /** Submits a page of fields. */
  sendPage(values: Readonly<Record<string, string>>): FormOutcome;
  labels(): readonly string[];
  /** The step as text. */
  shown(): string;
}

/** Opens a question for a person to answer. */
export function openChat(schema: JsonObject | boolean, defaults?: JsonValue): Chat {
  const plan = planQuestion(schema, defaults);
  let state = openForm();
  const take = (outcome: FormOutcome): FormOutcome => {
    state = JSON.parse(JSON.stringify(outcome.state)) as FormState;
    return outcome;
  };
  const step = (): FormStep => currentStep(plan, state, context.wording);
  const buttons = (): readonly { readonly label: string; readonly action: string }[] => [
    ...step().options,
    ...step().controls,
  ];
  const act = (action: string): FormOutcome => take(applyAction(plan, state, action, context));
  const forge: Chat["forge"] = (values, id = step().id) => take(applyChoice(plan, state, values, context, id));
  return {
    plan,
    forge,
    choose: (...labels) =>
      forge(
        labels.map((label) => {
          const position = step().options.findIndex((option) => option.label === label);
          if (position < 0) throw new Error(`Nothing offers "${label}"`);
          return String(position);
        }),
      ),
    state: () => state,
    step,
    act,
    press: (label) => {
      const button = buttons().find((candidate) => candidate.label === label);
      if (button === undefined)
        throw new Error(
          `No button "${label}" among ${buttons()
            .map((one) => one.label)
            .join(", ")}`,
        );
      return act(button.action);
    },
    type: (text) => take(applyText(plan, state, text, context)),
    send: (file) => take(applyFile(plan, state, file, context)),
    sendPage: (values) => take(applyFields(plan, state, values, context)),
    labels: () => buttons().map(({ label }) => label),
    shown: () => JSON.stringify(step().body),
  };
}
