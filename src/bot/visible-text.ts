import type { OutboundFile, OutboundMessage } from "./adapter.ts";
import type { Redact } from "./redaction.ts";
import type { Block, RichText, Span } from "./rich-text.ts";

/**
 * Characters that change what a reader sees without being seen: controls, bidirectional and other invisible formatting,
 * line and paragraph separators, tags, unpaired surrogates. Zero-width joiner and variation selectors stay: emoji need
 * them. `\n` and `\t` are handled apart.
 */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5|\p{Cs}/gu;

/** Shows control and bidirectional characters as `\u{…}`. Line breaks and tabs stay where `multiline` allows them. */
export function showInvisible(text: string, multiline: boolean): string {
  const lines = multiline ? text.replace(/\r\n/g, "\n") : text;
  return lines.replace(INVISIBLE, (character) => {
    if (multiline && (character === "\n" || character === "\t")) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Makes whatever leaves the bot safe to look at. Applying it twice changes nothing more. */
export interface VisibleText {
  /** One line of text: line breaks are shown, too, so that data never looks like a line of a card. */
  readonly line: (text: string) => string;
  /** Several lines. */
  readonly lines: (text: string) => string;
  readonly body: (body: RichText) => RichText;
  readonly file: (file: OutboundFile) => OutboundFile;
  readonly message: (message: OutboundMessage) => OutboundMessage;
}

/** All text that people see goes through here: secrets redacted first, then what is invisible made visible. */
export function createVisibleText(redact: Redact): VisibleText {
  const line = (text: string): string => showInvisible(redact(text), false);
  const lines = (text: string): string => showInvisible(redact(text), true);
  const span = (part: Span): Span => {
    if (typeof part === "string") return line(part);
    return part.kind === "link"
      ? { ...part, text: line(part.text), url: line(part.url) }
      : { ...part, text: line(part.text) };
  };
  const body = (blocks: RichText): RichText => blocks.map((block) => cleanBlock(block, { line, lines, span }));
  const file = (given: OutboundFile): OutboundFile => ({ name: line(given.name), text: lines(given.text) });
  return {
    line,
    lines,
    body,
    file,
    message: (message) => ({
      ...message,
      body: body(message.body),
      ...(message.buttons === undefined
        ? {}
        : { buttons: message.buttons.map((row) => row.map((button) => ({ ...button, label: line(button.label) }))) }),
      ...(message.files === undefined ? {} : { files: message.files.map(file) }),
    }),
  };
}

interface Cleaners {
  readonly line: (text: string) => string;
  readonly lines: (text: string) => string;
  readonly span: (part: Span) => Span;
}

function cleanBlock(block: Block, clean: Cleaners): Block {
  switch (block.kind) {
    case "line":
      return { ...block, spans: block.spans.map(clean.span) };
    case "list":
      return { ...block, items: block.items.map((item) => item.map(clean.span)) };
    case "table":
      return {
        ...block,
        columns: block.columns.map(clean.line),
        rows: block.rows.map((row) => row.map(clean.line)),
      };
    case "code":
    case "quote":
      return { ...block, text: clean.lines(block.text) };
  }
}
