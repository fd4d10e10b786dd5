/** Something in a text that is more than text to a client. */
export interface Active {
  readonly kind:
    | "bold"
    | "italic"
    | "underline"
    | "strikethrough"
    | "spoiler"
    | "code"
    | "code block"
    | "quote"
    | "list"
    | "heading"
    | "link"
    | "mention"
    | "time"
    | "emoji";
  /** What a person reads of it; for a link its address, for a block of code its language. */
  readonly text: string;
}

/** A text as a client shows it. */
export interface ReadText {
  readonly text: string;
  readonly active: readonly Active[];
}

/**
 * Reads Discord's markup as its clients do *(assumed, after the client's public behaviour)*: what a person reads, and what
 * of it is markup, a link or a mention. Points of lists stand as "• ", quotes and headings without their sign.
 */
export function readMarkup(markup: string): ReadText {
  const active: Active[] = [];
  const text = readBlocks(markup, active);
  return { text, active };
}

const CODE_BLOCK = /^```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][^]*?)\n*```/i;

function readBlocks(markup: string, active: Active[]): string {
  let shown = "";
  let rest = markup;
  let atStart = true;
  while (rest !== "") {
    const taken: Taken = (atStart ? takeLine(rest, active) : undefined) ?? takeInline(rest, active);
    shown += taken.shown;
    rest = rest.slice(taken.length);
    atStart = taken.ends ?? shown.endsWith("\n");
  }
  return shown;
}

interface Taken {
  readonly length: number;
  readonly shown: string;
  /** True when a new line begins behind it. */
  readonly ends?: boolean;
}

/** What is recognised at the beginning of a line only. */
function takeLine(rest: string, active: Active[]): Taken | undefined {
  const quote = /^( *>>> ?([^]*)|(?: *>(?!>>) [^\n]*(?:\n|$))+)/.exec(rest);
  if (quote !== null) {
    const lines = quote[2] ?? quote[0].replace(/^ *> /gm, "");
    const shown = readBlocks(lines, active);
    active.push({ kind: "quote", text: shown.trimEnd() });
    return { length: quote[0].length, shown, ends: true };
  }
  const heading = /^(?:#{1,3}|-#)\s+(?=\S)/.exec(rest);
  if (heading !== null) {
    active.push({ kind: "heading", text: /^[^\n]*/.exec(rest.slice(heading[0].length))?.[0] ?? "" });
    return { length: heading[0].length, shown: "" };
  }
  const point = /^( *)(?:[*-]|(\d+)\.) +(?=\S)/.exec(rest);
  if (point === null) return undefined;
  active.push({ kind: "list", text: point[2] ?? "•" });
  return { length: point[0].length, shown: `${point[1] ?? ""}${point[2] === undefined ? "•" : `${point[2]}.`} ` };
}

/** To a reader in UTC. */
function showTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

type Rule = readonly [pattern: RegExp, read: (match: RegExpExecArray, active: Active[]) => string];

/** Styles hold anything, other styles included. */
const style =
  (kind: Active["kind"]): Rule[1] =>
  (match, active) => {
    const inner = readBlocks(match[1] ?? "", active);
    active.push({ kind, text: inner });
    return inner;
  };

/** What has a text of its own. */
const thing =
  (kind: Active["kind"], textOf: (match: RegExpExecArray) => string = ([all]) => all): Rule[1] =>
  (match, active) => {
    active.push({ kind, text: textOf(match) });
    return textOf(match);
  };

const RULES: readonly Rule[] = [
  [/^\\([^0-9A-Za-z\s])/, ([, character = ""]) => character],
  [CODE_BLOCK, (match, active) => (active.push({ kind: "code block", text: match[1] ?? "" }), match[2] ?? "")],
  [/^(`+)([^]*?[^`])\1(?!`)/, thing("code", ([, , code = ""]) => code)],
  [/^<(?:@[!&]?|#)\d+>/, thing("mention")],
  [/^<\/[^:>\n]+:\d+>/, thing("mention")],
  [/^<id:\w+>/, thing("mention")],
  [/^@(?:everyone|here)/, thing("mention")],
  [/^<t:(-?\d{1,12})(?::[tTdDfFR])?>/, thing("time", ([, seconds]) => showTime(Number(seconds)))],
  [/^<a?:\w+:\d+>/, thing("emoji")],
  [/^:[a-z0-9_+-]+:/i, thing("emoji")],
  [
    /^\[((?:\\.|[^\]\\])+)\]\(\s*<?([^\s<>)]+)>?\s*\)/,
    (match, active) => {
      active.push({ kind: "link", text: match[2] ?? "" });
      return readBlocks(match[1] ?? "", []);
    },
  ],
  [/^<(https?:\/\/[^\s>]+)>/, thing("link", ([, address = ""]) => address)],
  [/^https?:\/\/[^\s<]+[^<.,:;"'\]\s]/, thing("link")],
  [/^\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/, style("bold")],
  [/^__((?:\\[^]|[^\\])+?)__(?!_)/, style("underline")],
  [/^~~((?:\\[^]|[^\\])+?)~~/, style("strikethrough")],
  [/^\|\|((?:\\[^]|[^\\])+?)\|\|/, style("spoiler")],
  [/^\*(?=\S)((?:\\[^]|[^\\*])*?(?:\\[^]|[^\\*\s]))\*(?!\*)/, style("italic")],
  [/^_((?:\\[^]|[^\\_])+?)_\b/, style("italic")],
];

function takeInline(rest: string, active: Active[]): Taken {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(rest);
    if (match !== null) return { length: match[0].length, shown: read(match, active), ends: false };
  }
  const [character = ""] = rest;
  return { length: character.length, shown: character };
}
