import type { InboundFile, LostFile } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import type { TelegramClient } from "../client.ts";
import type { Decoded } from "../decode.ts";

/** The file of a message as the core takes it, or why there is none; neither where none was sent. */
export interface FetchedFile {
  readonly files?: readonly InboundFile[];
  readonly lostFile?: LostFile;
}

/** Answers are texts; a larger file is none (adapter port). */
const MAX_FILE_BYTES = 1024 * 1024;

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
  const text = decodeUtf8(fetched.bytes);
  return text === undefined ? { lostFile: "not_text" } : { files: [{ name: attachment.name, text }] };
}

function isForUs(written: Extract<Decoded, { readonly kind: "command" | "text" }>): boolean {
  return written.kind === "command" || written.isAddressed || written.replyTo !== undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
