import type { JsonValue } from "../json.ts";
import { compilePath } from "./dot-path.ts";
import { textOf } from "./item-text.ts";
import { applyFilters, parseFilterExpression } from "./template-filters.ts";

/** A text with `{{ path | filter }}` placeholders, parsed once and rendered for every item. */
export interface Template {
  render(item: JsonValue): string;
}

/**
 * Parses a text. A placeholder is `{{`, one or more characters other than `}`, `}}`; anything else stays as it is
 * (stages-and-cli §4.2). Throws for a filter that is unknown or wrongly written, before anything runs.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{([^}]+)\}\}/g)) {
    parts.push(text.slice(end, match.index), compilePlaceholder((match[1] ?? "").trim()));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return {
    render: (item) => parts.map((part) => (typeof part === "string" ? part : textOf(part(item)))).join(""),
  };
}

type Placeholder = (item: JsonValue) => JsonValue | undefined;

/** `.` and `this` are the item itself. */
function compilePlaceholder(expression: string): Placeholder {
  const { path, filters } = parseFilterExpression(expression);
  const read = compilePath(path === "this" ? "" : path);
  return filters.length === 0 ? read : (item) => applyFilters(read(item), filters);
}
