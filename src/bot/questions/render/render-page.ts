import type { Form } from "../../adapter.ts";
import { line, type RichText } from "../../text/rich-text.ts";
import { showInvisible } from "../../text/visible-text.ts";
import type { PageField } from "../form/form-page.ts";
import type { QuestionWording } from "../wording.ts";
import { cutText } from "../../platform/cut-text.ts";
import { writeLines } from "../show/value-blocks.ts";

/** How long the parts of a platform's form may be; the defaults are those of Discord. */
export interface PageLimits {
  readonly titleChars: number;
  readonly labelChars: number;
  readonly valueChars: number;
}

const PAGE_LIMITS: PageLimits = { titleChars: 45, labelChars: 45, valueChars: 4000 };

/** A page of a form, and what belongs into the message that opens it. */
export interface RenderedPage {
  readonly title: string;
  readonly fields: Form["fields"];
  /** Names that are too long for a label, and descriptions, whole. */
  readonly body: RichText;
}

/** Lays out fields as a form of a platform. A prefill that is too long is left out rather than cut. */
export function renderFormPage(
  title: string,
  fields: readonly PageField[],
  wording: QuestionWording,
  limits: PageLimits = PAGE_LIMITS,
): RenderedPage {
  return {
    title: cutText(showInvisible(title.trim() === "" ? wording.answer() : title, false), limits.titleChars),
    fields: fields.map((field, index) => layOutField(field, index + 1, wording, limits)),
    body: fields.flatMap((field, index) => spellOut(field, index + 1, wording, limits)),
  };
}

function layOutField(
  field: PageField,
  number: number,
  wording: QuestionWording,
  limits: PageLimits,
): Form["fields"][number] {
  const name = showInvisible(field.name, false);
  const label = name.length > limits.labelChars ? wording.optionNumber({ number, label: name }) : name;
  return {
    id: field.id,
    label: cutText(label, limits.labelChars),
    required: field.required,
    multiline: field.multiline,
    ...(field.value === undefined || field.value.length > limits.valueChars ? {} : { value: field.value }),
  };
}

function spellOut(field: PageField, number: number, wording: QuestionWording, limits: PageLimits): RichText {
  const isLong = showInvisible(field.name, false).length > limits.labelChars;
  if (!isLong && field.description === undefined) return [];
  const name = isLong ? wording.optionNumber({ number, label: field.name }) : field.name;
  return [
    line({ kind: "bold", text: name }),
    ...(field.description === undefined ? [] : writeLines(field.description)),
  ];
}
