import type { Catalogue } from "../../../src/bot/wording/catalogue.ts";
import { childOf, isNode, listOf, nameOf, parse, readSources, walk, type Node } from "./source.ts";

/** One entry of a catalogue, and everything it says to a range of values. */
export interface Said {
  /** `cards.queued`. */
  readonly key: string;
  readonly texts: readonly string[];
}

/** Texts handed in; they are the same in every language. */
export const GIVEN = { text: "deploy", list: ["anna", "boris", "chiyo"] } as const;

/** Whole numbers that take different forms of a word in some language. */
const NUMBERS = [0, 1, 2, 5, 11, 21, 1234];

/** Samples of types that are declared elsewhere. */
const NAMED: Readonly<Record<string, readonly unknown[]>> = {
  Span: [{ kind: "time", at: 0, text: GIVEN.text }],
  Bounds: [{}, { min: 1 }, { max: 21 }, { above: 2 }, { below: 5 }, { min: 2, max: 5 }, { above: 2, max: 5 }],
  Comparison: ["at_least", "at_most", "more_than", "less_than"],
  JsonType: ["string", "number", "integer", "boolean", "array", "object", "null"],
  "TypedField.kind": ["text", "number", "integer", "date", "time", "date-time", "json"],
};

/** What each entry of a catalogue says; entries are called with samples of the types that English declares for them. */
export function sayEverything(catalogue: Catalogue): readonly Said[] {
  return Object.entries(catalogue).flatMap(([group, entries]) =>
    typeof entries === "function" || typeof entries === "string" ? [] : sayGroup(group, entries),
  );
}

function sayGroup(prefix: string, entries: object): readonly Said[] {
  return Object.entries(entries).flatMap(([name, entry]: [string, unknown]) => {
    const key = `${prefix}.${name}`;
    if (typeof entry === "string") return [{ key, texts: [entry] }];
    if (typeof entry === "function")
      return [{ key, texts: listCalls(key).map((given) => write(Reflect.apply(entry, undefined, given))) }];
    // Words that are understood, not said.
    return Array.isArray(entry) || typeof entry !== "object" || entry === null ? [] : sayGroup(key, entry);
  });
}

function write(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(write).join("");
  if (typeof value === "object" && value !== null && "text" in value) return write(value.text);
  throw new Error(`Neither text nor spans: ${JSON.stringify(value)}`);
}

const MAX_CALLS = 80;

function listCalls(key: string): readonly (readonly unknown[])[] {
  const parameters = PARAMETERS.get(key);
  if (parameters === undefined) throw new Error(`English has no function ${key}`);
  let calls: (readonly unknown[])[] = [[]];
  for (const samples of parameters)
    calls = calls.flatMap((call) => samples.map((sample) => [...call, sample])).slice(0, MAX_CALLS);
  return calls;
}

/** The samples for each parameter of each entry, by key. */
const PARAMETERS = new Map<string, readonly (readonly unknown[])[]>();

for (const { file, text } of readSources("src/bot/wording/en")) {
  const group = /([a-z]+)\.ts$/.exec(file)?.[1] ?? "";
  const program = parse(text);
  const aliases = listAliases(program);
  for (const node of walk(program)) {
    if (node.type !== "VariableDeclarator" || nameOf(childOf(node, "id")) !== group || !isNode(node["init"])) continue;
    collect(group, node["init"], aliases);
  }
}
collectForm();

function collect(prefix: string, node: Node, aliases: ReadonlyMap<string, Node>): void {
  if (node.type !== "ObjectExpression") return;
  for (const property of listOf(node, "properties")) {
    if (property.type !== "Property") continue;
    const key = `${prefix}.${nameOf(childOf(property, "key"))}`;
    const value = childOf(property, "value");
    if (value.type !== "ArrowFunctionExpression") collect(key, value, aliases);
    else if (!key.startsWith("form.")) {
      const types = listOf(value, "params").map((parameter) => typeOf(parameter));
      PARAMETERS.set(
        key,
        types.map((type) => sampleType(type, aliases, key)),
      );
    }
  }
}

/** The entries of `form` are declared by the port of the questions. */
function collectForm(): void {
  const [source] = readSources("src/bot/questions").filter(({ file }) => file.endsWith("questions/wording.ts"));
  const program = parse(source?.text ?? "");
  const aliases = listAliases(program);
  for (const node of walk(program)) {
    if (node.type !== "TSMethodSignature") continue;
    const key = `form.${nameOf(childOf(node, "key"))}`;
    PARAMETERS.set(
      key,
      listOf(node, "params").map((parameter) => sampleType(typeOf(parameter), aliases, key)),
    );
  }
}

function listAliases(program: Node): ReadonlyMap<string, Node> {
  const declared = walk(program).filter(({ type }) => type === "TSTypeAliasDeclaration");
  return new Map(declared.map((node) => [nameOf(childOf(node, "id")), childOf(node, "typeAnnotation")]));
}

function typeOf(parameter: Node): Node {
  return childOf(childOf(parameter, "typeAnnotation"), "typeAnnotation");
}

function sampleType(type: Node, aliases: ReadonlyMap<string, Node>, key: string): readonly unknown[] {
  const inner = (node: Node): readonly unknown[] => sampleType(node, aliases, key);
  switch (type.type) {
    case "TSStringKeyword":
      return [GIVEN.text];
    case "TSNumberKeyword":
      return NUMBERS;
    case "TSBooleanKeyword":
      return [true, false];
    case "TSUndefinedKeyword":
      return [undefined];
    case "TSLiteralType":
      return [childOf(type, "literal")["value"]];
    case "TSUnionType":
      return listOf(type, "types").flatMap(inner);
    case "TSTypeOperator":
      return inner(childOf(type, "typeAnnotation"));
    case "TSArrayType": {
      const element = childOf(type, "elementType");
      if (element.type === "TSStringKeyword") return [[], [GIVEN.list[0]], [...GIVEN.list]];
      const samples = inner(element);
      return [...samples.map((value) => [value]), samples];
    }
    case "TSTupleType":
      return [listOf(type, "elementTypes").map((element) => inner(element)[0])];
    case "TSTypeLiteral":
      return sampleObjects(listOf(type, "members"), inner);
    case "TSIndexedAccessType":
      return named(
        `${nameOf(childOf(childOf(type, "objectType"), "typeName"))}.${nameOf(childOf(childOf(type, "indexType"), "literal"))}`,
        key,
      );
    case "TSTypeReference": {
      const name = nameOf(childOf(type, "typeName"));
      const alias = aliases.get(name);
      return alias === undefined ? named(name, key) : inner(alias);
    }
    default:
      throw new Error(`${key}: no samples for a ${type.type}`);
  }
}

function named(name: string, key: string): readonly unknown[] {
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (known === undefined) throw new Error(`${key}: add samples of the type ${name} to NAMED`);
  return known;
}

/** Every member in turn takes each of its samples, while the others take their first. */
function sampleObjects(members: readonly Node[], inner: (node: Node) => readonly unknown[]): readonly unknown[] {
  const fields = members.map((member) => {
    const samples = inner(typeOf(member));
    return [nameOf(childOf(member, "key")), member["optional"] === true ? [undefined, ...samples] : samples] as const;
  });
  const first = Object.fromEntries(fields.map(([name, samples]) => [name, samples[0]]));
  const varied = fields.flatMap(([name, samples]) => samples.map((value) => ({ ...first, [name]: value })));
  return varied.length === 0 ? [first] : varied;
}
