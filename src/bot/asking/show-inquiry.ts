import { ownMember } from "../../runtime/json.ts";
import {
  conversationKey,
  type AdapterLimits,
  type Button,
  type Conversation,
  type Form,
  type OutboundMessage,
  type Select,
} from "../adapter.ts";
import { encodeButton } from "../buttons.ts";
import type { Core } from "../core.ts";
import { limitsOf } from "../platform/limits-of.ts";
import { encodePurpose } from "../purposes.ts";
import {
  currentStep,
  listPageFields,
  renderFormPage,
  renderFormStep,
  type FormContext,
  type FormStep,
  type RenderedPage,
  type RenderedStep,
  type StepMenu,
} from "../questions/index.ts";
import { explainResponse } from "../../runtime/workflow/response-schema.ts";
import type { HalfFilled, HalfFilledForms } from "./half-filled.ts";
import type { Inquiry, InquiryHead } from "./inquiry.ts";
import { redactFields, redactStep } from "./redact-step.ts";

/** The action of a select, with the id of its step. */
export const CHOOSE = "qchoose";

/** What showing a form takes. */
export interface ShowParts {
  readonly core: Core;
  readonly forms: HalfFilledForms;
}

/** How forms judge and speak: the runtime's own validator, and the words of whoever answers. */
export function formContext({ voice }: Pick<Core, "voice">): FormContext {
  return { validate: explainResponse, wording: voice.words.form };
}

/** Shows the form of an inquiry as far as it was filled in, and where its present step is answered in writing. */
export async function drawInquiry(
  parts: ShowParts,
  inquiry: Inquiry,
  conversation: Conversation,
  again = false,
): Promise<void> {
  const { core, forms } = parts;
  const limits = limitsOf(core.adapters, conversation);
  const form = await forms.get(inquiry);
  const step = findStep(core, inquiry, form);
  const { message, rendered } = composeForm(core, inquiry, { form, step, limits, conversation });
  await inquiry.show(
    inquiry.purpose,
    conversation,
    {
      message,
      complete: true,
      pace: "now",
      ...(inquiry.replyTo === undefined ? {} : { replyTo: encodePurpose(inquiry.replyTo) }),
    },
    again,
  );
  if (
    rendered.reply !== undefined &&
    needsPrompt(limits) &&
    ownMember(form.prompted, conversationKey(conversation)) !== step.id
  ) {
    await promptFor(parts, inquiry, conversation, step, rendered);
  }
}

/** Asks once more for a written answer, where the first prompt was used up by an answer that was not taken. */
export async function promptAgain(parts: ShowParts, inquiry: Inquiry, conversation: Conversation): Promise<void> {
  const limits = limitsOf(parts.core.adapters, conversation);
  if (!needsPrompt(limits)) return;
  const form = await parts.forms.get(inquiry);
  const wording = parts.core.voice.words.form;
  const step = findStep(parts.core, inquiry, form);
  const rendered = renderFormStep(step, limits, wording);
  if (rendered.reply !== undefined) await promptFor(parts, inquiry, conversation, step, rendered);
}

/** The form a platform opens for the written fields that come next; undefined where none is written. */
export function composePage(
  { voice }: Pick<Core, "voice">,
  inquiry: Inquiry,
  { state }: HalfFilled,
  limits: AdapterLimits,
): RenderedPage | undefined {
  const wording = voice.words.form;
  const fields = listPageFields(inquiry.plan, state, limits.formFields, wording);
  if (fields.length === 0) return undefined;
  return renderFormPage(voice.redact(inquiry.title), redactFields(fields, voice.redact), wording);
}

function findStep({ voice }: Core, inquiry: Inquiry, { state }: HalfFilled): FormStep {
  return redactStep(currentStep(inquiry.plan, state, voice.words.form), voice.redact);
}

/** A page as the form that an adapter opens. What is written there counts for this step only. */
export function encodePage(inquiry: Inquiry, page: RenderedPage, step: string): Form {
  return { title: page.title, payload: encodeButton("qform", inquiry.reference, step), fields: page.fields };
}

/** One message cannot carry buttons and expect a reply, and there is no form to open. */
function needsPrompt(limits: AdapterLimits): boolean {
  return !limits.forms && !limits.buttonsWithReply;
}

async function promptFor(
  { core, forms }: ShowParts,
  inquiry: Inquiry,
  conversation: Conversation,
  step: FormStep,
  { reply }: RenderedStep,
): Promise<void> {
  if (reply === undefined) return;
  await forms.change(inquiry, { prompted: { [conversationKey(conversation)]: step.id } });
  const message: OutboundMessage = {
    body: reply.prompt,
    expectReply: { placeholder: reply.placeholder, from: accountsOf(inquiry, conversation) },
  };
  const purpose = inquiry.promptFor(step.id);
  const content = { message, complete: true, pace: "now", replyTo: encodePurpose(inquiry.purpose) } as const;
  await inquiry.show(purpose, conversation, content, true);
  core.log.info("question_prompted", { form: inquiry.key });
}

interface Composing {
  readonly form: HalfFilled;
  readonly step: FormStep;
  readonly limits: AdapterLimits;
  readonly conversation: Conversation;
}

interface ComposedForm {
  readonly message: OutboundMessage;
  readonly rendered: RenderedStep;
}

/** The fullest head with which the step fits as it is; what a smaller one leaves out is in its files. */
function composeForm(core: Core, inquiry: Inquiry, composing: Composing): ComposedForm {
  let last: ComposedForm | undefined;
  for (const makeHead of inquiry.heads(composing.limits)) {
    last = composeUnder(core, inquiry, composing, makeHead());
    if (last.rendered.files.length === 0 && composing.limits.fits(last.message)) return last;
  }
  return last ?? composeUnder(core, inquiry, composing, { body: [], files: [] });
}

function composeUnder(core: Core, inquiry: Inquiry, composing: Composing, head: InquiryHead): ComposedForm {
  const { step, limits, conversation, form } = composing;
  const fits: AdapterLimits["fits"] = (message) => limits.fits({ ...message, body: [...head.body, ...message.body] });
  const rendered = renderFormStep(step, { ...limits, fits }, core.voice.words.form);
  const page = limits.forms && rendered.reply !== undefined ? composePage(core, inquiry, form, limits) : undefined;
  const buttons = [...(page === undefined ? [] : [[drawOpen(core, inquiry, form)]]), ...drawRows(inquiry, rendered)];
  const files = [...head.files, ...rendered.files];
  const reply =
    rendered.reply === undefined || needsPrompt(limits) || limits.forms
      ? {}
      : { expectReply: { placeholder: rendered.reply.placeholder, from: accountsOf(inquiry, conversation) } };
  const message: OutboundMessage = {
    body: [...head.body, ...rendered.body, ...(page?.body ?? [])],
    ...(buttons.length === 0 ? {} : { buttons }),
    ...(rendered.menu === undefined ? {} : { select: drawSelect(inquiry, rendered.menu, step) }),
    ...(files.length === 0 ? {} : { files }),
    ...reply,
  };
  return { message, rendered };
}

function drawRows(inquiry: Inquiry, { rows }: RenderedStep): readonly (readonly Button[])[] {
  return rows.map((row) =>
    row.map(({ label, action, style }) => ({
      label,
      payload: encodeButton("q", inquiry.reference, action),
      ...(style === undefined ? {} : { style }),
    })),
  );
}

/** What is chosen there counts for this step only. */
function drawSelect({ reference }: Inquiry, menu: StepMenu, { id }: FormStep): Select {
  return { ...menu, payload: encodeButton(CHOOSE, reference, id) };
}

function drawOpen(core: Core, inquiry: Inquiry, { state }: HalfFilled): Button {
  const { questions } = core.voice.words;
  return {
    label: Object.keys(state.entries).length === 0 ? questions.openForm() : questions.continueForm(),
    payload: encodeButton("qopen", inquiry.reference),
    style: "primary",
    opensForm: true,
  };
}

function accountsOf({ answerers }: Inquiry, { platform }: Conversation): readonly string[] {
  const accounts = answerers.flatMap((person) => person.accounts);
  return accounts.filter((account) => account.platform === platform).map(({ id }) => id);
}
