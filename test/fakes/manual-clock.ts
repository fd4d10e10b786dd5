import type { Clock } from "../../src/runtime/ports.ts";

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  /** Moves time on and lets everything due run, including what that leads to. */
  advance(ms: number): Promise<void>;
  /** Moves time on in one step, as when a machine slept: whoever is due wakes once. */
  jump(ms: number): Promise<void>;
  /** Sets the time by so much, as somebody does by hand: those who sleep do so for as long as before. */
  set(ms: number): void;
}

interface Sleeper {
  at: number;
  wake(): void;
}

/** Creates a clock that starts at `start`, ms. */
export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let now = start;
  /** How far the clock was set on or back, ms. */
  let setBy = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    uptime: () => now - setBy,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
        };
        const sleeper: Sleeper = {
          at: now + ms,
          wake: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        if (signal?.aborted === true) return abort();
        signal?.addEventListener("abort", abort, { once: true });
        sleepers.add(sleeper);
      }),
    jump: async (ms) => {
      await settle();
      now += ms;
      for (const sleeper of [...sleepers].filter(({ at }) => at <= now)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settle();
    },
    set: (ms) => {
      now += ms;
      setBy += ms;
      for (const sleeper of sleepers) sleeper.at += ms;
    },
    advance: async (ms) => {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = [...sleepers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        sleepers.delete(next);
        next.wake();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets every promise that is ready run: nothing here waits for the outside. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
