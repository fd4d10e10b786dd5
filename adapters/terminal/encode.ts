import type { Button, OutboundMessage } from "../../src/bot/adapter.ts";
import type { Block, RichText, Span } from "../../src/bot/text/rich-text.ts";
import { showInvisible } from "../../src/bot/text/visible-text.ts";

/** How marked text looks. Every function gets text that is safe to print. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly italic: (text: string) => string;
  readonly code: (text: string) => string;
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
}

const same = (text: string): string => text;

/** No colours: a pipe, `NO_COLOR`, or a terminal that has none. */
export const PLAIN: Style = { bold: same, italic: same, code: same, added: same, removed: same };

const wrap =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;

/** Colours of a terminal. */
export const COLOURED: Style = { bold: wrap(1), italic: wrap(3), code: wrap(36), added: wrap(32), removed: wrap(31) };

/** The number under which a button is pressed; undefined where the numbers are not known yet. */
export type NumberOf = (button: Button) => number | undefined;

/** A message as lines of text, buttons last: `[1] Approve  [2] Deny`. */
export function encodeMessage(message: OutboundMessage, style: Style, numberOf?: NumberOf): readonly string[] {
  const rows = (message.buttons ?? []).map((row) =>
    row.map((button) => `[${numberOf?.(button) ?? "?"}] ${clean(button.label)}`).join("  "),
  );
  return [...encodeBody(message.body, style), ...rows.map(style.bold)];
}

/** A body as lines of text. Control and bidirectional characters in it are shown, so that data cannot move the cursor. */
export function encodeBody(body: RichText, style: Style): readonly string[] {
  return body.flatMap((block) => encodeBlock(block, style));
}

function encodeBlock(block: Block, style: Style): readonly string[] {
  switch (block.kind) {
    case "line":
      return [encodeLine(block.spans, style)];
    case "list":
      return block.items.map((item) => `  • ${encodeSpans(item, style)}`);
    case "table":
      return encodeTable(block.columns, block.rows, style);
    case "code":
      return splitLines(block.text).map((line) => `    ${colourCode(line, block.language, style)}`);
    case "quote":
      return splitLines(block.text).map((line) => `  > ${line}`);
  }
}

/** Only a row of buttons begins with a number in brackets: any other line that does is set in. */
function encodeLine(spans: readonly Span[], style: Style): string {
  const text = encodeSpans(spans, style);
  return /^\s*\[[\d?]+\]/.test(encodeSpans(spans, PLAIN)) ? `  ${text}` : text;
}

function encodeSpans(spans: readonly Span[], style: Style): string {
  return spans.map((span) => encodeSpan(span, style)).join("");
}

function encodeSpan(span: Span, style: Style): string {
  if (typeof span === "string") return clean(span);
  switch (span.kind) {
    case "bold":
      return style.bold(clean(span.text));
    case "italic":
      return style.italic(clean(span.text));
    case "code":
      return style.code(clean(span.text));
    case "link":
      return `${clean(span.text)} (${clean(span.url)})`;
    case "time":
      return clean(span.text);
  }
}

function encodeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const cells = [columns, ...rows].map((row) => row.map(clean));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ""))));
  const write = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))).join("  ")}`.trimEnd();
  return cells.map((row, index) => (index === 0 ? style.bold(write(row)) : write(row)));
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

function colourCode(line: string, language: string | undefined, style: Style): string {
  if (language !== "diff") return line;
  if (line.startsWith("+")) return style.added(line);
  return line.startsWith("-") ? style.removed(line) : line;
}

function splitLines(text: string): readonly string[] {
  return showInvisible(text, true).split("\n");
}

function clean(text: string): string {
  return showInvisible(text, false);
}
