import type { GateDocument, RunDocument, RunId } from "../../runtime/run/documents.ts";
import { uptimeOf, type Clock } from "../../runtime/ports.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { conversationKey } from "../adapter.ts";
import { findLastGate, type RunView } from "../cards/run-view.ts";
import type { Content } from "../delivery/delivery.ts";
import type { Outbox } from "../delivery/outbox.ts";
import { describeThrown, type Log } from "../log.ts";
import { drawRun, listConversations, type DrawParts } from "./draw-run.ts";
import { readRunView, type ViewSource } from "./read-view.ts";
import type { RunDirectory } from "./run-directory.ts";
import { listSlots } from "./run-messages.ts";
import type { RunQueue } from "./run-queue.ts";
import { withSettled, type RunRecords } from "./run-records.ts";
import { tellStarter, type TellParts } from "./tell-starter.ts";
import { watchGate, type WatchParts } from "./watch-gate.ts";

/** Progress of one run is drawn at most this often, ms. */
const PROGRESS_INTERVAL_MS = 300;

/** How often it is looked whether an interrupted step still runs, ms. */
const SURVIVORS_INTERVAL_MS = 2_000;

/** Keeps the cards of every announced run true, whoever changed it. */
export interface CardKeeper {
  /**
   * Draws a run from what is stored now. Calls while it is being drawn are answered by one more drawing. Resolves when
   * the outbox knows what to show; failures are logged and made up for by the next look.
   */
  refresh(runId: RunId, pace?: Content["pace"]): Promise<void>;
  /** Runs that are told somewhere and are not over, as far as they were seen. */
  active(): readonly RunId[];
  /** Runs that could not be looked at, and those that somebody else was given time to go on with, once it is over. */
  due(): readonly RunId[];
  idle(): Promise<void>;
}

/** What the keeper is made of. */
export interface KeeperParts extends DrawParts, TellParts, WatchParts {
  readonly runtime: ViewSource & WatchParts["runtime"] & Pick<Runtime, "leftToOthers">;
  readonly queue: Pick<RunQueue, "positionOf" | "holds" | "executes" | "enqueue" | "drop">;
  readonly directory: RunDirectory;
  readonly records: RunRecords;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  /** Called whenever a run was looked at because something in it changed. */
  readonly onLooked: (runId: RunId) => void;
  /** Called when a run is gone. */
  readonly onForgotten: (runId: RunId) => Promise<void>;
}

interface Job {
  again: Content["pace"] | undefined;
  wake: AbortController;
  done: Promise<void>;
}

/** Creates the keeper. */
export function createCardKeeper(parts: KeeperParts): CardKeeper {
  const jobs = new Map<RunId, Job>();
  const active = new Set<RunId>();
  const missed = new Set<RunId>();
  /** When to look again, on the clock's count of uptime, ms. */
  const later = new Map<RunId, number>();

  const work = async (runId: RunId, job: Job, first: Content["pace"]): Promise<void> => {
    let pace: Content["pace"] | undefined = first;
    while (pace !== undefined) {
      const looked = await lookAt(parts, { active, later }, runId, pace);
      if (pace === "now") parts.onLooked(runId);
      if (looked) missed.delete(runId);
      else missed.add(runId);
      if (job.again === "progress") await pause(parts.clock, job);
      pace = job.again;
      job.again = undefined;
    }
    jobs.delete(runId);
  };

  return {
    refresh: (runId, pace = "now") => {
      const pending = jobs.get(runId);
      if (pending !== undefined) {
        pending.again = pending.again === "now" ? "now" : pace;
        if (pace === "now") pending.wake.abort();
        return pending.done;
      }
      const job: Job = { again: undefined, wake: new AbortController(), done: Promise.resolve() };
      jobs.set(runId, job);
      job.done = work(runId, job, pace);
      return job.done;
    },
    active: () => [...active],
    due: () => {
      const now = uptimeOf(parts.clock);
      return [...missed, ...[...later].filter(([, at]) => at <= now).map(([runId]) => runId)];
    },
    idle: async () => {
      while (jobs.size > 0) await Promise.all([...jobs.values()].map(({ done }) => done));
    },
  };
}

async function pause(clock: Clock, job: Job): Promise<void> {
  job.wake = new AbortController();
  // Ends early, by rejecting, when something more urgent comes in.
  await clock.sleep(PROGRESS_INTERVAL_MS, job.wake.signal).catch(() => undefined);
}

/** What the keeper remembers of runs that are not over. */
interface Watched {
  readonly active: Set<RunId>;
  readonly later: Map<RunId, number>;
}

/** False when something failed on the way. */
async function lookAt(parts: KeeperParts, watched: Watched, runId: RunId, pace: Content["pace"]): Promise<boolean> {
  const { active, later } = watched;
  try {
    later.delete(runId);
    const run = await parts.runtime.readRun(runId);
    if (run === undefined) {
      active.delete(runId);
      await forgetRun(parts, runId);
      return true;
    }
    if (listConversations(parts, run).length === 0) {
      await watchUntold(parts, watched, run);
      return true;
    }
    // Before anything can fail: what is not drawn now is drawn at the next full look.
    active.add(runId);
    const view = await readView(parts, runId);
    if (view === undefined) return true;
    await keep(parts, view, pace, later);
    if (view.run.status === "over") void settle(parts, active, runId);
    return true;
  } catch (thrown) {
    parts.log.error("run_not_drawn", { ...describeThrown(thrown), runId });
    return false;
  }
}

/**
 * A run nobody is told about, as command lines start them: it is watched for what time brings to its gate, and gone on with
 * where whoever opened that, or had a lost step run again, is not there to do so.
 */
async function watchUntold(parts: KeeperParts, { active, later }: Watched, run: RunDocument): Promise<void> {
  active.delete(run.id);
  if (run.status === "over") return;
  if (run.again !== undefined) return await goOnUntold(parts, later, run, undefined);
  const gate = run.gate === undefined ? undefined : await parts.runtime.readGate({ gateKey: run.gate });
  if (gate === undefined) return;
  if (gate.state === "decided") return await goOnUntold(parts, later, run, gate);
  if (gate.expiresAt === null && gate.holdUntil === null) return;
  active.add(run.id);
  const view = await readRunView(parts.runtime, run.id, undefined);
  if (view !== undefined && (await watchGate(parts, view)) === "settled") await takeUp(parts, run.id);
}

async function goOnUntold(
  parts: KeeperParts,
  later: Watched["later"],
  run: RunDocument,
  gate: GateDocument | undefined,
): Promise<void> {
  const leftMs = parts.queue.holds(run.id) ? undefined : parts.runtime.leftToOthers(run, gate);
  if (leftMs === undefined) return;
  if (leftMs > 0) return void later.set(run.id, uptimeOf(parts.clock) + leftMs);
  parts.log.info("run_taken_up", { runId: run.id });
  await takeUp(parts, run.id);
}

/** The run as it is; what time has brought to its gate is seen to first. */
async function readView(parts: KeeperParts, runId: RunId): Promise<RunView | undefined> {
  const read = (): Promise<RunView | undefined> => readRunView(parts.runtime, runId, parts.queue.positionOf(runId));
  const view = await read();
  const change = view === undefined ? undefined : await watchGate(parts, view);
  if (change === "settled") await takeUp(parts, runId);
  return change === undefined ? view : await read();
}

/** Whoever opened the gate is not there any more to go on with the run. */
async function takeUp(parts: KeeperParts, runId: RunId): Promise<void> {
  const { origin } = await parts.records.get(runId);
  const run = await parts.runtime.readRun(runId);
  parts.queue.enqueue(runId, origin ?? run?.announce[0] ?? "");
}

async function keep(parts: KeeperParts, view: RunView, pace: Content["pace"], later: Watched["later"]): Promise<void> {
  const { run } = view;
  const conversations = listConversations(parts, run).map(conversationKey);
  for (const conversation of conversations) await parts.directory.add(conversation, run.id);
  await drawRun(parts, view, pace);
  if (run.status === "over") {
    await tellStarter(parts, view);
    for (const conversation of conversations) await parts.directory.end(conversation, run.id);
    parts.queue.drop(run.id);
    return;
  }
  // What outlived its process ends some time, and its card says that it has not.
  if (view.interruption?.survivors.kind === "running") {
    return void later.set(run.id, uptimeOf(parts.clock) + SURVIVORS_INTERVAL_MS);
  }
  const leftMs = parts.queue.executes(run.id) ? undefined : parts.runtime.leftToOthers(run, findLastGate(view));
  // Somebody else holds the run: its turn in this process's queue is not to come.
  if (leftMs !== undefined && leftMs > 0 && run.status === "running") parts.queue.drop(run.id);
  if (leftMs === undefined || parts.queue.holds(run.id)) return;
  if (leftMs > 0) return void later.set(run.id, uptimeOf(parts.clock) + leftMs);
  const { origin } = await parts.records.get(run.id);
  parts.log.info("run_taken_up", { runId: run.id });
  parts.queue.enqueue(run.id, origin ?? conversations[0] ?? "");
}

/** Once every card of a run that is over shows its end, later starts need not look at it again. */
async function settle(parts: KeeperParts, active: Set<RunId>, runId: RunId): Promise<void> {
  try {
    const record = await parts.records.get(runId);
    for (const slot of listSlots(record.slots)) {
      // A run whose cards could not be brought up to date is looked at again, after a restart as well.
      if (!(await parts.outbox.settle(slot))) return;
      if ((await parts.outbox.find(slot))?.state === "sending") return;
    }
    await parts.records.change(runId, (current) => withSettled(current, true));
    active.delete(runId);
  } catch (thrown) {
    parts.log.warn("run_not_settled", { ...describeThrown(thrown), runId });
  }
}

/** What the chat kept about a run goes when the run goes. */
async function forgetRun(parts: KeeperParts, runId: RunId): Promise<void> {
  const record = await parts.records.get(runId);
  for (const slot of listSlots(record.slots)) {
    await parts.outbox.forget(slot);
    await parts.directory.remove(slot.conversation, runId);
  }
  for (const reference of record.references) await parts.buttons.remove(reference);
  await parts.records.remove(runId);
  await parts.onForgotten(runId);
}
