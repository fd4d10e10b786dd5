import { hasCode, LobsterError } from "../errors.ts";
import { decodeGate, decodeRun, decodeStep } from "../run/decode.ts";
import type { GateKey, RunDocument, RunId } from "../run/documents.ts";
import { runKey } from "../run/keys.ts";
import type { StateStore, StoredDocument } from "../store/state-store.ts";
import { noteSweep, readSweepTime, type ClockSource } from "./clock-reading.ts";
import { isLongOver } from "./last-change.ts";
import { listKeys } from "./list-keys.ts";
import { readRemains, type GatesByRun } from "./run-remains.ts";

/** Runs that one sweep removes at most; the next one goes on. */
const MAX_RUNS = 5_000;

/** What a sweep takes. */
export interface SweepParts extends ClockSource {
  /** Whether the front end is done with a run: nothing about it is to be shown or recorded. Throws for what cannot be read. */
  readonly isDoneWith: (run: RunDocument) => Promise<boolean>;
  /** Called as a sweep begins: what the front end still keeps about runs that are gone can go. */
  readonly removeLost?: () => Promise<void>;
  /** A run is gone: what the front end kept about it can go. */
  readonly onRemoved?: (runId: RunId) => Promise<void>;
  /** Lets others have their turn; rejects to end the sweep where it is. */
  readonly pause: () => Promise<void>;
  readonly maxRuns?: number;
}

/** A document that was left alone because it cannot be read, or one of its run's cannot. */
export interface LeftAlone {
  readonly key: string;
  readonly message: string;
}

/** What a sweep did. */
export interface SweptRuns {
  readonly removed: readonly RunDocument[];
  readonly leftAlone: readonly LeftAlone[];
  /** False when it was not its time, or there is more to do. */
  readonly isComplete: boolean;
}

const NOTHING: SweptRuns = { removed: [], leftAlone: [], isComplete: false };

/**
 * Removes runs that have been over for 90 days, with their gates, approval ids and step results; see {@link readSweepTime} for what is
 * old. A gate goes before its run, and nothing that is removed comes back: a token of a removed gate is unknown, never
 * open. A process that dies on the way leaves a run that is over, which the next sweep finds again; only a complete sweep is noted.
 *
 * Pinned definitions stay, all of them. They are written before the run that needs them, so that a run about to start has one
 * that no run names; and there are only as many as there were versions of workflow files. The audit log is never touched.
 */
export async function sweepRuns(parts: SweepParts): Promise<SweptRuns> {
  const time = await readSweepTime(parts);
  if (time.kind === "early") return NOTHING;
  if (time.kind === "first") {
    // A directory without runs is not written to.
    if ((await parts.store.list("run_", { limit: 1 })).keys.length > 0) await noteSweep(parts);
    return NOTHING;
  }
  await parts.removeLost?.();
  const leftAlone = new Map<string, string>();
  const due = await findDue(parts, time.cutoff, leftAlone);
  const chosen = due.slice(0, parts.maxRuns ?? MAX_RUNS);
  const gates = await findGates(parts, new Set(chosen.map(({ id }) => id)), leftAlone);
  const removed: RunDocument[] = [];
  for (const { id } of chosen) {
    const run = await attempt(leftAlone, runKey(id), () => removeRun(parts, id, { cutoff: time.cutoff, gates }));
    if (run !== undefined) removed.push(run);
    await parts.pause();
  }
  await removeLostSteps(parts, time.cutoff, leftAlone);
  const isComplete = chosen.length === due.length;
  if (isComplete) await noteSweep(parts);
  return { removed, leftAlone: [...leftAlone].map(([key, message]) => ({ key, message })), isComplete };
}

/** One more than can be removed is enough to know that there are more. */
async function findDue(
  parts: SweepParts,
  cutoff: number,
  leftAlone: Map<string, string>,
): Promise<readonly RunDocument[]> {
  const due: RunDocument[] = [];
  for await (const key of listKeys(parts, "run_")) {
    const run = await attempt(leftAlone, key, async () => {
      const stored = await parts.store.read(key);
      return stored === undefined ? undefined : await findIfDue(parts, stored, cutoff);
    });
    if (run !== undefined) due.push(run);
    if (due.length > (parts.maxRuns ?? MAX_RUNS)) break;
  }
  return due;
}

async function findIfDue(
  { isDoneWith }: SweepParts,
  { key, value }: StoredDocument,
  cutoff: number,
): Promise<RunDocument | undefined> {
  const run = decodeRun(value);
  if (runKey(run.id) !== key) throw new LobsterError("invalid_state", `${key} holds another run, ${run.id}`);
  return isLongOver(run, cutoff) && (await isDoneWith(run)) ? run : undefined;
}

/** The gates of these runs. Another program's checkpoints are none of ours. */
async function findGates(
  parts: SweepParts,
  runIds: ReadonlySet<RunId>,
  leftAlone: Map<string, string>,
): Promise<GatesByRun> {
  const found = new Map<RunId, GateKey[]>();
  if (runIds.size === 0) return found;
  for (const prefix of ["workflow_resume_", "pipeline_resume_"]) {
    for await (const key of listKeys(parts, prefix)) {
      const gate = await attempt(leftAlone, key, async () => {
        const stored = await parts.store.read(key);
        return stored === undefined ? undefined : decodeGate(stored.value);
      });
      if (gate === undefined || gate.key !== key || !runIds.has(gate.runId)) continue;
      found.set(gate.runId, [...(found.get(gate.runId) ?? []), gate.key]);
    }
  }
  return found;
}

/** Removes a run, if it still is what it was when it was found. Everything is read before anything is removed. */
async function removeRun(
  parts: SweepParts,
  runId: RunId,
  { cutoff, gates }: { readonly cutoff: number; readonly gates: GatesByRun },
): Promise<RunDocument | undefined> {
  const { store } = parts;
  const stored = await store.read(runKey(runId));
  const run = stored === undefined ? undefined : await findIfDue(parts, stored, cutoff);
  if (stored === undefined || run === undefined) return undefined;
  for (const document of await readRemains(store, run, gates)) {
    if (!(await removeIfSame(store, document))) return undefined;
  }
  // Another sweep may have been faster: that one tells.
  if ((await store.remove(stored.key, stored.version)) === "conflict") return undefined;
  await parts.onRemoved?.(runId);
  return run;
}

/** False for a document that somebody wrote who should not: then the rest stays for another look. */
async function removeIfSame(store: StateStore, { key, version }: StoredDocument): Promise<boolean> {
  return (await store.remove(key, version)) === "removed" || (await store.read(key)) === undefined;
}

/**
 * Step results whose run is gone: a process died while it forgot a run that nobody can ask about. Those of a checkpoint that is just
 * taken over from another program come before their run, too; they belong to no execution.
 */
async function removeLostSteps(parts: SweepParts, cutoff: number, leftAlone: Map<string, string>): Promise<void> {
  const { store } = parts;
  let known: string | undefined;
  for await (const key of listKeys(parts, "step_")) {
    const runId = /^step_([^_]+)_\d+$/.exec(key)?.[1];
    if (runId === undefined || runId === known) continue;
    if (await hasRun(store, runId)) {
      known = runId;
      continue;
    }
    await attempt(leftAlone, key, async () => {
      const stored = await store.read(key);
      if (stored === undefined) return undefined;
      const { execution, endedAt } = decodeStep(stored.value);
      if (execution !== undefined && Date.parse(endedAt) < cutoff) await store.remove(key, stored.version);
      return undefined;
    });
  }
}

/** A run that cannot be read is there. */
async function hasRun(store: StateStore, runId: string): Promise<boolean> {
  try {
    return (await store.read(`run_${runId}`)) !== undefined;
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state")) return true;
    throw thrown;
  }
}

/** What cannot be read is left alone and named; it says nothing about the others. */
async function attempt<T>(
  leftAlone: Map<string, string>,
  key: string,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (!hasCode(thrown, "invalid_state")) throw thrown;
    leftAlone.set(key, thrown.message);
    return undefined;
  }
}
