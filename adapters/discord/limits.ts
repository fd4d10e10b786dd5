import type { AdapterLimits, OutboundMessage } from "../../src/bot/adapter.ts";
import { isSurelyLonger } from "../../src/bot/platform/quick-length.ts";
import { encodeBody } from "./encode.ts";
import { encodeCustomId } from "./wire/custom-id.ts";
import { fitsSelect, MAX_OPTION_CHARS, MAX_SELECT_OPTIONS } from "./wire/select.ts";

/**
 * Limits of Discord (platform facts, Discord). Lengths are counted after escaping, in UTF-16 code units; Discord counts
 * code points, of which there are never more.
 */
export const MAX_TEXT_CHARS = 4000;
const MAX_CUSTOM_ID_CHARS = 100;
const MAX_FILES = 10;
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const MAX_BUTTONS_PER_ROW = 5;
const MAX_ROWS = 5;

/** What Discord can carry. A channel takes five messages, and as many edits, in five seconds. */
export const discordLimits: AdapterLimits = {
  fits,
  buttonLabelChars: 80,
  buttonsPerRow: MAX_BUTTONS_PER_ROW,
  buttonRows: MAX_ROWS,
  select: { options: MAX_SELECT_OPTIONS, labelChars: MAX_OPTION_CHARS },
  forms: true,
  formFields: 5,
  buttonsWithReply: false,
  privateResponses: true,
  messagesPerMinute: () => 60,
  nonceWindowMs: 2 * 60_000,
};

function fits(message: OutboundMessage): boolean {
  const { files = [] } = message;
  if (isSurelyLonger(message.body, MAX_TEXT_CHARS) || encodeBody(message.body).length > MAX_TEXT_CHARS) return false;
  return (
    fitsKeyboard(message) &&
    files.length <= MAX_FILES &&
    files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) <= MAX_UPLOAD_BYTES
  );
}

function fitsKeyboard({ buttons: rows = [], select }: Pick<OutboundMessage, "buttons" | "select">): boolean {
  const ids = [...rows.flat().map(encodeCustomId), ...(select === undefined ? [] : [select.payload])];
  return (
    rows.filter((row) => row.length > 0).length + (select === undefined ? 0 : 1) <= MAX_ROWS &&
    (select === undefined || fitsSelect(select)) &&
    rows.every((row) => row.length <= MAX_BUTTONS_PER_ROW) &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id.length >= 1 && id.length <= MAX_CUSTOM_ID_CHARS) &&
    rows.flat().every(({ label }) => label.trim() !== "")
  );
}
