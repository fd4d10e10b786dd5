import type { AdapterLimits, OutboundMessage } from "../../src/bot/adapter.ts";
import { isSurelyLonger } from "../../src/bot/platform/quick-length.ts";
import { conversationOf, isGroup } from "./wire/conversation.ts";
import { encodeMessage } from "./encode.ts";

/** Limits of the Bot API (platform facts, Telegram). Lengths are UTF-16 code units after entities were taken apart. */
export const MAX_TEXT_CHARS = 4096;
const MAX_PAYLOAD_BYTES = 64;
const MAX_UPLOAD_BYTES = 50_000_000;
const MAX_BUTTONS_PER_ROW = 8;
const MAX_BUTTONS = 100;

/** What Telegram can carry. Its limits of rates are not published; these are known to be safe. */
export const telegramLimits: AdapterLimits = {
  fits,
  buttonLabelChars: 64,
  buttonsPerRow: MAX_BUTTONS_PER_ROW,
  buttonRows: Math.floor(MAX_BUTTONS / MAX_BUTTONS_PER_ROW),
  forms: false,
  formFields: 0,
  buttonsWithReply: false,
  privateResponses: false,
  messagesPerMinute: (conversation) => (isGroup(conversation) ? 20 : 60),
  nonceWindowMs: 0,
  losesMessages: true,
};

/** In a group a message may be longer by a mention of who is asked. */
const ANY_GROUP = conversationOf(-1);

function fits(message: OutboundMessage): boolean {
  const { buttons = [], expectReply, files = [], select } = message;
  if (select !== undefined) return false;
  if (expectReply !== undefined && buttons.length > 0) return false;
  if (isSurelyLonger(message.body, MAX_TEXT_CHARS)) return false;
  if (encodeMessage(message, ANY_GROUP).text.length > MAX_TEXT_CHARS) return false;
  return fitsKeyboard(buttons) && files.every(({ text }) => Buffer.byteLength(text) <= MAX_UPLOAD_BYTES);
}

function fitsKeyboard(rows: NonNullable<OutboundMessage["buttons"]>): boolean {
  const buttons = rows.flat();
  return (
    buttons.length <= MAX_BUTTONS &&
    rows.every((row) => row.length <= MAX_BUTTONS_PER_ROW) &&
    buttons.every(({ label, payload }) => label.trim() !== "" && fitsPayload(payload))
  );
}

function fitsPayload(payload: string): boolean {
  const bytes = Buffer.byteLength(payload);
  return bytes >= 1 && bytes <= MAX_PAYLOAD_BYTES;
}
