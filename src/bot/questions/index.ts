/** Questions as chat forms, for the part of the bot that posts them. Pure: no input or output, no platform, no clock. */
export { planQuestion } from "./plan/plan-question.ts";
export type { Field, QuestionPlan } from "./question-plan.ts";
export { decodeFormState, openForm, type FormState } from "./state/form-state.ts";
export type { FormContext, FormOutcome, ResponseProblem, ValidateResponse } from "./judge/context.ts";
export { applyAction } from "./form/apply-action.ts";
export { applyFile, applyText } from "./form/apply-text.ts";
export { applyFields } from "./form/apply-fields.ts";
export { applyProblems } from "./judge/conclude.ts";
export { locateProblem, type ProblemPlace } from "./judge/locate-problem.ts";
export { listPageFields, type PageField } from "./form/form-page.ts";
export { currentStep } from "./show/current-step.ts";
export type { ControlKind, FormStep, StepControl, StepOption } from "./show/form-step.ts";
export { renderFormStep, type RenderedStep, type StepLimits } from "./render/render-step.ts";
export { renderFormPage, type PageLimits, type RenderedPage } from "./render/render-page.ts";
export type { StepButton } from "./render/button-rows.ts";
export { nameTrail } from "./show/names.ts";
export type { QuestionWording } from "./wording.ts";
