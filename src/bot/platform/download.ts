import type { InboundFile, LostFile } from "../adapter.ts";

/** A file, or why it is not there. */
export type Downloaded =
  | { readonly kind: "ok"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "not_fetched"; readonly why: string };

/** The file of a message as the core takes it, or why there is none; neither where none was sent. */
export interface FetchedFile {
  readonly files?: readonly InboundFile[];
  readonly lostFile?: LostFile;
}

/** Answers are texts; a larger file is none (adapter port). */
export const MAX_FILE_BYTES = 1024 * 1024;

const DOWNLOAD_TIMEOUT_MS = 20_000;

/** Fetches a file somebody sent, whole. Errors of this request name its address, which may hold a token: only their class is told. */
export async function download(address: string, maxBytes: number): Promise<Downloaded> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS), redirect: "error" });
    if (!response.ok || response.body === null) return { kind: "not_fetched", why: `status ${response.status}` };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      // Leaving the loop cancels the transfer.
      if (size > maxBytes) return { kind: "too_large" };
      chunks.push(chunk);
    }
    return { kind: "ok", bytes: Buffer.concat(chunks) };
  } catch (thrown) {
    return { kind: "not_fetched", why: thrown instanceof Error ? thrown.name : typeof thrown };
  }
}

/** A downloaded file as text. What is no UTF-8 is not guessed at. */
export function readFile(name: string, { bytes }: Extract<Downloaded, { readonly kind: "ok" }>): FetchedFile {
  try {
    return { files: [{ name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }] };
  } catch {
    return { lostFile: "not_text" };
  }
}
