import type { AdapterLimits, OutboundFile } from "../../adapter.ts";
import { line, plain, type RichText, type Span } from "../../text/rich-text.ts";
import type { QuestionWording } from "../wording.ts";
import { layOutButtons, type ButtonLayout, type StepButton } from "./button-rows.ts";
import type { FormStep } from "../show/form-step.ts";
import { writePlainBody } from "./plain-body.ts";
import { layOutSelect, type MenuLimits, type StepMenu } from "./select-menu.ts";

/** A step laid out for a platform, ready to become a message once its actions are bound to the question. */
export interface RenderedStep {
  readonly body: RichText;
  readonly rows: readonly (readonly StepButton[])[];
  /** Stands above the buttons. */
  readonly menu?: StepMenu;
  /** What did not fit into the message, whole. */
  readonly files: readonly OutboundFile[];
  /**
   * Set where a written reply is expected. `prompt` is the body of a message of its own, for platforms on which one
   * message cannot carry buttons and expect a reply.
   */
  readonly reply?: { readonly placeholder: string; readonly prompt: RichText };
}

/** The limits a step is laid out for. */
export type StepLimits = MenuLimits & Pick<AdapterLimits, "fits">;

const FILE_NAME = "question.txt";

/** Lays out a step within a platform's limits. Nothing is cut out of sight: long labels stand in the body, a long body in a file. */
export function renderFormStep(step: FormStep, limits: StepLimits, wording: QuestionWording): RenderedStep {
  const layout: Layout = layOutSelect(step, limits, wording) ?? {
    ...layOutButtons(step, limits, wording),
    body: step.body,
  };
  const body = [...layout.body, ...writeOptionList(layout, wording)];
  const isWhole = fits(body, layout, limits);
  return {
    body: isWhole ? body : plain(wording.wholeInFile({ file: FILE_NAME })),
    rows: layout.rows,
    ...(layout.menu === undefined ? {} : { menu: layout.menu }),
    files: isWhole ? [] : [{ name: FILE_NAME, text: writePlainBody(body) }],
    ...(step.reply === undefined ? {} : { reply: { ...step.reply, prompt: writePrompt(step, limits, wording) } }),
  };
}

/** Buttons, and a select above them where the step is shown with one. */
interface Layout extends ButtonLayout {
  readonly body: RichText;
  readonly menu?: StepMenu;
}

function fits(body: RichText, { rows, menu }: Layout, limits: StepLimits): boolean {
  const buttons = rows.map((row) => row.map(({ label, action }) => ({ label, payload: action })));
  return limits.fits({
    body,
    ...(buttons.length === 0 ? {} : { buttons }),
    ...(menu === undefined ? {} : { select: { ...menu, payload: MENU_PAYLOAD } }),
  });
}

/** In place of the payload a select is given when it is sent; no action of a button reads like it. */
const MENU_PAYLOAD = "menu";

function writeOptionList({ spelledOut, range }: ButtonLayout, wording: QuestionWording): RichText {
  const items = spelledOut.map(({ number, option: { label, description } }): readonly Span[] => {
    const text = description === undefined ? label : wording.described({ label, description });
    return [wording.optionNumber({ number, label: text })];
  });
  return [
    ...(items.length === 0 ? [] : [{ kind: "list", items } as const]),
    ...(range === undefined ? [] : [line({ kind: "italic", text: wording.shownRange(range) })]),
  ];
}

function writePrompt(step: FormStep, limits: StepLimits, wording: QuestionWording): RichText {
  const prompt = plain(wording.replyHere({ name: step.name }));
  return limits.fits({ body: prompt }) ? prompt : plain(wording.replyHere({ name: wording.answer() }));
}
