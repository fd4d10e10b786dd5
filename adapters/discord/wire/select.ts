import { ComponentType, type APIActionRowComponent, type APIStringSelectComponent } from "discord.js";
import type { Select, SelectOption } from "../../../src/bot/adapter.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import { notEmpty } from "../text/not-empty.ts";

/** Options of a select, and characters of their labels and values. */
export const MAX_SELECT_OPTIONS = 25;
export const MAX_OPTION_CHARS = 100;

const MAX_PLACEHOLDER_CHARS = 150;

/** A select as Discord takes it, in the row that it fills. */
export function encodeSelect(select: Select): APIActionRowComponent<APIStringSelectComponent> {
  const { payload, placeholder, min, max, options } = select;
  const menu = {
    type: ComponentType.StringSelect,
    custom_id: payload,
    placeholder: notEmpty(cutText(showInvisible(placeholder, false), MAX_PLACEHOLDER_CHARS)),
    min_values: min,
    max_values: max,
    options: options.map(encodeOption),
  } as const;
  return { type: ComponentType.ActionRow, components: [menu] };
}

function encodeOption({ label, value, preselected }: SelectOption) {
  return {
    label: notEmpty(cutText(showInvisible(label, false), MAX_OPTION_CHARS)),
    value,
    ...(preselected === true ? { default: true } : {}),
  };
}

/** Would Discord take the select? Labels are shortened, all else is taken as it is or not at all. */
export function fitsSelect({ min, max, options }: Select): boolean {
  const values = options.map(({ value }) => value);
  return (
    options.length >= 1 &&
    options.length <= MAX_SELECT_OPTIONS &&
    min >= 0 &&
    max >= 1 &&
    min <= max &&
    max <= options.length &&
    options.filter(({ preselected }) => preselected === true).length <= max &&
    new Set(values).size === values.length &&
    values.every((value) => value.length >= 1 && value.length <= MAX_OPTION_CHARS) &&
    options.every(({ label }) => label.trim() !== "")
  );
}
