import { Api, type RawApi } from "grammy";
import { readText } from "../../src/bot/platform/fields.ts";
import { download, type Downloaded } from "../../src/bot/platform/download.ts";
import { POLL_TIMEOUT_S } from "./wire/poll-timeout.ts";
import { call, describeFailure } from "./wire/called.ts";

/** The Bot API as this adapter uses it. Every request is made once; what came of it is for the caller to judge. */
export interface TelegramClient {
  /** Requests that answer soon. */
  readonly api: RawApi;
  /** The long request for updates, given up when the signal says so. */
  polling(until: AbortSignal): Pick<RawApi, "getUpdates">;
  /** Fetches a file somebody sent, whole. */
  download(fileId: string, maxBytes: number): Promise<Downloaded>;
}

/** What a client needs. `token` goes into addresses of requests and nowhere else. */
export interface ClientOptions {
  readonly token: string;
  /** Without a slash at the end. */
  readonly apiRoot?: string;
}

const PUBLIC_API = "https://api.telegram.org";

/** A request without an answer is given up after this, s: well before the core gives up on the adapter. */
const CALL_TIMEOUT_S = 25;

/** A connection that brings nothing for so much longer than the server holds it is dead, s. */
const POLL_SLACK_S = 15;

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
      if (path === undefined)
        return { kind: "not_fetched", why: file.kind === "ok" ? "no path" : describeFailure(file).why };
      return await download(`${apiRoot}/file/bot${token}/${path}`, maxBytes);
    },
  };
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
