import { createHash } from "node:crypto";
import type { OutboundMessage } from "../adapter.ts";

/** A digest of what a message shows; equal digests need no edit. */
export function hashMessage(message: OutboundMessage): string {
  return createHash("sha256").update(JSON.stringify(message)).digest("hex").slice(0, 32);
}
