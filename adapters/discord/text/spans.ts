import type { Span } from "../../../src/bot/text/rich-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import { escapeText, writeCode } from "./escape.ts";

/** A piece of a line, with the marks of style or code that it begins and ends with; none where plain text stands there. */
interface Piece {
  readonly text: string;
  readonly first?: "*" | "`" | undefined;
  readonly last?: "*" | "`" | undefined;
}

/** A line of spans. Line breaks inside a span are shown: a line of ours is one line. */
export function encodeSpans(spans: readonly Span[]): string {
  let written = "";
  let before: Piece["last"];
  for (const span of joinPlain(spans)) {
    const styled = encodeSpan(span);
    // Marks of two pieces that touch would be read together.
    const isTouching = styled.first !== undefined && styled.first === before;
    const piece: Piece = isTouching ? { text: escapeText(textOf(span)) } : styled;
    if (piece.text === "") continue;
    written += piece.text;
    before = piece.last;
  }
  return written;
}

/** Plain texts that touch are one: what begins a line is recognised as a whole. */
function joinPlain(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (typeof span === "string" && typeof last === "string") joined.splice(-1, 1, last + span);
    else joined.push(span);
  }
  return joined;
}

function encodeSpan(span: Span): Piece {
  const text = textOf(span);
  if (typeof span === "string") return { text: escapeText(text) };
  switch (span.kind) {
    case "bold":
      return surround(text, "**");
    case "italic":
      return surround(text, "*");
    case "code": {
      const code = writeCode(text);
      return code === undefined ? { text: escapeText(text) } : { text: code, first: "`", last: "`" };
    }
    case "link":
      return { text: encodeLink(text, span.url) };
    case "time":
      return { text: Number.isFinite(span.at) ? `<t:${Math.floor(span.at / 1000)}:f>` : escapeText(text) };
  }
}

/** White space stays outside: beside it, marks are no marks. */
function surround(text: string, mark: "*" | "**"): Piece {
  const core = text.trim();
  if (core === "") return { text };
  const start = text.indexOf(core);
  const [space, rest] = [text.slice(0, start), text.slice(start + core.length)];
  const styled = `${mark}${escapeText(core)}${mark}`;
  return {
    text: `${space}${styled}${rest}`,
    first: space === "" ? "*" : undefined,
    last: rest === "" ? "*" : undefined,
  };
}

/** Only web addresses become links, and without a preview. */
function encodeLink(text: string, url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  if (!isWeb || text.trim() === "") return escapeText(`${text} (${showInvisible(url, false)})`);
  const href = address.href.replace(/[()<>\s]/g, (character) =>
    encodeURIComponent(character).replace(/[()]/g, escapeParenthesis),
  );
  return `[${escapeText(text)}](<${href}>)`;
}

function escapeParenthesis(character: string): string {
  return character === "(" ? "%28" : "%29";
}

function textOf(span: Span): string {
  return showInvisible(typeof span === "string" ? span : span.text, false);
}
