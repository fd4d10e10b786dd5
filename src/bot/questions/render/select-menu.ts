import type { AdapterLimits, Select } from "../../adapter.ts";
import { cutText } from "../../platform/cut-text.ts";
import { COMFORTABLE_OPTIONS, type FormStep, type StepOption, type StepSelect } from "../show/form-step.ts";
import type { QuestionWording } from "../wording.ts";
import { packGroups, writeControlButtons, type ButtonLayout, type ButtonLimits } from "./button-rows.ts";
import { findPage, writeRange, writeTurner } from "./pages.ts";

/** A select without a payload: it still has to be bound to the question by whoever sends it. */
export type StepMenu = Omit<Select, "payload">;

/** A select laid out for a platform, the buttons below it, and the body that goes with them. */
export interface SelectLayout extends ButtonLayout, Pick<StepSelect, "body"> {
  readonly menu: StepMenu;
}

/** The limits a select is laid out for. */
export type MenuLimits = ButtonLimits & Pick<AdapterLimits, "select">;

/**
 * Lays out the options of a step as a select; undefined where they are shown as buttons: on platforms without selects, for
 * few options, and for many of which several are chosen. Choosing hands the choice in, so that one of many can be chosen on
 * any page, but several only where all of them stand in one list.
 */
export function layOutSelect(step: FormStep, limits: MenuLimits, wording: QuestionWording): SelectLayout | undefined {
  const { select } = step;
  if (select === undefined || limits.select === undefined || !isForSelect(step, limits.select.options))
    return undefined;
  const { labelChars } = limits.select;
  const page = findPage(step, limits.select.options);
  const shown = step.options.slice(page.first, page.first + page.size);
  const numbered = shown.map((option, index) => ({ number: page.first + index + 1, option }));
  const controls = step.controls.filter(({ kind }) => kind !== "done" || select.canBeDone);
  const groups = [writeTurner(step, page, wording), writeControlButtons(controls, limits)];
  return {
    body: select.body,
    menu: {
      placeholder: select.placeholder,
      min: select.min,
      max: select.max,
      options: numbered.map(({ number, option }) => writeMenuOption(number, option, labelChars, wording)),
    },
    // The select takes a row.
    rows: packGroups(groups, { ...limits, buttonRows: limits.buttonRows - 1 }),
    spelledOut: numbered.filter(({ option }) => option.description !== undefined || option.label.length > labelChars),
    ...writeRange(step, page),
  };
}

function isForSelect({ kind, options }: FormStep, maxOptions: number): boolean {
  return kind === "multi_choice" ? options.length <= maxOptions : options.length > COMFORTABLE_OPTIONS;
}

function writeMenuOption(
  number: number,
  { label, marked }: StepOption,
  labelChars: number,
  wording: QuestionWording,
): StepMenu["options"][number] {
  const named = label.length > labelChars ? wording.optionNumber({ number, label }) : label;
  return {
    label: cutText(named, labelChars),
    value: String(number - 1),
    ...(marked === true ? { preselected: true } : {}),
  };
}
