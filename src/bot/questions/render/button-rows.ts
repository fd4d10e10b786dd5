import type { AdapterLimits, Button } from "../../adapter.ts";
import { cutText } from "../../platform/cut-text.ts";
import type { QuestionWording } from "../wording.ts";
import {
  COMFORTABLE_OPTIONS,
  type ControlKind,
  type FormStep,
  type StepControl,
  type StepOption,
} from "../show/form-step.ts";
import { findPage, writeRange, writeTurner, type Page, type PageRange } from "./pages.ts";

/** A button without a payload: its action still has to be bound to the question by whoever sends it. */
export interface StepButton {
  readonly label: string;
  readonly action: string;
  readonly style?: Button["style"];
}

/** Buttons laid out for a platform, and what their labels could not say. */
export interface ButtonLayout {
  readonly rows: readonly (readonly StepButton[])[];
  /** Options on this page whose label was cut or that have a description; `number` counts from 1. */
  readonly spelledOut: readonly { readonly number: number; readonly option: StepOption }[];
  /** Which options are shown, counted from 1; absent when all are. */
  readonly range?: PageRange;
}

/** The limits a layout looks at. */
export type ButtonLimits = Pick<AdapterLimits, "buttonLabelChars" | "buttonsPerRow" | "buttonRows">;

/** Beyond this, labels in one row become hard to read on a phone. */
const COMFORTABLE_ROW_CHARS = 28;

/** Lays out the options of a page, then the page turner, then the controls. */
export function layOutButtons(step: FormStep, limits: ButtonLimits, wording: QuestionWording): ButtonLayout {
  const controls = writeControlButtons(step.controls, limits);
  const page = findButtonPage(step, controls.length, limits);
  const shown = step.options.slice(page.first, page.first + page.size);
  const numbered = shown.map((option, index) => ({ number: page.first + index + 1, option }));
  const options = numbered.map(({ number, option }) => writeOptionButton(number, option, limits, wording));
  return {
    rows: packGroups([options, writeTurner(step, page, wording), controls], limits),
    spelledOut: numbered.filter(({ option }) => option.description !== undefined || isCut(option, limits, wording)),
    ...writeRange(step, page),
  };
}

/** Puts groups of buttons into rows, each group in rows of its own; more tightly where the rows do not suffice. */
export function packGroups(
  groups: readonly (readonly StepButton[])[],
  { buttonsPerRow, buttonRows }: Pick<ButtonLimits, "buttonsPerRow" | "buttonRows">,
): readonly (readonly StepButton[])[] {
  const comfortable = groups.flatMap((group) => packRows(group, buttonsPerRow, COMFORTABLE_ROW_CHARS));
  if (comfortable.length <= buttonRows) return comfortable;
  return groups.flatMap((group) => packRows(group, buttonsPerRow, Infinity));
}

/** The buttons of controls. */
export function writeControlButtons(
  controls: readonly StepControl[],
  limits: Pick<ButtonLimits, "buttonLabelChars">,
): readonly StepButton[] {
  return controls.map((control) => writeControlButton(control, limits));
}

/** As many options as fit comfortably; where not all do, the page turner takes a row of its own. */
function findButtonPage(step: FormStep, controls: number, { buttonRows, buttonsPerRow }: ButtonLimits): Page {
  const free = buttonRows - Math.ceil(controls / buttonsPerRow);
  const whole = Math.min(COMFORTABLE_OPTIONS, free * buttonsPerRow);
  if (step.options.length <= whole) return findPage(step, whole);
  const turnerRows = buttonsPerRow >= 2 ? 1 : 2;
  return findPage(step, Math.max(1, Math.min(COMFORTABLE_OPTIONS, (free - turnerRows) * buttonsPerRow)));
}

function writeOptionButton(
  number: number,
  option: StepOption,
  limits: ButtonLimits,
  wording: QuestionWording,
): StepButton {
  const label = isCut(option, limits, wording) ? wording.optionNumber({ number, label: option.label }) : option.label;
  const marked = option.marked === true ? wording.marked({ label }) : label;
  return { label: cutText(marked, limits.buttonLabelChars), action: option.action, style: "plain" };
}

/** A label counts as too long when it would not fit with its mark: marking must not change how it reads. */
function isCut(option: StepOption, limits: ButtonLimits, wording: QuestionWording): boolean {
  const longest = option.marked === undefined ? option.label : wording.marked({ label: option.label });
  return longest.length > limits.buttonLabelChars;
}

function writeControlButton(
  control: StepControl,
  { buttonLabelChars }: Pick<ButtonLimits, "buttonLabelChars">,
): StepButton {
  const label = control.label.length > buttonLabelChars ? (control.short ?? control.label) : control.label;
  return {
    label: cutText(label, buttonLabelChars),
    action: control.action,
    style: PRIMARY.has(control.kind) ? "primary" : "plain",
  };
}

const PRIMARY: ReadonlySet<ControlKind> = new Set(["submit", "done", "fill"]);

function packRows(
  buttons: readonly StepButton[],
  perRow: number,
  maxChars: number,
): readonly (readonly StepButton[])[] {
  const rows: StepButton[][] = [];
  let chars = 0;
  for (const button of buttons) {
    const row = rows.at(-1);
    chars += button.label.length;
    if (row === undefined || row.length >= perRow || chars > maxChars) {
      rows.push([button]);
      chars = button.label.length;
    } else {
      row.push(button);
    }
  }
  return rows;
}
