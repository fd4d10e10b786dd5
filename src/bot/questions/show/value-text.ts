import type { JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { findOption } from "../parse/option.ts";
import type { Field, Option } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import { labelOptions } from "./option-labels.ts";

/** A value as people read it: the label of an option, yes or no, text as it is, JSON for the rest. Never shortened. */
export function writeValue(field: Field, value: JsonValue, wording: QuestionWording): string {
  if (field.kind === "choice") return labelValue(field.options, value, wording);
  if (field.kind === "multi_choice" && Array.isArray(value)) {
    return wording.choices({ labels: value.map((entry: JsonValue) => labelValue(field.options, entry, wording)) });
  }
  if (value === null && field.kind !== "json") return wording.nothing();
  if (field.kind === "boolean" && typeof value === "boolean") return value ? wording.yes() : wording.no();
  if (typeof value === "string" && field.kind !== "json") return value === "" ? wording.emptyText() : value;
  return stringifyJson(value);
}

function labelValue(options: readonly Option[], value: JsonValue, wording: QuestionWording): string {
  return labelOptions(options, wording)[findOption(options, value)] ?? stringifyJson(value);
}
