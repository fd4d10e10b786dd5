import type { RunDocument, RunId } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import type { Clock } from "../../runtime/ports.ts";
import { describeThrown, type Log } from "../log.ts";
import type { Redact } from "../text/redaction.ts";
import { createSeldomLog } from "../seldom-log.ts";
import { collectEntries } from "./events/collect-entries.ts";
import { isRecordable, readEvidence, type EvidenceSource } from "./events/evidence.ts";
import type { AuditFiles } from "./log/files.ts";
import { createJournal, type Journal, type RunEntry } from "./log/journal.ts";
import { signDecisions } from "./receipt/sign-decisions.ts";
import { checkAtStart } from "./verify/check-at-start.ts";

/** Keeps the audit log of a state directory true to what is stored about its runs. */
export interface Audit {
  /** Records what happened to a run since it was looked at last. Returns at once; what fails is made up for later. */
  look(runId: RunId): void;
  /**
   * At start: opens the log, looks at every run whose records may be missing, and checks what is there; what is wrong with
   * it goes to the bot's own log. Resolves when all runs are handed in; the check takes its time.
   */
  catchUp(): Promise<void>;
  /** Signed receipts of what was decided in a run, oldest first. */
  receipts(run: Pick<RunDocument, "id" | "startedAt">): Promise<readonly string[]>;
  /** True when everything about a run that is over is recorded. */
  isRecorded(run: RunDocument): Promise<boolean>;
  /** A run is gone. */
  forget(runId: RunId): Promise<void>;
  /** Waits until everything that was looked at is recorded, or could not be. */
  idle(): Promise<void>;
  /** Leaves the log at rest. */
  stop(): Promise<void>;
}

/** What the audit is made of. */
export interface AuditParts extends EvidenceSource {
  readonly runtime: EvidenceSource["runtime"] & Pick<Runtime, "listRuns">;
  readonly files: AuditFiles;
  readonly store: StateStore;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly log: Log;
}

/** Runs that are read and recorded together. */
const ROUND = 16;

/** How long until what could not be recorded is tried again, ms. */
const RETRY_MS = 5_000;

/** A card that is under way is looked for again after these times, ms: its sending changes nothing about its run. */
const CARD_MS = [1_000, 4_000, 15_000] as const;

/** Creates the audit of a bot. Nothing is read or written before it is asked for something. */
export function createAudit(parts: AuditParts): Audit {
  const { files, store, clock, log } = parts;
  const onDamage = (how: string): void => log.error("audit_damaged", { how });
  const seldom = createSeldomLog(log, clock);
  const journal = createJournal({ files, store, clock, onDamage });
  const waiting = new Set<RunId>();
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let catchingUp: Promise<void> | undefined;
  let isFailing = false;

  const failed = new Set<RunId>();
  const cards = new Map<RunId, number>();

  const later = async (ms: number, act: () => void): Promise<void> => {
    // Ends early, by rejecting, when the bot stops.
    await clock.sleep(ms, stopping.signal).then(act, () => undefined);
  };
  const lookAgain = (): void => {
    const runIds = [...failed];
    failed.clear();
    for (const runId of runIds) look(runId);
  };
  const tryLater = (runIds: readonly RunId[]): void => {
    if (failed.size === 0 && runIds.length > 0) void later(RETRY_MS, lookAgain);
    for (const runId of runIds) failed.add(runId);
  };
  const fail = (runIds: readonly RunId[], thrown: unknown): void => {
    if (!isFailing) log.error("audit_not_written", describeThrown(thrown));
    isFailing = true;
    tryLater(runIds);
  };
  /** Undefined for a run that cannot be read: it keeps no other one out of the log. */
  const tell = async (runId: RunId): Promise<ToldRun | undefined> => {
    try {
      return await tellRun(parts, runId);
    } catch (thrown) {
      seldom.error("audit_run_not_read", { ...describeThrown(thrown), runId });
      tryLater([runId]);
      return undefined;
    }
  };
  const awaitCard = (runId: RunId): void => {
    const tries = cards.get(runId) ?? 0;
    const ms = CARD_MS[tries];
    if (ms === undefined) return void cards.delete(runId);
    cards.set(runId, tries + 1);
    void later(ms, () => look(runId));
  };
  const recordRound = async (runIds: readonly RunId[]): Promise<void> => {
    try {
      const told = (await Promise.all(runIds.map(tell))).filter((run) => run !== undefined);
      await journal.append(told.flatMap(({ entries }) => entries));
      for (const { runId, isUnderWay } of told) {
        if (isUnderWay) awaitCard(runId);
        else cards.delete(runId);
      }
      if (isFailing) log.info("audit_written_again");
      isFailing = false;
    } catch (thrown) {
      fail(runIds, thrown);
    }
  };
  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const round = [...waiting].slice(0, ROUND);
      for (const runId of round) waiting.delete(runId);
      await recordRound(round);
    }
    working = undefined;
  };
  const look = (runId: RunId): void => {
    failed.delete(runId);
    waiting.add(runId);
    working ??= work();
  };
  const lookAtIncomplete = async (): Promise<void> => {
    try {
      await journal.open();
      for await (const runId of listIncomplete(parts, journal)) look(runId);
    } catch (thrown) {
      log.error("audit_not_caught_up", describeThrown(thrown));
    }
  };

  return {
    look,
    catchUp: async () => {
      catchingUp = lookAtIncomplete();
      await catchingUp;
      void checkAtStart(parts, stopping.signal);
    },
    receipts: async ({ id, startedAt }) => {
      look(id);
      await working;
      return await signDecisions(files, id, startedAt.slice(0, 7));
    },
    isRecorded: async (run) => !isRecordable(run) || (await hasOutcome(journal, run)),
    forget: async (runId) => {
      // What was read of it before it went is known to be recorded only as long as the index says so.
      await working;
      await journal.forget(runId);
    },
    idle: async () => {
      await catchingUp;
      await working;
    },
    stop: async () => {
      stopping.abort();
      await working;
      await journal.close();
    },
  };
}

/** What happened to a run, and whether a card of its open gate is being sent just now. */
interface ToldRun {
  readonly runId: RunId;
  readonly entries: readonly RunEntry[];
  readonly isUnderWay: boolean;
}

async function tellRun(parts: AuditParts, runId: RunId): Promise<ToldRun> {
  const evidence = await readEvidence(parts, runId);
  if (evidence === undefined) return { runId, entries: [], isUnderWay: false };
  const { run, shown } = evidence;
  const isUnderWay = run.status !== "over" && shown.some(({ delivery }) => delivery.state === "sending");
  return { runId, entries: collectEntries(evidence, parts.redact), isUnderWay };
}

/** Runs some of whose entries may be missing: whatever is over and has its outcome recorded has all of them. */
async function* listIncomplete({ runtime }: AuditParts, journal: Journal): AsyncGenerator<RunId, void> {
  let after: string | undefined;
  do {
    const page = await runtime.listRuns(after === undefined ? {} : { after });
    for (const run of page.runs.toReversed()) {
      const isDone = await hasOutcome(journal, run);
      if (!isDone && (isRecordable(run) || run.gate !== undefined)) yield run.id;
    }
    after = page.next;
  } while (after !== undefined);
}

async function hasOutcome(journal: Journal, { id, outcome }: RunDocument): Promise<boolean> {
  return outcome !== undefined && (await journal.holds([{ run: id, id: `outcome:${id}:${outcome.at}` }]));
}
