import type { ChoiceField, NumberField, TextField } from "../question-plan.ts";
import { allowsNull, readBounds, readText, readTypes } from "./schema-keywords.ts";
import type { SchemaKind } from "./schema-kind.ts";
import { readOptions } from "./schema-options.ts";
import type { Part } from "./schema-parts.ts";

/** The kinds described here. */
export type PlainKind = Exclude<SchemaKind, "json" | "object" | "list">;

/** Reads what a leaf field of a kind offers: its options, its bounds, its format. */
export function describeLeaf(kind: PlainKind, parts: readonly Part[]): DescribedLeaf {
  switch (kind) {
    case "choice":
      return describeChoice(parts);
    case "text":
      return describeText(parts);
    case "number":
    case "integer":
      return { kind, range: readBounds(parts, RANGE) };
    case "boolean":
    case "date":
    case "time":
    case "date-time":
      return { kind };
  }
}

/** The part of a leaf that follows from its schema alone. */
export type DescribedLeaf =
  | { readonly kind: "boolean" | "date" | "time" | "date-time" }
  | Pick<NumberField, "kind" | "range">
  | Pick<TextField, "kind" | "format" | "pattern" | "length">
  | Pick<ChoiceField, "kind" | "options" | "nullable">;

const RANGE = { min: "minimum", max: "maximum", above: "exclusiveMinimum", below: "exclusiveMaximum" } as const;

function describeChoice(parts: readonly Part[]): DescribedLeaf {
  const nullable = allowsNull(parts);
  const options = readOptions(parts, readTypes(parts), nullable)?.options ?? [];
  return { kind: "choice", options, nullable: nullable && !options.some((option) => option.value === null) };
}

function describeText(parts: readonly Part[]): DescribedLeaf {
  const format = readText(parts, "format");
  const pattern = readText(parts, "pattern");
  return {
    kind: "text",
    length: readBounds(parts, { min: "minLength", max: "maxLength" }),
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}
