import { Api, type RawApi } from "grammy";
import { readText } from "./wire/fields.ts";
import { call, type Called } from "./wire/called.ts";

/** The Bot API as this adapter uses it. Every request is made once; what came of it is for the caller to judge. */
export interface TelegramClient {
  /** Requests that answer soon. */
  readonly api: RawApi;
  /** The long request for updates, given up when the signal says so. */
  polling(until: AbortSignal): Pick<RawApi, "getUpdates">;
  /** Fetches a file somebody sent, whole. */
  download(fileId: string, maxBytes: number): Promise<Downloaded>;
}

/** A file, or why it is not there. */
export type Downloaded =
  | { readonly kind: "ok"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "not_fetched"; readonly why: string };

/** What a client needs. `token` goes into addresses of requests and nowhere else. */
export interface ClientOptions {
  readonly token: string;
  /** Without a slash at the end. */
  readonly apiRoot?: string;
}

const PUBLIC_API = "https://api.telegram.org";

/** How long the server holds a request for updates when there are none, s. It allows 50. */
export const POLL_TIMEOUT_S = 30;

/** A request without an answer is given up after this, s: well before the core gives up on the adapter. */
const CALL_TIMEOUT_S = 25;

/** A connection that brings nothing for so much longer than the server holds it is dead, s. */
const POLL_SLACK_S = 15;

const DOWNLOAD_TIMEOUT_MS = 20_000;

/** Creates the client. Nothing is sent before the first request. */
export function createTelegramClient({ token, apiRoot = PUBLIC_API }: ClientOptions): TelegramClient {
  const createApi = (timeoutSeconds: number, until?: AbortSignal): RawApi =>
    new Api(token, { apiRoot, timeoutSeconds, fetch: createFetch(until) }).raw;
  const api = createApi(CALL_TIMEOUT_S);
  return {
    api,
    polling: (until) => createApi(POLL_TIMEOUT_S + POLL_SLACK_S, until),
    download: async (fileId, maxBytes) => {
      const file = await call(() => api.getFile({ file_id: fileId }));
      const path = file.kind === "ok" ? readText(file.value, "file_path") : undefined;
      if (path === undefined) return { kind: "not_fetched", why: describe(file) };
      return await fetchCapped(`${apiRoot}/file/bot${token}/${path}`, maxBytes);
    },
  };
}

function describe(called: Called<unknown>): string {
  switch (called.kind) {
    case "ok":
      return "no path";
    case "refused":
      return called.description;
    case "unreachable":
    case "unknown":
      return called.why;
  }
}

/**
 * Node's own fetch for grammY: it tells a connection that never stood from an answer that never came, which decides
 * whether a message may have been sent. grammY cancels with a signal of another make, which is passed on.
 */
function createFetch(until?: AbortSignal): (address: string | URL, init: RequestInit) => Promise<Response> {
  return (address, { signal, ...init }) => {
    const cancelling = new AbortController();
    const cancel = (): void => cancelling.abort();
    if (signal?.aborted === true) cancel();
    // Stays until the answer was read; the signal is made for this one request.
    signal?.addEventListener("abort", cancel);
    const signals = until === undefined ? [cancelling.signal] : [cancelling.signal, until];
    return fetch(address, { ...init, signal: AbortSignal.any(signals) });
  };
}

/** Errors of this request name its address, which holds the token: only their class is told. */
async function fetchCapped(address: string, maxBytes: number): Promise<Downloaded> {
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
