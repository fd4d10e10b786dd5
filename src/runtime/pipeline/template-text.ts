import type { JsonValue } from "../json.ts";
import { compilePath } from "./dot-path.ts";
import { textOf } from "./item-text.ts";
import { applyFilters, parseFilterExpression } from "./template-filters.ts";

/** A text with `{{ path | filter }}` placeholders, parsed once and rendered for every item. */
export interface Template {
  render(item: JsonValue): string;
}

/**
 * Parses a text with placeholders; anything else in it stays as it is. Throws for a filter that is unknown or wrongly
 * written, before anything runs.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const place of findTemplatePlaces(text)) {
    parts.push(text.slice(end, place.start), compilePlaceholder(text.slice(place.start + 2, place.end - 2).trim()));
    end = place.end;
  }
  parts.push(text.slice(end));
  return {
    render: (item) => parts.map((part) => (typeof part === "string" ? part : textOf(part(item)))).join(""),
  };
}

/** Where a placeholder stands in a text, its braces included. */
export interface TemplatePlace {
  readonly start: number;
  readonly end: number;
}

/**
 * The placeholders of a text: `{{`, one or more characters other than `}`, `}}` (stages-and-cli §4.2). Takes time in
 * proportion to the text, which the pattern would not.
 */
export function findTemplatePlaces(text: string): readonly TemplatePlace[] {
  const places: TemplatePlace[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("{{", from);
    const brace = start < 0 ? -1 : text.indexOf("}", start);
    if (brace < 0) return places;
    const isPlace = brace > start + 2 && text.charAt(brace + 1) === "}";
    if (isPlace) places.push({ start, end: brace + 2 });
    // Whatever opens before this brace ends at it too, and in the same way.
    from = brace + (isPlace ? 2 : 1);
  }
}

type Placeholder = (item: JsonValue) => JsonValue | undefined;

/** `.` and `this` are the item itself. */
function compilePlaceholder(expression: string): Placeholder {
  const { path, filters } = parseFilterExpression(expression);
  const read = compilePath(path === "this" ? "" : path);
  return filters.length === 0 ? read : (item) => applyFilters(read(item), filters);
}
