import type { Clock } from "../../../../src/runtime/ports.ts";
import { conflict } from "../api/error.ts";
import type { PendingUpdate, UpdateQueue } from "./queue.ts";

/** The longest a poll waits, seconds. */
const MAX_TIMEOUT_S = 50;

/** How long the server holds back what looks like a loop: the same offset again, a second conflict. */
const LOOP_WAIT_MS = 3000;

/** What getUpdates asks for. `timeoutS` in seconds; `gone` aborts when the caller hangs up. */
export interface Poll {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutS: number;
  readonly gone: AbortSignal;
}

/** The polls of one bot: only the newest waits. */
export interface Poller {
  /** Resolves with updates, empty after the timeout. Rejects with 409 when another poll or a webhook takes over. */
  poll(poll: Poll): Promise<readonly PendingUpdate[]>;
  /** Ends a waiting poll with 409. */
  interrupt(words: string): void;
  /** A 409, held back when there was one a moment ago. */
  refuse(words: string): Promise<never>;
  isWaiting(): boolean;
}

/** What a poller is made of. `loopGuard`: the server's waits against loops, which take real seconds. */
export interface PollerOptions {
  readonly queue: UpdateQueue;
  readonly clock: Clock;
  readonly loopGuard: boolean;
  /** Called when a poll begins to wait. */
  readonly onWait: () => void;
}

/** Creates the poller of a bot. */
export function createPoller({ queue, clock, loopGuard, onWait }: PollerOptions): Poller {
  let waiting: { fail(words: string): void } | undefined;
  let last = { offset: Number.NaN, at: Number.NEGATIVE_INFINITY };
  let nextConflictAt = Number.NEGATIVE_INFINITY;

  const interrupt = (words: string): void => {
    waiting?.fail(words);
    waiting = undefined;
  };
  const refuse = async (words: string): Promise<never> => {
    const early = loopGuard && clock.now() < nextConflictAt;
    if (early) await clock.sleep(LOOP_WAIT_MS);
    else nextConflictAt = clock.now() + LOOP_WAIT_MS;
    throw conflict(words);
  };
  const timeoutOf = ({ offset, timeoutS }: Poll): number => {
    const asked = Math.min(Math.max(timeoutS, 0), MAX_TIMEOUT_S) * 1000;
    const again = loopGuard && offset === last.offset && clock.now() < last.at + LOOP_WAIT_MS;
    last = { offset, at: clock.now() };
    return again ? Math.max(asked, LOOP_WAIT_MS) : asked;
  };

  return {
    interrupt,
    refuse,
    isWaiting: () => waiting !== undefined,
    poll: async (poll) => {
      const timeoutMs = timeoutOf(poll);
      const ready = queue.read(poll.offset, poll.limit);
      if (ready.length > 0 || timeoutMs === 0 || poll.gone.aborted) return ready;
      interrupt(TAKEN_OVER);
      return new Promise((resolve, reject) => {
        const over = new AbortController();
        const finish = (): void => {
          if (waiting === self) waiting = undefined;
          stopListening();
          over.abort();
        };
        const self = {
          fail: (words: string): void => {
            finish();
            refuse(words).catch(reject);
          },
        };
        const answer = (): void => {
          if (over.signal.aborted) return;
          finish();
          resolve(queue.read(poll.offset, poll.limit));
        };
        // Updates that arrive in the same turn go out together.
        const stopListening = queue.listen(() => setImmediate(answer));
        poll.gone.addEventListener("abort", answer, { once: true });
        waiting = self;
        onWait();
        clock.sleep(timeoutMs, over.signal).then(answer, () => undefined);
      });
    },
  };
}

const TAKEN_OVER = "terminated by other getUpdates request; make sure that only one bot instance is running";
