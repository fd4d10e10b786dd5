import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { encodeBody } from "../encode.ts";

/** Characters of the text below a document. */
export const MAX_CAPTION_CHARS = 1024;

/** Whether a body fits below a document. */
export function fitsCaption(body: OutboundMessage["body"]): boolean {
  return encodeBody(body).text.length <= MAX_CAPTION_CHARS;
}
