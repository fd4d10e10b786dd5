import type { Log } from "../../../src/bot/log.ts";
import { MAX_FILE_BYTES, readFile, type FetchedFile } from "../../../src/bot/platform/download.ts";
import type { TelegramClient } from "../client.ts";
import type { Decoded } from "../decode.ts";

/**
 * Fetches the document of a message that is meant for the bot and was sent by somebody; other people's files are none
 * of its business.
 */
export async function fetchFile(
  { client, log }: { readonly client: TelegramClient; readonly log: Log },
  written: Extract<Decoded, { readonly kind: "command" | "text" }>,
): Promise<FetchedFile> {
  const { attachment, sender } = written;
  if (attachment === undefined || sender.account === undefined || !isForUs(written)) return {};
  if ((attachment.bytes ?? 0) > MAX_FILE_BYTES) return { lostFile: "too_large" };
  const fetched = await client.download(attachment.fileId, MAX_FILE_BYTES);
  if (fetched.kind === "too_large") return { lostFile: "too_large" };
  if (fetched.kind === "not_fetched") {
    log.warn("file_not_fetched", { why: fetched.why, updateId: written.updateId });
    return { lostFile: "not_fetched" };
  }
  return readFile(attachment.name, fetched);
}

function isForUs(written: Extract<Decoded, { readonly kind: "command" | "text" }>): boolean {
  return written.kind === "command" || written.isAddressed || written.replyTo !== undefined;
}
