/** What waiting takes: `idle` resolves when nothing executes and everything is shown. */
export interface Waiting {
  readonly idle: () => Promise<void>;
  /** Ends early, by rejecting, when aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How often to look, ms. */
const LOOK_MS = 20;

/** Waits until `isThere`, until nothing more can come, or until `limitMs` are over. */
export async function waitUntil({ idle, sleep }: Waiting, isThere: () => boolean, limitMs: number): Promise<void> {
  const over = waitForIdle(idle);
  for (let waitedMs = 0; !isThere() && waitedMs < limitMs; waitedMs += LOOK_MS) {
    if ((await Promise.race([over, sleep(LOOK_MS)])) === "idle") return;
  }
}

async function waitForIdle(idle: Waiting["idle"]): Promise<"idle"> {
  await idle();
  return "idle";
}
