import { watch } from "node:fs";

/** How long something may take to appear in a folder, ms. */
const LIMIT_MS = 20_000;

/** Waits until `probe` gives something. It looks now and whenever something changes in the folder. */
export async function waitForFolder<T>(folder: string, probe: () => Promise<T | undefined>, what: string): Promise<T> {
  const over = new AbortController();
  const changes = createChanges(folder, over.signal);
  const late = setTimeout(() => over.abort(), LIMIT_MS);
  try {
    for (;;) {
      const next = changes.next();
      const found = await probe();
      if (found !== undefined) return found;
      if (over.signal.aborted) throw new Error(`Waited ${LIMIT_MS} ms for ${what}`);
      await next;
    }
  } finally {
    clearTimeout(late);
    over.abort();
  }
}

/** Resolves at the n-th change in the folder from now on, or when `signal` gives up. */
export async function waitForChange(folder: string, count: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const changes = createChanges(folder, AbortSignal.any([signal, over.signal]));
  for (let seen = 0; seen < count && !signal.aborted; seen += 1) await changes.next();
  over.abort();
}

interface Changes {
  /** Resolves at the next change that was not waited for yet, or when the watch ends. */
  next(): Promise<void>;
}

function createChanges(folder: string, signal: AbortSignal): Changes {
  let unseen = 0;
  let wake: (() => void) | undefined;
  const onChange = (): void => {
    unseen += 1;
    wake?.();
  };
  watch(folder, { signal, recursive: false }, onChange);
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    next: async () => {
      if (unseen === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      unseen = Math.max(0, unseen - 1);
    },
  };
}
