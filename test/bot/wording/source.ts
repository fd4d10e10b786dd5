import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";

/** A node of a parsed source file; what it holds beside its type is looked at before it is used. */
export interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

export const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Every TypeScript file below these folders, with its text. Paths are relative to the repository. */
export function readSources(
  ...folders: readonly string[]
): readonly { readonly file: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({ file: path.relative(ROOT, file), text: readFileSync(file, "utf8") })),
  );
}

export function parse(text: string): Node {
  const program: unknown = parseAst(text, { lang: "ts" });
  if (!isNode(program)) throw new Error("No program was parsed");
  return program;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The nodes right below a node. */
export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** A child that has to be there. */
export function childOf(node: Node, name: string): Node {
  const child = node[name];
  if (!isNode(child)) throw new Error(`A ${node.type} has no ${name}`);
  return child;
}

export function listOf(node: Node, name: string): readonly Node[] {
  const list = node[name];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Every node of a tree, the outermost first. */
export function walk(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(walk)];
}

/** `a.b` for the key of a property or a member. */
export function nameOf(node: Node): string {
  const { name, value } = node;
  if (typeof name === "string") return name;
  return typeof value === "string" ? value : "";
}
