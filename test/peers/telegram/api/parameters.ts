import { isWire } from "../../shared/wire.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { decodeType } from "./decode-value.ts";
import type { NoteOddity } from "./decode-value.ts";
import { malformed } from "./error.ts";
import { findCountFault, findTextFault } from "./limits.ts";
import { fieldOf, parametersOf } from "./table.ts";
import type { Field, Fields } from "./table.ts";

/** A file that came with a request. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly data: Buffer;
}

/** What a request carries, before anything is checked. */
export interface RawParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** The checked parameters of one request, read the way the server reads them. */
export interface Parameters {
  /** Text; empty when absent, as the server does not tell the two apart. */
  text(name: string): string;
  /** A whole number; `fallback` when absent. What is no number is 0, and noted. */
  integer(name: string, fallback?: number): number;
  /** True only for `true`, `yes` and `1`. */
  flag(name: string): boolean;
  /** An object of the parameter's type; undefined when absent or null. */
  object(name: string): Wire | undefined;
  /** The members of a list; undefined when absent, or when the server would pass over it. */
  list(name: string): readonly WireValue[] | undefined;
  /** The file a parameter names, by its own field or by `attach://`. */
  file(name: string): UploadedFile | undefined;
  readonly note: NoteOddity;
}

/** Checks what a request carries against the table: names, limits, choices. Objects are checked when they are read. */
export function createParameters(method: string, raw: RawParameters, note: NoteOddity): Parameters {
  const fields = parametersOf(method) ?? {};
  const scalars = new Map(Object.entries(raw.values).map(([name, value]) => [name, toText(value)]));
  const text = (name: string): string => scalars.get(name) ?? "";
  for (const name of [...scalars.keys(), ...raw.files.map(({ field }) => field)]) {
    const attached = [...scalars.values()].some((value) => value.includes(`attach://${name}`));
    if (fieldOf(fields, name) === undefined && !attached) note(`${method} has no parameter "${name}"`);
  }
  for (const [name, field] of Object.entries(fields)) checkScalar(method, name, field, text(name), note);

  const parse = (name: string): unknown => parseJson(name, text(name), note);
  return {
    text,
    note,
    integer: (name, fallback = 0) =>
      text(name) === "" ? fallback : clamp(fields, name, readInteger(text(name)), note),
    flag: (name) => ["true", "yes", "1"].includes(text(name).trim().toLowerCase()),
    object: (name) => {
      const value = parse(name);
      if (value === undefined || value === null) return undefined;
      const decoded = decodeType(fieldOf(fields, name)?.types[0] ?? "", value, note);
      return isWire(decoded) ? decoded : undefined;
    },
    list: (name) => readList(method, name, fieldOf(fields, name), parse(name), note),
    file: (name) => {
      const field = text(name).startsWith("attach://") ? text(name).slice("attach://".length) : name;
      return raw.files.find((file) => file.field === field);
    },
  };
}

/** Everything is text on the server: numbers by their digits, objects by their JSON; null is absent. */
function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

function checkScalar(method: string, name: string, field: Field, text: string, note: NoteOddity): void {
  if (text === "") return;
  const [type = ""] = field.types;
  if (field.types.includes("String")) {
    const fault = findTextFault(method, name, field, text);
    if (fault !== undefined) throw fault;
  } else if (type === "Integer" && !/^-?\d+$/.test(text)) {
    note(`parameter "${name}" is not a whole number: the server reads 0`);
  } else if (type === "Boolean" && !/^(true|false|yes|no|1|0)$/i.test(text)) {
    note(`parameter "${name}" is not a truth value: the server reads false`);
  }
}

function readInteger(text: string): number {
  return Number(/^-?\d+/.exec(text)?.[0] ?? "0");
}

/** The server does not refuse a number out of range: it takes the nearest one that is in it. */
function clamp(fields: Fields, name: string, value: number, note: NoteOddity): number {
  const limit = fieldOf(fields, name)?.limit;
  if (limit?.unit !== "value") return value;
  const clamped = Math.min(Math.max(value, limit.min), limit.max);
  if (clamped !== value) note(`parameter "${name}" is ${value}: the server takes ${clamped}`);
  return clamped;
}

function parseJson(name: string, text: string, note: NoteOddity): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const what = UNREADABLE[name];
    if (what !== undefined) throw malformed(`Can't parse ${what} JSON object`);
    note(`parameter "${name}" is not JSON: the server passes over it`);
    return undefined;
  }
}

function readList(
  method: string,
  name: string,
  field: Field | undefined,
  value: unknown,
  note: NoteOddity,
): readonly WireValue[] | undefined {
  if (value === undefined || value === null || field === undefined) return undefined;
  const type = /^Array of (.+)$/.exec(field.types[0] ?? "")?.[1] ?? "";
  if (!Array.isArray(value)) {
    if (type === "BotCommand") throw malformed("Expected an Array of BotCommand");
    note(`parameter "${name}" is not a list: the server passes over it`);
    return undefined;
  }
  const fault = findCountFault(method, name, field, value.length);
  if (fault !== undefined) throw fault;
  return (value as readonly unknown[]).map((item) => decodeType(type, item, note));
}

/** How the server calls the parameters that must be JSON. */
const UNREADABLE: Readonly<Record<string, string>> = {
  commands: "commands",
  link_preview_options: "link preview options",
  reply_markup: "reply keyboard markup",
  reply_parameters: "reply parameters",
  scope: "BotCommandScope",
};
