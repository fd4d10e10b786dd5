import type { Changes } from "./changes.ts";

/** How long a test waits for something, ms of real time. */
const DEFAULT_TIMEOUT_MS = 5000;

/** How to wait. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  /** What is waited for, for the error. */
  readonly what?: string;
}

/**
 * Waits until `probe` gives something other than undefined or false. It looks now and after every change of the server,
 * and never in between. Rejects after the time limit with what was waited for and what `describe` tells.
 */
export async function waitUntil<T>(
  world: { readonly changes: Changes },
  probe: () => T | undefined | false,
  options: WaitOptions & { readonly describe?: () => string } = {},
): Promise<T> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, what = "what the test waits for", describe } = options;
  return await new Promise<T>((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      stopListening();
    };
    const look = (): void => {
      try {
        const found = probe();
        if (found === undefined || found === false) return;
        finish();
        resolve(found);
      } catch (error) {
        finish();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const stopListening = world.changes.listen(look);
    const timer = setTimeout(() => {
      finish();
      reject(new Error(`Waited ${timeoutMs} ms for ${what}.${describe === undefined ? "" : `\n${describe()}`}`));
    }, timeoutMs);
    look();
  });
}
