import { setTimeout as wait } from "node:timers/promises";

/** Resolves as soon as something another process does has happened; fails after 10 s. */
export async function until(what: string, happened: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!happened()) {
    if (performance.now() > deadline) throw new Error(`waited 10 s in vain until ${what}`);
    await wait(2);
  }
}
