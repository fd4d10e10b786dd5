import { readFileSync } from "node:fs";
import { isWire } from "../../shared/wire.ts";

/** What the description says of a length, a range or a count. `parsed`: of text after its entities are taken out. */
export interface Limit {
  readonly min: number;
  readonly max: number;
  readonly unit: "characters" | "bytes" | "items" | "value";
  readonly parsed?: true;
}

/** A parameter of a method or a member of an object. `types` are alternatives. */
export interface Field {
  readonly types: readonly string[];
  readonly required?: true;
  readonly limit?: Limit;
  readonly pattern?: string;
  readonly oneOf?: readonly string[];
}

/** Members or parameters by name. */
export type Fields = Readonly<Record<string, Field>>;

interface Table {
  readonly version: string;
  readonly methods: Readonly<Record<string, { readonly returns: readonly string[]; readonly parameters: Fields }>>;
  readonly types: Readonly<Record<string, { readonly fields?: Fields; readonly subtypes?: readonly string[] }>>;
}

/** The platform's description, as far as the peer needs it (written by generate-api.mjs). */
export const api: Table = readTable();

function readTable(): Table {
  const content: unknown = JSON.parse(readFileSync(new URL("api.json", new URL("../", import.meta.url)), "utf8"));
  if (!isWire(content) || !isWire(content["methods"]) || !isWire(content["types"])) {
    throw new Error("api.json is not what generate-api.mjs writes; run it again");
  }
  return content as unknown as Table;
}

/** The parameters of a method; undefined for a method the peer does not have. */
export function parametersOf(method: string): Fields | undefined {
  return Object.hasOwn(api.methods, method) ? api.methods[method]?.parameters : undefined;
}

/** The members of a type; undefined for unions and for types the table leaves out. */
export function fieldsOf(type: string): Fields | undefined {
  return Object.hasOwn(api.types, type) ? api.types[type]?.fields : undefined;
}

/** The alternatives of a union type. */
export function subtypesOf(type: string): readonly string[] | undefined {
  return Object.hasOwn(api.types, type) ? api.types[type]?.subtypes : undefined;
}

/** The field itself, not what a name such as `constructor` inherits. */
export function fieldOf(fields: Fields, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The upper limit of a parameter. Throws when the table has none: the description changed its words. */
export function maxOf(method: string, parameter: string): number {
  const max = fieldOf(parametersOf(method) ?? {}, parameter)?.limit?.max;
  if (max === undefined) throw new Error(`api.json states no limit of ${method}.${parameter}`);
  return max;
}

/** The kinds of updates a bot can ask for: the members of Update besides its id. */
export const UPDATE_KINDS: readonly string[] = Object.keys(fieldsOf("Update") ?? {}).filter(
  (name) => name !== "update_id",
);
