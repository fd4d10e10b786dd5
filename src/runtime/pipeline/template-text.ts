import type { JsonValue } from "../json.ts";
import { readPath } from "./dot-path.ts";
import { textOf } from "./item-text.ts";
import { applyFilters, parseFilterExpression, type FilterExpression } from "./template-filters.ts";

/** A text with `{{ path | filter }}` placeholders, parsed once and rendered for every item. */
export interface Template {
  render(item: JsonValue): string;
}

/**
 * Parses a text. A placeholder is `{{`, one or more characters other than `}`, `}}`; anything else stays as it is
 * (stages-and-cli §4.2). Throws for a filter that is unknown or wrongly written, before anything runs.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | FilterExpression)[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{([^}]+)\}\}/g)) {
    parts.push(text.slice(end, match.index), parseFilterExpression((match[1] ?? "").trim()));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return {
    render: (item) => parts.map((part) => (typeof part === "string" ? part : textOf(evaluate(part, item)))).join(""),
  };
}

function evaluate({ path, filters }: FilterExpression, item: JsonValue): JsonValue | undefined {
  const value = path === "." || path === "this" ? item : readPath(item, path);
  return applyFilters(value, filters);
}
