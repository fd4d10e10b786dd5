import type { AdapterLimits, OutboundMessage } from "../../src/bot/adapter.ts";
import type { Block, Span } from "../../src/bot/rich-text.ts";
import { encodeBody } from "./encode.ts";
import { encodeCustomId } from "./wire/custom-id.ts";

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
  forms: true,
  formFields: 5,
  buttonsWithReply: false,
  privateResponses: true,
  messagesPerMinute: () => 60,
  nonceWindowMs: 2 * 60_000,
};

function fits(message: OutboundMessage): boolean {
  const { buttons = [], files = [] } = message;
  if (isTooLong(message) || encodeBody(message.body).length > MAX_TEXT_CHARS) return false;
  return (
    fitsKeyboard(buttons) &&
    files.length <= MAX_FILES &&
    files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) <= MAX_UPLOAD_BYTES
  );
}

/** A quick look first: nobody has to lay out a megabyte to see that it does not fit. */
function isTooLong({ body }: OutboundMessage): boolean {
  let chars = 0;
  for (const block of body) {
    chars += countAtLeast(block);
    if (chars > MAX_TEXT_CHARS) return true;
  }
  return false;
}

function countAtLeast(block: Block): number {
  switch (block.kind) {
    case "line":
      return countSpans(block.spans);
    case "list":
      return block.items.reduce((sum, item) => sum + countSpans(item), block.items.length);
    case "table":
      return block.rows.reduce((sum, row) => sum + row.join("").length, block.rows.length);
    case "code":
    case "quote":
      return block.text.trim().length;
  }
}

/** A time is written as a number, however long its fallback is. */
function countSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => {
    if (typeof span === "string") return sum + span.trim().length;
    return span.kind === "time" ? sum : sum + span.text.trim().length;
  }, 0);
}

function fitsKeyboard(rows: NonNullable<OutboundMessage["buttons"]>): boolean {
  const ids = rows.flat().map(encodeCustomId);
  return (
    rows.filter((row) => row.length > 0).length <= MAX_ROWS &&
    rows.every((row) => row.length <= MAX_BUTTONS_PER_ROW) &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id.length >= 1 && id.length <= MAX_CUSTOM_ID_CHARS) &&
    rows.flat().every(({ label }) => label.trim() !== "")
  );
}
