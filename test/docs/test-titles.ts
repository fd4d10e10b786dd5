import { readFileSync } from "node:fs";
import path from "node:path";
import { childrenOf, isNode, listOf, parse, ROOT, type Node } from "../bot/wording/source.ts";

/** Functions that declare a test or a group of tests. */
const DECLARES = new Set(["it", "test", "scenario", "describe", "onEveryPlatform"]);

const GROUPS = new Set(["describe", "onEveryPlatform"]);

/** Titles of the tests in a file: each alone, and behind those of the groups it is in, joined by ` > `. */
export function readTestTitles(file: string): ReadonlySet<string> {
  return listTestTitles(readFileSync(path.join(ROOT, file), "utf8"));
}

/** The same of a source text. What is switched off breaks nothing, and is no test. */
export function listTestTitles(text: string): ReadonlySet<string> {
  const titles = new Set<string>();
  visit(parse(text), [], titles);
  return titles;
}

function visit(node: Node, groups: readonly string[], titles: Set<string>): void {
  if (isSwitchedOff(node)) return;
  const declared = readDeclaration(node);
  if (declared?.kind === "test") {
    for (const from of groups.keys()) titles.add([...groups.slice(from), declared.title].join(" > "));
    titles.add(declared.title);
  }
  const inside = declared?.kind === "group" ? [...groups, declared.title] : groups;
  for (const child of childrenOf(node)) visit(child, inside, titles);
}

/** `it("…", …)`, `it.each(…)("…", …)`, `describe.skipIf(…)("…", …)`, and what a file calls under its own name for `it`. */
function readDeclaration(node: Node): { readonly kind: "test" | "group"; readonly title: string } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const name = findDeclaring(node["callee"]);
  const title = readText(listOf(node, "arguments")[0]);
  if (name === undefined || title === undefined) return undefined;
  return { kind: GROUPS.has(name) ? "group" : "test", title };
}

/** The name at the root of `it`, `it.each(…)`, `test.skipIf(…)`. */
function findDeclaring(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") return DECLARES.has(String(callee["name"])) ? String(callee["name"]) : undefined;
  if (callee.type === "MemberExpression") return isModifier(callee) ? findDeclaring(callee["object"]) : undefined;
  return callee.type === "CallExpression" ? findDeclaring(callee["callee"]) : undefined;
}

function readText(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node?.type !== "TemplateLiteral" || listOf(node, "expressions").length > 0) return undefined;
  const [only] = listOf(node, "quasis");
  const value = only?.["value"];
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : undefined;
}

function isModifier(member: Node): boolean {
  const property = member["property"];
  return isNode(property) && MODIFIERS.has(String(property["name"]));
}

const MODIFIERS = new Set(["each", "for", "skipIf", "runIf", "skip", "only", "concurrent", "sequential"]);

/** `it.skip("…")`, `describe.skip.each(…)("…")`, `it.todo("…")`. */
function isSwitchedOff(node: Node): boolean {
  return node.type === "CallExpression" && hasSwitch(node["callee"]);
}

function hasSwitch(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "CallExpression") return hasSwitch(callee["callee"]);
  if (callee.type !== "MemberExpression") return false;
  const property = callee["property"];
  const isSwitch = isNode(property) && SWITCHES.has(String(property["name"]));
  return (isSwitch && findDeclaring(callee["object"]) !== undefined) || hasSwitch(callee["object"]);
}

const SWITCHES = new Set(["skip", "todo"]);
