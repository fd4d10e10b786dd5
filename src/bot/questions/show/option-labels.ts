import type { JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { showInvisible } from "../../text/visible-text.ts";
import type { Option } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";

/**
 * The whole label of each option: its title, else its value. Labels that look the same get their value along. Control and
 * bidirectional characters are shown.
 */
export function labelOptions(options: readonly Option[], wording: QuestionWording): readonly string[] {
  const known = written.get(options);
  if (known?.wording === wording) return known.labels;
  const labels = writeLabels(options, wording);
  written.set(options, { wording, labels });
  return labels;
}

/** Long option lists are labelled once, not at every press. */
const written = new WeakMap<
  readonly Option[],
  { readonly wording: QuestionWording; readonly labels: readonly string[] }
>();

function writeLabels(options: readonly Option[], wording: QuestionWording): readonly string[] {
  const labels = options.map((option) => labelOption(option, wording));
  const seen = new Set<string>();
  const twins = new Set<string>();
  for (const label of labels) (seen.has(label) ? twins : seen).add(label);
  return labels.map((label, index) => {
    const value = options[index]?.value;
    if (value === undefined || !twins.has(label)) return label;
    return wording.withDetail({ title: label, detail: showInvisible(stringifyJson(value), false) });
  });
}

function labelOption(option: Option, wording: QuestionWording): string {
  return showInvisible(option.title?.trim() ?? labelValue(option.value, wording), false);
}

function labelValue(value: JsonValue, wording: QuestionWording): string {
  if (value === null) return wording.nothing();
  if (typeof value !== "string") return stringifyJson(value);
  if (value === "") return wording.emptyText();
  return value.trim() === value ? value : stringifyJson(value);
}
