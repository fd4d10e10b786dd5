import { randomBytes, randomUUID } from "node:crypto";
import type { Clock, IdSource } from "./ports.ts";

/** The machine's own time. Sleeps of any length wait for all of it (workflows-and-checkpoints, W31). */
export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    const end = performance.now() + ms;
    for (let left = ms; left > 0; left = end - performance.now()) {
      await waitOnce(Math.min(left, LONGEST_TIMER_MS), signal);
      signal?.throwIfAborted();
    }
  },
};

/** A timer longer than 2^31-1 ms would fire at once, so a sleep is made of days. */
const LONGEST_TIMER_MS = 86_400_000;

/** Resolves after `ms`, or as soon as `signal` aborts. */
function waitOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.ceil(ms));
    signal?.addEventListener("abort", finish, { once: true });
  });
}

/** New ids from the system's cryptographic source. */
export const systemIds: IdSource = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString("hex"),
  runId: () => toRunId(randomBytes(5)),
};

/** A run id of 5 bytes: 5 bits a character make exactly 8 characters. */
export function toRunId(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  return bits
    .toString(32)
    .padStart(8, "0")
    .replace(/./g, (digit) => CROCKFORD.charAt(Number.parseInt(digit, 32)));
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
