import type { SchemaNode, SchemaType } from "./read-schema.ts";

/** True when a value has a type. `lenient`: as Discord reads requests, numbers may come as digits and ids as numbers. */
export function isOfType(type: SchemaType, value: unknown, node: SchemaNode, lenient: boolean): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isInteger(value) || (lenient && typeof value === "string" && /^-?\d{1,18}$/.test(value));
    case "number":
      return typeof value === "number";
    case "string":
      return typeof value === "string" || (lenient && isNumericId(value, node));
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

/** Ids of uploads are small numbers in Discord's own examples; a real id does not survive as a number. */
function isNumericId(value: unknown, { format }: SchemaNode): boolean {
  return format === "snowflake" && typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 100;
}
