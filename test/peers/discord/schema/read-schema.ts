import { readFileSync } from "node:fs";

/** A node of the official description, reduced to the keywords it uses (see generate-schema.mjs). */
export interface SchemaNode {
  readonly $ref?: string;
  readonly anyOf?: readonly SchemaNode[];
  /** Present on what the peer leaves out: refuses everything. */
  readonly not?: object;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode;
  readonly maxProperties?: number;
}

/** The types of JSON Schema. */
export type SchemaType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

let nodes: ReadonlyMap<string, SchemaNode> | undefined;

/** The node of a name; read from schema.json the first time. Throws for a name that is not there. */
export function readSchema(name: string): SchemaNode {
  nodes ??= new Map(Object.entries(readFile().$defs));
  const node = nodes.get(name);
  if (node === undefined) throw new Error(`schema.json has no ${name}: add it to generate-schema.mjs`);
  return node;
}

/** What a node stands for: references are followed. */
export function resolveNode(node: SchemaNode): SchemaNode {
  return node.$ref === undefined ? node : resolveNode(readSchema(node.$ref.replace("#/$defs/", "")));
}

/** The types a node allows. */
export function typesOf({ type }: SchemaNode): readonly SchemaType[] {
  if (type === undefined) return [];
  return typeof type === "string" ? [type] : type;
}

function readFile(): { readonly $defs: Readonly<Record<string, SchemaNode>> } {
  // Written by generate-schema.mjs, and compared with ajv's reading of it by the tests.
  return JSON.parse(readFileSync(new URL("schema.json", import.meta.url), "utf8")) as {
    readonly $defs: Readonly<Record<string, SchemaNode>>;
  };
}
