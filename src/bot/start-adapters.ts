import type { Clock } from "../runtime/ports.ts";
import type { AdapterHost, ChatAdapter, Platform } from "./adapter.ts";
import { describeThrown, type Log } from "./log.ts";

/** What starting takes. */
export interface StartParts {
  readonly adapters: readonly ChatAdapter[];
  readonly host: (platform: Platform) => AdapterHost;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Told when a platform that was to come later cannot come at all. */
  readonly onFailed: (error: unknown) => void;
}

/** Pause before a platform that is out of reach is tried again, ms. */
const RETRY_MS = 15_000;

/**
 * Starts every platform at once, and resolves when the first one works: one that is down holds up no other, and is tried
 * until it is back. Rejects when none could be reached, or when one refuses the bot for good.
 */
export function startAdapters(parts: StartParts): Promise<void> {
  const { adapters, signal } = parts;
  const givenUp = new AbortController();
  const outOfReach = new Set<Platform>();
  let isUp = false;
  return new Promise((resolve, reject) => {
    const fail = (thrown: unknown): void => {
      if (isUp) return parts.onFailed(thrown);
      givenUp.abort();
      reject(thrown instanceof Error ? thrown : new TypeError("A platform failed without an error"));
    };
    const start = async (adapter: ChatAdapter): Promise<void> => {
      const { platform } = adapter;
      while (!givenUp.signal.aborted) {
        const thrown = await tryStart(adapter, parts.host(platform));
        if (thrown === undefined) {
          isUp = true;
          return resolve();
        }
        outOfReach.add(platform);
        const isHopeless = !isUp && outOfReach.size === adapters.length;
        if (!isOutOfReach(thrown) || isHopeless || signal.aborted) return fail(thrown);
        parts.log.warn("platform_not_started", { ...describeThrown(thrown), platform });
        await pause(parts, AbortSignal.any([signal, givenUp.signal]));
      }
    };
    for (const adapter of adapters) void start(adapter);
  });
}

/** Undefined when it works. */
async function tryStart(adapter: ChatAdapter, host: AdapterHost): Promise<unknown> {
  try {
    await adapter.start(host);
    return undefined;
  } catch (thrown) {
    return thrown ?? new TypeError("A platform failed without an error");
  }
}

async function pause({ clock }: StartParts, signal: AbortSignal): Promise<void> {
  await clock.sleep(RETRY_MS, signal).catch(() => undefined);
}

/** An adapter gives this code to a start that may be tried again. */
function isOutOfReach(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "unreachable";
}
