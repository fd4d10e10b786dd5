import type { Mark, MarkKind } from "../venue.ts";

/** Marked text as people read it. */
export interface ReadText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/**
 * Reads Discord's markup as its clients show it, erring towards markup: what might be read as a style, a link or a mention
 * counts as one.
 */
export function readMarkdown(source: string): ReadText {
  const marks: Mark[] = [];
  const parts = source.split(/(```[^]*?```)/);
  const text = parts.map((part) => (part.startsWith("```") ? readBlock(part, marks) : readLines(part, marks))).join("");
  return { text, marks };
}

/** The first line of a block names its language when there are more. */
function readBlock(part: string, marks: Mark[]): string {
  const inside = part.slice(3, -3);
  const [, code = inside] = /^[a-z0-9_+.#-]*\n([^]*?)\n?$/i.exec(inside) ?? [];
  marks.push({ kind: "code", text: code });
  return code;
}

/** What stands before a line and says what the line is. */
const LINE_MARKS: readonly (readonly [RegExp, MarkKind, string])[] = [
  [/^>>> |^> /, "quote", ""],
  [/^#{1,3} |^-# /, "other", ""],
  [/^ *[-*+] (?=\S)/, "other", "• "],
];

function readLines(part: string, marks: Mark[]): string {
  return part
    .split("\n")
    .map((line) => {
      const found = LINE_MARKS.find(([pattern]) => pattern.test(line));
      if (found === undefined) return readInline(line, marks);
      const [pattern, kind, shown] = found;
      const text = readInline(line.replace(pattern, ""), marks);
      marks.push({ kind, text });
      return `${shown}${text}`;
    })
    .join("\n");
}

type Reading = readonly [length: number, text: string];
type Reader = (rest: string, marks: Mark[]) => Reading | undefined;

/** Pairs of marks, the longer ones first. */
const STYLES: readonly (readonly [string, MarkKind])[] = [
  ["**", "bold"],
  ["__", "other"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "italic"],
  ["_", "italic"],
];

/** What stands between `<` and `>` and is not shown as it is. */
const TAGS: readonly (readonly [RegExp, MarkKind])[] = [
  [/^<(?:@[!&]?|#)\d+>/, "mention"],
  [/^<id:[a-z]+>/, "mention"],
  [/^<\/[^:>]+:\d+>/, "command"],
  [/^<a?:\w+:\d+>/, "emoji"],
];

const READERS: readonly Reader[] = [
  (rest) => (/^\\[!-/:-@[-`{-~]/.test(rest) ? [2, rest[1] ?? ""] : undefined),
  (rest, marks) => {
    const [whole, , code = ""] = /^(`+)(.+?)\1(?!`)/.exec(rest) ?? [];
    return whole === undefined ? undefined : mark(marks, "code", whole.length, code);
  },
  (rest, marks) => {
    const [whole, at] = /^<t:(-?\d+)(?::[tTdDfFR])?>/.exec(rest) ?? [];
    return whole === undefined ? undefined : mark(marks, "other", whole.length, sayTime(Number(at)));
  },
  (rest, marks) => {
    const tag = TAGS.map(([pattern, kind]) => ({ kind, found: pattern.exec(rest)?.[0] })).find(({ found }) => found);
    return tag?.found === undefined ? undefined : mark(marks, tag.kind, tag.found.length, tag.found);
  },
  (rest, marks) => {
    const [everybody] = /^@(?:everyone|here)/.exec(rest) ?? [];
    return everybody === undefined ? undefined : mark(marks, "mention", everybody.length, everybody);
  },
  (rest, marks) => {
    const [whole, label = ""] = /^\[((?:\\.|[^\]\\])*)\]\((?:<[^>]*>|[^)\s]*)\)/.exec(rest) ?? [];
    return whole === undefined ? undefined : mark(marks, "link", whole.length, readInline(label, marks));
  },
  (rest, marks) => {
    const style = STYLES.find(([sign]) => rest.startsWith(sign));
    if (style === undefined) return undefined;
    const [sign, kind] = style;
    const end = findEnd(rest, sign);
    return end === undefined
      ? undefined
      : mark(marks, kind, end + sign.length, readInline(rest.slice(sign.length, end), marks));
  },
];

function mark(marks: Mark[], kind: MarkKind, length: number, text: string): Reading {
  marks.push({ kind, text });
  return [length, text];
}

function readInline(source: string, marks: Mark[]): string {
  let text = "";
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const [length, shown] = readFirst(rest, marks) ?? [1, rest[0] ?? ""];
    text += shown;
    at += length;
  }
  return text;
}

function readFirst(rest: string, marks: Mark[]): Reading | undefined {
  for (const read of READERS) {
    const reading = read(rest, marks);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

/** Where a style that begins the text ends: at the next such sign that no backslash stands before. */
function findEnd(rest: string, sign: string): number | undefined {
  for (let at = sign.length; at < rest.length; at += 1) {
    if (rest[at] === "\\") at += 1;
    else if (at > sign.length && rest.startsWith(sign, at)) return at;
  }
  return undefined;
}

/** As the other platforms write times. */
function sayTime(unix: number): string {
  return `${new Date(unix * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
