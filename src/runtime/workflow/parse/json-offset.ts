import type { Path } from "../parse-document.ts";

/**
 * The offset of the value a path leads to (or of its key) in valid JSON text; where it leads to nothing, of the nearest
 * value around it. Reads the text again: places are only asked for when something is wrong.
 */
export function findJsonOffset(text: string, path: Path, of?: "key"): number {
  let at = skipSpace(text, 0);
  for (const [index, segment] of path.entries()) {
    const found = text[at] === "{" ? findMember(text, at, segment) : findElement(text, at, segment);
    if (found === undefined) return at;
    if (of === "key" && index === path.length - 1) return found.key;
    at = found.value;
  }
  return at;
}

/** The first key that stands twice in one object of valid JSON text: a parser would silently take the later one. */
export function findRepeatedKey(text: string): { readonly name: string; readonly offset: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const offset = at;
      const end = skipString(text, at);
      at = end - 1;
      const keys = open.at(-1);
      if (keys === undefined || text[skipSpace(text, end)] !== ":") continue;
      const name: unknown = JSON.parse(text.slice(offset, end));
      if (typeof name !== "string") continue;
      if (keys.has(name)) return { name, offset };
      keys.add(name);
    }
  }
  return undefined;
}

interface Found {
  readonly key: number;
  readonly value: number;
}

/** The last member of that name counts, as it does for the parser. */
function findMember(text: string, open: number, name: string | number): Found | undefined {
  let found: Found | undefined;
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const key = at;
    const keyEnd = skipString(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (JSON.parse(text.slice(key, keyEnd)) === name) found = { key, value };
    at = skipComma(text, skipValue(text, value));
  }
  return found;
}

function findElement(text: string, open: number, position: string | number): Found | undefined {
  if (text[open] !== "[") return undefined;
  let at = skipSpace(text, open + 1);
  for (let index = 0; text[at] !== "]" && at < text.length; index += 1) {
    if (index === position) return { key: at, value: at };
    at = skipComma(text, skipValue(text, at));
  }
  return undefined;
}

/** The offset after the value that begins at `start`. Lists and objects are skipped by counting brackets. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') {
      at = skipString(text, at);
    } else if (depth === 0 && ",]}".includes(character)) {
      return at;
    } else {
      if ("[{".includes(character)) depth += 1;
      if ("]}".includes(character)) depth -= 1;
      at += 1;
    }
    if (depth === 0 && '"]}'.includes(character)) return at;
  }
  return at;
}

function skipString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipComma(text: string, start: number): number {
  const at = skipSpace(text, start);
  return text[at] === "," ? skipSpace(text, at + 1) : at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\n\r".includes(text[at] ?? "")) at += 1;
  return at;
}
