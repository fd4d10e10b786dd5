import { isWire, textOf } from "../../shared/wire.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { malformed } from "./error.ts";
import { findTextFault } from "./limits.ts";
import { fieldOf, fieldsOf, subtypesOf } from "./table.ts";
import type { Field } from "./table.ts";

/** Collects what the platform accepts but reads otherwise than it was written. */
export type NoteOddity = (what: string) => void;

/**
 * Checks a JSON value against a type of the table, with the server's words. Members the type does not have are dropped
 * and noted, as the server ignores them; null stands for absent.
 */
export function decodeType(type: string, value: unknown, note: NoteOddity): WireValue {
  const chosen = chooseSubtype(type, value);
  const fields = fieldsOf(chosen);
  if (fields === undefined) return value as WireValue;
  if (type === "KeyboardButton" && typeof value === "string") return { text: value };
  if (!isWire(value)) throw malformed(`${prefixOf(type)}${NOT_AN_OBJECT[type] ?? "expected an Object"}`);
  try {
    for (const name of Object.keys(value)) {
      if (fieldOf(fields, name) === undefined) note(`${chosen} has no field "${name}"`);
    }
    const members = Object.entries(fields).map(([name, field]) => [
      name,
      decodeMember(chosen, name, field, value, note),
    ]);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as Wire;
  } catch (error) {
    throw error instanceof FieldError ? malformed(`${prefixOf(type)}${error.message}`) : error;
  }
}

/** A fault of one member; becomes a refusal with the prefix of the nearest type that has one. */
class FieldError extends Error {}

function decodeMember(owner: string, name: string, field: Field, value: Wire, note: NoteOddity): WireValue {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  if (member === undefined || member === null) {
    const needed = NEEDED_OF_INPUT[owner]?.includes(name) ?? field.required === true;
    if (needed) throw new FieldError(`Can't find field "${name}"`);
    return undefined;
  }
  const decoded = decodeField(name, field.types, member, note);
  if (typeof decoded === "string") {
    const fault = findTextFault(owner, name, field, decoded);
    // Empty text of an optional member is no value: the server passes over it.
    if (fault !== undefined && (decoded !== "" || field.required === true)) {
      throw owner === "MessageEntity" ? new FieldError("Unsupported type specified") : fault;
    }
  }
  return decoded;
}

function decodeField(name: string, types: readonly string[], value: WireValue, note: NoteOddity): WireValue {
  const [type = ""] = types;
  const element = /^Array of (.+)$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new FieldError(`Field "${name}" must be of type Array`);
    return (value as readonly WireValue[]).map((item) => decodeElement(name, element, item, note));
  }
  if (types.includes("String")) return readText(name, value, types.includes("Integer"), note);
  if (type === "Integer" || type === "Float") return readNumber(name, value);
  if (type === "Boolean") {
    if (typeof value !== "boolean") throw new FieldError(`Field "${name}" must be of type Boolean`);
    return value;
  }
  if (!isWire(value)) throw new FieldError(`Field "${name}" must be of type Object`);
  return decodeType(type, value, note);
}

function decodeElement(name: string, type: string, value: WireValue, note: NoteOddity): WireValue {
  if (type.startsWith("Array of ")) {
    if (!Array.isArray(value)) throw malformed(`Field "${name}"${OF_MARKUP[name] ?? ""} must be an Array of Arrays`);
    return decodeField(name, [type], value, note);
  }
  return /^[A-Z]/.test(type) && fieldsOf(type) !== undefined
    ? decodeType(type, value, note)
    : decodeField(name, [type], value, note);
}

/** A number where text is expected is read as its digits; ids may be written either way. */
function readText(name: string, value: WireValue, numberAllowed: boolean, note: NoteOddity): string {
  if (typeof value === "string") return value;
  if (typeof value !== "number") throw new FieldError(`Field "${name}" must be of type String`);
  if (!numberAllowed) note(`field "${name}" is text, not a number`);
  return String(value);
}

function readNumber(name: string, value: WireValue): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  if (typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw new FieldError(`Field "${name}" must be of type Number`);
}

/** Unions tell their members apart by `type`. */
function chooseSubtype(type: string, value: unknown): string {
  const subtypes = subtypesOf(type);
  if (subtypes === undefined || !isWire(value)) return subtypes?.[0] ?? type;
  const kind = textOf(value, "type");
  if (kind === undefined) throw malformed(`${prefixOf(type)}Can't find field "type"`);
  const chosen = subtypes.find((name) => fieldsOf(name)?.["type"]?.oneOf?.includes(kind) === true);
  if (chosen === undefined) throw malformed(`${prefixOf(type)}Unsupported type specified`);
  return chosen;
}

function prefixOf(type: string): string {
  return PREFIXES[type] ?? "";
}

/** Types of which the server reads less when a bot sends them than it writes itself. */
const NEEDED_OF_INPUT: Readonly<Record<string, readonly string[]>> = { User: ["id"] };

const PREFIXES: Readonly<Record<string, string>> = {
  BotCommand: "Can't parse BotCommand: ",
  BotCommandScope: "Can't parse BotCommandScope: ",
  InlineKeyboardButton: "Can't parse inline keyboard button: ",
  KeyboardButton: "Can't parse keyboard button: ",
  MessageEntity: "Can't parse MessageEntity: ",
};

const NOT_AN_OBJECT: Readonly<Record<string, string>> = {
  BotCommandScope: "BotCommandScope must be an Object",
  InlineKeyboardButton: "InlineKeyboardButton must be an Object",
  KeyboardButton: "KeyboardButton must be a String or an Object",
  LinkPreviewOptions: "Object expected as link preview options",
  ReplyParameters: "Object expected as reply parameters",
};

const OF_MARKUP: Readonly<Record<string, string>> = { inline_keyboard: " of the InlineKeyboardMarkup" };
