import type { Log } from "../../../src/bot/log.ts";
import { MAX_FILE_BYTES, readFile, type FetchedFile } from "../../../src/bot/platform/download.ts";
import type { DiscordClient } from "../client.ts";
import type { Decoded } from "../decode.ts";

/** Fetches the file of a command that was given by somebody. */
export async function fetchFile(
  { client, log }: { readonly client: DiscordClient; readonly log: Log },
  { attachment, sender, eventId }: Extract<Decoded, { readonly kind: "command" }>,
): Promise<FetchedFile> {
  if (attachment === undefined || sender.account === undefined) return {};
  if ((attachment.bytes ?? 0) > MAX_FILE_BYTES) return { lostFile: "too_large" };
  const fetched = await client.download(attachment.address, MAX_FILE_BYTES);
  if (fetched.kind === "too_large") return { lostFile: "too_large" };
  if (fetched.kind === "not_fetched") {
    log.warn("file_not_fetched", { why: fetched.why, eventId });
    return { lostFile: "not_fetched" };
  }
  return readFile(attachment.name, fetched);
}
