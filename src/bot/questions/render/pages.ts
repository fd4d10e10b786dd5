import type { FormStep } from "../show/form-step.ts";
import type { QuestionWording } from "../wording.ts";
import type { StepButton } from "./button-rows.ts";

/** The options of a step that are shown together: `size` of them from position `first` on. */
export interface Page {
  readonly first: number;
  readonly size: number;
  readonly isAll: boolean;
}

/** Which options are shown, counted from 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly of: number;
}

/** The page that was turned to, of at most `size` options. */
export function findPage({ options, from }: Pick<FormStep, "options" | "from">, size: number): Page {
  const count = options.length;
  if (count <= size) return { first: 0, size: count, isAll: true };
  const last = Math.floor((count - 1) / size) * size;
  return { first: Math.min(Math.floor(from / size) * size, last), size, isAll: false };
}

/** What turns to the page before and after; nothing where all options are shown. */
export function writeTurner(
  step: FormStep,
  { first, size, isAll }: Page,
  wording: QuestionWording,
): readonly StepButton[] {
  if (isAll) return [];
  const turn = (from: number, label: string): StepButton => ({ label, action: `p${from}@${step.id}`, style: "plain" });
  return [
    ...(first > 0 ? [turn(Math.max(0, first - size), wording.previousPage())] : []),
    ...(first + size < step.options.length ? [turn(first + size, wording.nextPage())] : []),
  ];
}

/** The range of a page, where it is not all there is. */
export function writeRange({ options }: FormStep, { first, size, isAll }: Page): { readonly range?: PageRange } {
  if (isAll) return {};
  return { range: { first: first + 1, last: Math.min(first + size, options.length), of: options.length } };
}
