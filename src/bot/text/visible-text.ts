import type { Form, OutboundFile, OutboundMessage, Select } from "../adapter.ts";
import type { Redact } from "./redaction.ts";
import type { Block, RichText, Span } from "./rich-text.ts";

/**
 * Characters that change what a reader sees without being seen: controls, bidirectional and other invisible formatting,
 * line and paragraph separators, tags, unpaired surrogates, joiners and variation selectors, letters and signs without any
 * ink. `\n` and `\t` are handled apart.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{13441}\u{13442}\u{1d159}]|\u{16fe4}/u;

/** More marks on one letter than any writing needs cover the lines above and below. */
const STACKED = /(?<=\p{M}{4})\p{M}/u;

/** Emoji need joiners between two of them, and variation selectors behind them; anywhere else neither shows. */
const EMOJI_PARTS = [
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]/u,
  /(?<=[0-9#*])\ufe0f(?=\u20e3)/u,
] as const;

/** Either a part of an emoji, which stays, or a character to be shown (the group). */
const SHOWN = new RegExp(
  `${EMOJI_PARTS.map(({ source }) => source).join("|")}|(${INVISIBLE.source}|${STACKED.source})`,
  "gu",
);

/** Shows control and bidirectional characters as `\u{…}`. Line breaks and tabs stay where `multiline` allows them. */
export function showInvisible(text: string, multiline: boolean): string {
  const lines = multiline ? text.replace(/\r\n/g, "\n") : text;
  return lines.replace(SHOWN, (character, hidden: string | undefined) => {
    if (hidden === undefined) return character;
    if (multiline && (character === "\n" || character === "\t")) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Makes whatever leaves the bot safe to look at. Applying it twice changes nothing more. */
export interface VisibleText {
  readonly redact: Redact;
  /** One line of text: line breaks are shown, too, so that data never looks like a line of a card. */
  readonly line: (text: string) => string;
  /** Several lines. */
  readonly lines: (text: string) => string;
  readonly body: (body: RichText) => RichText;
  readonly file: (file: OutboundFile) => OutboundFile;
  readonly message: (message: OutboundMessage) => OutboundMessage;
  readonly form: (form: Form) => Form;
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
    redact,
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
      ...(message.select === undefined ? {} : { select: cleanSelect(message.select, line) }),
      ...(message.files === undefined ? {} : { files: message.files.map(file) }),
      ...(message.threadName === undefined ? {} : { threadName: line(message.threadName) }),
      ...(message.expectReply === undefined ? {} : { expectReply: cleanReply(message.expectReply, line) }),
    }),
    form: (form) => ({
      ...form,
      title: line(form.title),
      fields: form.fields.map((field) => cleanField(field, { line, lines })),
    }),
  };
}

interface Cleaners {
  readonly line: (text: string) => string;
  readonly lines: (text: string) => string;
  readonly span: (part: Span) => Span;
}

function cleanSelect(select: Select, line: Cleaners["line"]): Select {
  return {
    ...select,
    placeholder: line(select.placeholder),
    options: select.options.map((option) => ({ ...option, label: line(option.label) })),
  };
}

function cleanReply(
  expectReply: NonNullable<OutboundMessage["expectReply"]>,
  line: Cleaners["line"],
): NonNullable<OutboundMessage["expectReply"]> {
  const { placeholder } = expectReply;
  return placeholder === undefined ? expectReply : { ...expectReply, placeholder: line(placeholder) };
}

/** What stands in a field is handed in again: a value that may not be shown as it is stays out. */
function cleanField(
  field: Form["fields"][number],
  { line, lines }: Pick<Cleaners, "line" | "lines">,
): Form["fields"][number] {
  const { value, ...rest } = field;
  const isClean = value !== undefined && lines(value) === value;
  return { ...rest, label: line(field.label), ...(isClean ? { value } : {}) };
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
