/** Time as the bot's process has it. `sleep` ends early, by rejecting, when aborted. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Whether `work` is done within `limitMs`. It goes on all the same; a rejection counts as done. */
export async function isDoneWithin(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = clock.sleep(limitMs, over.signal).then(
    () => false,
    () => false,
  );
  const done = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([done, late]);
  // A timer that is left would keep the process.
  over.abort();
  return result;
}
