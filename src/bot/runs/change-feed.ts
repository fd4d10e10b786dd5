import type { RunId } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { uptimeOf, type Clock } from "../../runtime/ports.ts";
import { describeThrown, type Log } from "../log.ts";
import type { CardKeeper } from "./card-keeper.ts";
import type { RunQueue } from "./run-queue.ts";
import type { RunRecords } from "./run-records.ts";

/** How often the bot asks what others changed, ms; a gate decided elsewhere changes its card within 2 s. */
const POLL_MS = 1_000;

/** How often every run that is not over is looked at whatever the feed says, ms. */
const FULL_LOOK_MS = 30_000;

/** Follows what any process does to runs. */
export interface ChangeFeed {
  /** Looks at every run once, then follows until `stop`. Resolves after the first look. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What the feed is made of. */
export interface FeedParts {
  readonly runtime: Pick<Runtime, "changes" | "listRuns">;
  readonly keeper: CardKeeper;
  readonly queue: Pick<RunQueue, "executes">;
  readonly records: RunRecords;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the feed. A store that is down is asked again at the next turn. */
export function createChangeFeed(parts: FeedParts): ChangeFeed {
  const stopping = new AbortController();
  let following: Promise<void> = Promise.resolve();
  return {
    start: async () => {
      // The cursor is taken before the look, so that nothing falls between them.
      const { cursor } = await parts.runtime.changes();
      await lookAtAll(parts);
      following = follow(parts, cursor, stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}

async function follow(parts: FeedParts, from: string, signal: AbortSignal): Promise<void> {
  let cursor = from;
  let lookedAt = readClock(parts.clock);
  while (await wait(parts.clock, signal)) {
    try {
      const page = await parts.runtime.changes(cursor);
      if (page.reset) await lookAtAll(parts);
      else await lookAtSome(parts, [...new Set([...parts.keeper.due(), ...page.runIds])]);
      // Only now: what could not be looked at is told again.
      cursor = page.cursor;
      if (!isTimeToLook(parts.clock, lookedAt)) continue;
      lookedAt = readClock(parts.clock);
      await lookAtSome(parts, parts.keeper.active());
    } catch (thrown) {
      parts.log.error("changes_not_read", describeThrown(thrown));
    }
  }
}

interface Reading {
  readonly now: number;
  readonly uptime: number;
}

function readClock(clock: Clock): Reading {
  return { now: clock.now(), uptime: uptimeOf(clock) };
}

/** Also when the clock was set, on or back: what is due by it must not wait. */
function isTimeToLook(clock: Clock, { now, uptime }: Reading): boolean {
  const sinceMs = clock.now() - now;
  return sinceMs < 0 || sinceMs >= FULL_LOOK_MS || uptimeOf(clock) - uptime >= FULL_LOOK_MS;
}

/** False once the feed is stopped. */
async function wait(clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(POLL_MS, signal);
    return !signal.aborted;
  } catch {
    return false;
  }
}

/** Runs that this process executes tell their changes themselves. */
async function lookAtSome(parts: FeedParts, runIds: readonly RunId[]): Promise<void> {
  for (const runId of runIds) {
    if (!parts.queue.executes(runId)) await parts.keeper.refresh(runId);
  }
}

/** Every run there is, except those that were over and shown as such before. One that cannot be read is told to the log. */
async function lookAtAll(parts: FeedParts): Promise<void> {
  let after: string | undefined;
  do {
    const page = await parts.runtime.listRuns(after === undefined ? {} : { after });
    for (const { key, error } of page.damaged) parts.log.error("run_not_read", { ...describeThrown(error), key });
    for (const run of page.runs.toReversed()) {
      if (run.status === "over" && (await parts.records.get(run.id)).settled) continue;
      if (run.announce.length > 0 || run.status !== "over") await parts.keeper.refresh(run.id);
    }
    after = page.next;
  } while (after !== undefined);
}
