/** What waiting takes: `idle` resolves when nothing executes and everything is shown. */
export interface Waiting {
  idle(): Promise<void>;
  sleep(ms: number): Promise<void>;
}

/** How often to look, ms. */
const LOOK_MS = 20;

/** Waits until `isThere`, until nothing more can come, or until `limitMs` are over. */
export async function waitUntil({ idle, sleep }: Waiting, isThere: () => boolean, limitMs: number): Promise<void> {
  let isOver = false;
  const over = idle().then(() => {
    isOver = true;
  });
  for (let waitedMs = 0; !isThere() && !isOver && waitedMs < limitMs; waitedMs += LOOK_MS) {
    await Promise.race([over, sleep(LOOK_MS)]);
  }
}
