import { fmt, FormattedString } from "@grammyjs/parse-mode";
import type { ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity } from "grammy/types";
import type { Button, Conversation, OutboundMessage } from "../../src/bot/adapter.ts";
import type { Block, RichText, Span } from "../../src/bot/text/rich-text.ts";
import { cutText } from "../../src/bot/platform/cut-text.ts";
import { showInvisible } from "../../src/bot/text/visible-text.ts";
import { isGroup } from "./wire/conversation.ts";
import { makeInert, type EncodedText } from "./text/inert-text.ts";
import { showLost } from "./text/lost-marks.ts";
import { encodeTable } from "./text/table.ts";

/** What is written, piece by piece: plain text, or text with an entity of its own. */
type Piece = string | FormattedString;

/** More entities than this are left out by Telegram without a word. */
const MAX_ENTITIES = 100;

/** Characters of a ForceReply's placeholder. */
const MAX_PLACEHOLDER_CHARS = 64;

/**
 * A body as text with entities. Nothing is escaped and no parse mode is used, so nothing in the text can become markup;
 * control and bidirectional characters in it are shown. White space around the whole is left out, as Telegram would.
 */
export function encodeBody(body: RichText): EncodedText {
  const pieces = body.flatMap((block, index) => (index === 0 ? encodeBlock(block) : ["\n", ...encodeBlock(block)]));
  const { text, entities } = join(pieces);
  return keepWithin(makeInert(trim({ text, entities })));
}

/** A body as text alone, for answers that carry no entities. */
export function encodePlain(body: RichText): string {
  return encodeBody(body).text;
}

/** The buttons of a message; undefined without any, which takes those of an edited message away. */
export function encodeKeyboard({ buttons = [] }: Pick<OutboundMessage, "buttons">): InlineKeyboardMarkup | undefined {
  const rows = buttons.filter((row) => row.length > 0);
  return rows.length === 0 ? undefined : { inline_keyboard: rows.map((row) => row.map(encodeButton)) };
}

/** A message as Telegram takes it: text, the buttons or the wish for a reply, and no previews of what is linked. */
export function encodeMessage(message: OutboundMessage, conversation: Conversation) {
  const { text, entities } = encodeText(message, conversation);
  const markup = encodeMarkup(message, conversation);
  return {
    text,
    entities: [...entities],
    link_preview_options: { is_disabled: true },
    ...(markup === undefined ? {} : { reply_markup: markup }),
  };
}

/** Joins pieces to one text, in one go. */
function join(pieces: readonly Piece[]): FormattedString {
  return fmt(
    Array.from({ length: pieces.length + 1 }, () => ""),
    ...pieces,
  );
}

function encodeBlock(block: Block): readonly Piece[] {
  switch (block.kind) {
    case "line":
      return block.spans.flatMap(encodeSpan);
    case "list":
      return block.items.flatMap((item, index) => [index === 0 ? "• " : "\n• ", ...item.flatMap(encodeSpan)]);
    case "table":
      return encodeTable(
        block.columns.map(cleanLine),
        block.rows.map((row) => row.map(cleanLine)),
      );
    case "code":
      return styled(cleanLines(block.text), (text) => FormattedString.pre(text, block.language));
    case "quote":
      return styled(cleanLines(block.text), (text) => FormattedString.blockquote(text));
  }
}

function encodeSpan(span: Span): readonly Piece[] {
  if (typeof span === "string") return [cleanLine(span)];
  const clean = cleanLine(span.text);
  switch (span.kind) {
    case "bold":
      return styled(clean, (text) => FormattedString.bold(text));
    case "italic":
      return styled(clean, (text) => FormattedString.italic(text));
    case "code":
      return styled(clean, (text) => FormattedString.code(text));
    case "link":
      return encodeLink(clean, cleanLine(span.url));
    case "time":
      return styled(clean, (text) => FormattedString.time(text, Math.floor(span.at / 1000), "Dt"));
  }
}

/** Only web addresses become links: with `tg://user?id=…` a link would be a mention. */
function encodeLink(text: string, url: string): readonly Piece[] {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (protocol !== "https:" && protocol !== "http:") return [`${text} (${url})`];
  return styled(text, (shown) => FormattedString.link(shown, url));
}

/** An entity cannot be empty. */
function styled(text: string, style: (text: string) => FormattedString): readonly Piece[] {
  return text === "" ? [] : [style(text)];
}

function cleanLine(text: string): string {
  return showLost(showInvisible(text, false));
}

function cleanLines(text: string): string {
  return showLost(showInvisible(text, true));
}

/** Takes white space off both ends; at the beginning not inside code, whose indentation says something. */
function trim({ text, entities }: EncodedText): EncodedText {
  const firstCode = entities.find(({ type }) => type === "pre" || type === "code")?.offset ?? text.length;
  const start = Math.min(text.length - text.trimStart().length, firstCode);
  const end = Math.max(start, text.trimEnd().length);
  const kept = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start);
    const length = Math.min(entity.offset + entity.length, end) - from;
    return length <= 0 ? [] : [{ ...entity, offset: from - start, length }];
  });
  return { text: text.slice(start, end), entities: kept };
}

/**
 * With too many entities, styles go first; where that is not enough, the whole text becomes one block of code. All of
 * it stays readable, and nothing in it becomes clickable for want of an entity.
 */
function keepWithin({ text, entities }: EncodedText): EncodedText {
  if (entities.length <= MAX_ENTITIES) return { text, entities };
  const plain = entities.filter(({ type }) => type !== "bold" && type !== "italic");
  if (plain.length <= MAX_ENTITIES) return { text, entities: plain };
  return { text, entities: [{ type: "pre", offset: 0, length: text.length }] };
}

/** Buttons, or the wish for a reply: a message of Telegram carries one kind of markup. */
function encodeMarkup(
  message: OutboundMessage,
  conversation: Conversation,
): InlineKeyboardMarkup | ForceReply | undefined {
  const { expectReply } = message;
  if (expectReply === undefined) return encodeKeyboard(message);
  const placeholder = cutText(cleanLine(expectReply.placeholder ?? ""), MAX_PLACEHOLDER_CHARS);
  return {
    force_reply: true,
    ...(placeholder === "" ? {} : { input_field_placeholder: placeholder }),
    // In a private chat there is nobody else to select.
    ...(isGroup(conversation) && listAsked(message).length > 0 ? { selective: true } : {}),
  };
}

function encodeButton({ label, payload, style = "plain" }: Button): InlineKeyboardButton {
  const button = { text: cleanLine(label), callback_data: payload };
  return style === "plain" ? button : { ...button, style };
}

/**
 * A message's text. In a group, a selective ForceReply opens only for those whom the text mentions; so everybody who may
 * answer is mentioned, on a character that is not seen, at the end.
 */
function encodeText(message: OutboundMessage, conversation: Conversation): EncodedText {
  const { text, entities } = encodeBody(message.body);
  const shown = text === "" ? EMPTY : text;
  const asked = isGroup(conversation) ? listAsked(message) : [];
  const mentions = asked.map((id, index): MessageEntity => {
    const user = { id, is_bot: false, first_name: String(id) };
    return { type: "text_mention", offset: shown.length + index, length: UNSEEN.length, user };
  });
  return { text: shown + UNSEEN.repeat(asked.length), entities: [...entities, ...mentions] };
}

/** Telegram takes no message without text. */
const EMPTY = "…";

/** U+2063 INVISIBLE SEPARATOR. */
const UNSEEN = "\u2063";

/** A few can be asked by name; beyond that everybody is. */
const MAX_ASKED = 5;

function listAsked({ expectReply }: OutboundMessage): readonly number[] {
  const ids = (expectReply?.from ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return ids.length > MAX_ASKED ? [] : ids;
}
