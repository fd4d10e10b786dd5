import type { CST, Document, LineCounter } from "yaml";
import type { ParsedDocument, Place } from "../parse-document.ts";
import { documentError, MAX_DEPTH, TOO_DEEP, withPlace } from "./document-limits.ts";
import { findOffset } from "./yaml-offset.ts";
import { readYamlValue, type Reading } from "./yaml-value.ts";

/** Lexical tokens of a YAML text; parsing takes up to about 10 µs for each. */
const MAX_TOKENS = 100_000;

/** Syntax problems named at once. */
const MAX_SYNTAX_PROBLEMS = 20;

/** Parses YAML text; see `parseDocument`. Tags other than those of the core schema and merge keys are refused. */
export async function parseYamlDocument(text: string): Promise<ParsedDocument> {
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = composeDocument(yaml, readTokens(yaml, text, lines), text.length);
  if (document.errors.length > 0) {
    const errors = document.errors.slice(0, MAX_SYNTAX_PROBLEMS);
    throw documentError(errors.map((error) => withPlace(error.message, placeAt(error.pos[0]))));
  }
  const reading: Reading = {
    yaml,
    anchors: new Map(),
    targets: new Map(),
    counted: { values: 0 },
    fail: (message, node) => documentError([withPlace(message, placeAt(node?.range?.[0] ?? 0))]),
  };
  const root = document.contents;
  const value = readYamlValue(reading, root);
  return { value, locate: (path, of) => placeAt(findOffset(reading, root, { path, of })) };
}

type Yaml = typeof import("yaml");

/** The syntax tree of a text, which the library builds without recursion. */
function readTokens(yaml: Yaml, text: string, lines: LineCounter): CST.Token[] {
  let count = 0;
  for (const _ of new yaml.Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) throw documentError([{ message: "Workflow file is too large to be read; split it" }]);
  }
  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
  assertDepth(tokens);
  return tokens;
}

/**
 * Refuses trees that are too deep before the library recurses into them: at the end of the stack, compiling a regular
 * expression ends the whole process instead of throwing.
 */
function assertDepth(tokens: readonly CST.Token[]): void {
  const open: { readonly token: CST.Token | null | undefined; readonly depth: number }[] = [];
  for (const token of tokens) open.push({ token: token.type === "document" ? token.value : token, depth: 0 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH) throw documentError([{ message: TOO_DEEP }]);
    if (token === null || token === undefined || !("items" in token)) continue;
    for (const item of token.items) {
      open.push({ token: item.value, depth: depth + 1 });
      if ("key" in item) open.push({ token: item.key, depth: depth + 1 });
    }
  }
}

/** The only document of a text. A second one is a problem of the first. */
function composeDocument(yaml: Yaml, tokens: readonly CST.Token[], length: number): Document.Parsed {
  const options = {
    intAsBigInt: true,
    // The library compares every key with every other; the reader finds repeated ones faster.
    uniqueKeys: false,
    logLevel: "error",
  } as const;
  const [document, second] = new yaml.Composer(options).compose(tokens, true, length);
  if (document === undefined) throw documentError([{ message: "Workflow file cannot be read as YAML" }]);
  if (second !== undefined) {
    const [from, to] = second.range;
    const message = "Workflow file holds several YAML documents; keep one";
    document.errors.push(new yaml.YAMLParseError([from, to], "MULTIPLE_DOCS", message));
  }
  return document;
}
