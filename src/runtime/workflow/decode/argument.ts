import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import type { ArgDefinition, ArgType } from "../definition.ts";
import { optionalText } from "./fields.ts";

/** The types an argument may declare. */
export const ARGUMENT_TYPES: readonly ArgType[] = ["string", "number", "integer", "boolean", "array", "object"];

/** One entry of `args:`; an empty entry declares an argument and nothing about it. */
export function decodeArgument(name: string, value: JsonValue): ArgDefinition {
  const fields = isJsonObject(value) ? value : {};
  const declared = ownMember(fields, "type");
  const type = ARGUMENT_TYPES.find((candidate) => candidate === declared);
  const choices = ownMember(fields, "enum");
  const standard = ownMember(fields, "default");
  return {
    name,
    ...optionalText(fields, "description"),
    ...(standard === undefined ? {} : { default: { value: standard } }),
    type: type ?? "string",
    typed: type !== undefined,
    required: ownMember(fields, "required") === true,
    ...(Array.isArray(choices) ? { enum: choices as readonly JsonValue[] } : {}),
    ...optionalText(fields, "pattern"),
    raw: ownMember(fields, "raw") === true,
  };
}
