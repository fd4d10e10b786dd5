import type { Clock } from "../../../../src/runtime/ports.ts";
import { isWire, textOf } from "../../shared/wire.ts";
import type { Wire } from "../../shared/wire.ts";
import type { PendingUpdate, UpdateQueue } from "./queue.ts";

/** The longest a webhook may take to answer, ms. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Where updates go instead of waiting to be polled. */
export interface WebhookTarget {
  readonly url: string;
  readonly secretToken: string;
  readonly maxConnections: number;
}

/** What became of the deliveries so far. */
export interface WebhookState {
  readonly target: WebhookTarget;
  /** Unix time of the last failure and what it was. */
  lastError: { readonly at: number; readonly message: string } | undefined;
}

/** A running webhook. */
export interface Webhook {
  readonly state: WebhookState;
  stop(): void;
}

/** What delivering needs. */
export interface WebhookOptions {
  readonly target: WebhookTarget;
  readonly queue: UpdateQueue;
  readonly clock: Clock;
  /** The wait before the second repetition, ms; it doubles from there. The first comes at once. */
  readonly retryMs: number;
  /** A method call that came as the answer to an update. */
  readonly onCall: (method: string, values: Wire) => void;
}

/** Delivers the updates of a queue over HTTP: in order within an order key, each until it is answered with 2xx. */
export function startWebhook({ target, queue, clock, retryMs, onCall }: WebhookOptions): Webhook {
  const state: WebhookState = { target, lastError: undefined };
  const stopped = new AbortController();
  const busy = new Set<string>();

  const pump = (): void => {
    if (stopped.signal.aborted) return;
    for (const update of queue.pending()) {
      if (busy.size >= target.maxConnections) return;
      if (busy.has(update.orderKey)) continue;
      busy.add(update.orderKey);
      void deliver(update).finally(() => {
        busy.delete(update.orderKey);
        pump();
      });
    }
  };

  const deliver = async (update: PendingUpdate): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted && isPending(update.id); failures += 1) {
      const pause = failures < 2 ? 0 : retryMs * 2 ** (failures - 2);
      try {
        if (pause > 0) await clock.sleep(pause, stopped.signal);
        const { words, call } = await send(target, update, stopped.signal);
        if (words === undefined) {
          queue.drop(update.id);
          if (call !== undefined) onCall(call.method, call.values);
          return;
        }
        state.lastError = { at: Math.floor(clock.now() / 1000), message: words };
      } catch (error) {
        if (stopped.signal.aborted) return;
        state.lastError = { at: Math.floor(clock.now() / 1000), message: reasonOf(error) };
      }
    }
  };
  const isPending = (id: number): boolean => queue.pending().some((update) => update.id === id);

  const stopListening = queue.listen(() => setImmediate(pump));
  setImmediate(pump);
  return {
    state,
    stop: () => {
      stopListening();
      stopped.abort(new Error("The webhook was removed"));
    },
  };
}

/** A method call that came as the answer to an update. */
interface WebhookCall {
  readonly method: string;
  readonly values: Wire;
}

/** One attempt. `words` say what was wrong; `call` is a method in the answer. */
async function send(
  target: WebhookTarget,
  update: PendingUpdate,
  stopped: AbortSignal,
): Promise<{ readonly words?: string; readonly call?: WebhookCall }> {
  const response = await fetch(target.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(target.secretToken === "" ? {} : { "x-telegram-bot-api-secret-token": target.secretToken }),
    },
    body: JSON.stringify(update.body),
    signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  });
  const body = await response.text();
  if (!response.ok) return { words: `Wrong response from the webhook: ${response.status} ${response.statusText}` };
  const call = readCall(body);
  return call === undefined ? {} : { call };
}

/** Methods that answer something, and those about webhooks, are not taken from an answer. */
function readCall(body: string): WebhookCall | undefined {
  try {
    const content: unknown = JSON.parse(body);
    const method = isWire(content) ? textOf(content, "method") : undefined;
    if (!isWire(content) || method === undefined) return undefined;
    return /^(get|setwebhook|deletewebhook|close|logout)/i.test(method) ? undefined : { method, values: content };
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
    ? "Connection refused"
    : "Webhook connection closed";
}
