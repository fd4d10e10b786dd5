import { uptimeOf, type Clock } from "../../runtime/ports.ts";
import { describeThrown, type Log } from "../log.ts";
import { deliveryKey, type Content, type Slot } from "./delivery.ts";
import type { Attempt, Deliver } from "./deliver.ts";

/** Edits with an unknown outcome are tried this often; the next full look at the run tries again. */
const MAX_FAILURES = 6;

/** Longest pause between two tries, and the longest that a platform may ask for. */
const MAX_PAUSE_MS = 15 * 60_000;

/** What a lane is made of. */
export interface LaneParts {
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
  /** Shortest time between two progress edits, ms. */
  readonly progressIntervalMs: number;
}

/** The outgoing messages of one conversation: one at a time, decisions before progress, only the newest per slot. */
export interface Lane {
  put(slot: Slot, content: Content, again: boolean): void;
  /** Something is wanted of this slot that is not there yet. */
  isPending(slot: Slot): boolean;
  /** Nothing is wanted of this slot that is not there, or that could not be shown. */
  isShown(slot: Slot): boolean;
  /** Resolves when this slot shows its newest content (true), or was given up for now (false). */
  settle(slot: Slot): Promise<boolean>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  stop(): void;
}

interface Wanted {
  readonly slot: Slot;
  readonly content: Content;
  readonly again: boolean;
  readonly failures: number;
  /** Not tried before this time, on the clock's count of uptime, ms: nobody can set that on or back. */
  readonly notBefore: number;
}

/** Creates a lane. It works only while something is wanted and keeps no timer otherwise. */
export function createLane(parts: LaneParts): Lane {
  const wanted = new Map<string, Wanted>();
  const waiting = new Map<string, ((isShown: boolean) => void)[]>();
  /** Slots whose newest content could not be shown; the next content is a new try. */
  const givenUp = new Set<string>();
  const state: { running: Promise<void> | undefined; isStopped: boolean } = { running: undefined, isStopped: false };
  let current: string | undefined;
  let pausedUntil = 0;
  let progressAt = 0;
  let wake = new AbortController();

  const work = async (): Promise<void> => {
    while (!state.isStopped && wanted.size > 0) {
      const next = findNext([...wanted.values()], uptimeOf(parts.clock), pausedUntil, progressAt);
      if (typeof next === "number") await pause(next);
      else await attempt(next);
    }
    state.running = undefined;
    if (state.isStopped) for (const key of Array.from(waiting.keys())) release(key);
  };

  const pause = async (ms: number): Promise<void> => {
    wake = new AbortController();
    // Ends early, by rejecting, when something more urgent comes in.
    await parts.clock.sleep(ms, wake.signal).catch(() => undefined);
  };

  const attempt = async (item: Wanted): Promise<void> => {
    const key = deliveryKey(item.slot);
    wanted.delete(key);
    current = key;
    const result = await tryDeliver(parts, item);
    if (item.content.pace === "progress") progressAt = uptimeOf(parts.clock) + parts.progressIntervalMs;
    if (result.kind === "retry") retry(key, item, result);
    current = undefined;
    if (!wanted.has(key)) release(key);
  };

  const retry = (key: string, item: Wanted, result: Extract<Attempt, { kind: "retry" }>): void => {
    const failures = item.failures + (result.failed ? 1 : 0);
    if (failures >= MAX_FAILURES) {
      givenUp.add(key);
      parts.log.warn("message_given_up", { purpose: item.slot.purpose, conversation: item.slot.conversation });
      return;
    }
    const waitMs = Math.min(result.failed ? result.afterMs * 2 ** (failures - 1) : result.afterMs, MAX_PAUSE_MS);
    const notBefore = uptimeOf(parts.clock) + waitMs;
    // A limit holds for the whole conversation, a failed edit only for its own slot.
    if (!result.failed) pausedUntil = notBefore;
    const again = item.again && result.sent !== true;
    if (!wanted.has(key)) wanted.set(key, { ...item, again, failures, notBefore });
    else if (again) wanted.set(key, { ...(wanted.get(key) ?? item), again });
  };

  /** Nothing is wanted any more that is not there. What a stopped lane still had to do is not done. */
  const isShown = (key: string): boolean => !givenUp.has(key) && !isPending(key);

  const isPending = (key: string): boolean => wanted.has(key) || current === key;

  const release = (key: string): void => {
    const waiters = waiting.get(key) ?? [];
    waiting.delete(key);
    for (const resolve of waiters) resolve(isShown(key));
  };

  return {
    put: (slot, content, again) => {
      const key = deliveryKey(slot);
      givenUp.delete(key);
      wanted.set(key, merge(wanted.get(key), { slot, content, again, failures: 0, notBefore: 0 }));
      wake.abort();
      state.running ??= work();
    },
    isPending: (slot) => isPending(deliveryKey(slot)),
    isShown: (slot) => isShown(deliveryKey(slot)),
    settle: (slot) => {
      const key = deliveryKey(slot);
      if (state.isStopped || !isPending(key)) return Promise.resolve(isShown(key));
      return new Promise((resolve) => waiting.set(key, [...(waiting.get(key) ?? []), resolve]));
    },
    idle: async () => {
      while (state.running !== undefined) await state.running;
    },
    stop: () => {
      state.isStopped = true;
      wake.abort();
    },
  };
}

/** The newest content wins; what was urgent or asked for in a further message stays so. */
function merge(pending: Wanted | undefined, newest: Wanted): Wanted {
  if (pending === undefined) return newest;
  const urgent = pending.content.pace === "now";
  return {
    ...newest,
    content: urgent ? { ...newest.content, pace: "now" } : newest.content,
    again: newest.again || pending.again,
  };
}

/** The item whose turn it is, or how long to wait for one, ms. */
function findNext(items: readonly Wanted[], now: number, pausedUntil: number, progressAt: number): Wanted | number {
  if (now < pausedUntil) return pausedUntil - now;
  const dueAt = (item: Wanted): number =>
    item.content.pace === "progress" ? Math.max(item.notBefore, progressAt) : item.notBefore;
  const due = items.filter((item) => dueAt(item) <= now);
  return due.find((item) => item.content.pace === "now") ?? due[0] ?? Math.min(...items.map(dueAt)) - now;
}

async function tryDeliver(parts: LaneParts, item: Wanted): Promise<Attempt> {
  try {
    return await parts.deliver(item.slot, item.content, item.again);
  } catch (thrown) {
    parts.log.error("delivery_failed", { ...describeThrown(thrown), purpose: item.slot.purpose });
    return { kind: "retry", afterMs: 1_000, failed: true };
  }
}
