import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { auditDirectoryOf, createAuditFiles, type AuditFiles } from "../../../src/bot/audit/log/files.ts";
import { createJournal, type Journal, type RunEntry } from "../../../src/bot/audit/log/journal.ts";
import { verifyAudit, type AuditVerdict } from "../../../src/bot/audit/verify/verify-audit.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

/** Noon on the last day but one of a November. */
export const NOVEMBER = Date.parse("2026-11-29T12:00:00.000Z");
export const DAY_MS = 86_400_000;
export const RUN = "A2B3C4D5";

/** A log of its own in a folder, with what writes and checks it. */
export interface AuditBench {
  readonly folder: string;
  readonly files: AuditFiles;
  readonly store: StateStore;
  readonly clock: ManualClock;
  readonly damages: string[];
  journal: Journal;
  /** Forgets the journal, as a crash does, and begins another. */
  restart(parts?: { readonly files?: AuditFiles; readonly store?: StateStore }): void;
  verify(from?: number): Promise<AuditVerdict>;
  path(month: string): string;
  /** Lines of a month, without line feeds. */
  lines(month: string): string[];
  rewrite(month: string, change: (lines: string[]) => readonly string[]): void;
}

export function makeAudit(store: StateStore = createMemoryStore(), folder = makeFolder()): AuditBench {
  const files = createAuditFiles(auditDirectoryOf(folder));
  const clock = createManualClock(NOVEMBER);
  const damages: string[] = [];
  const open = (parts: { files?: AuditFiles; store?: StateStore } = {}): Journal =>
    createJournal({ files, store, clock, onDamage: (how) => void damages.push(how), ...parts });
  const bench: AuditBench = {
    folder,
    files,
    store,
    clock,
    damages,
    journal: open(),
    restart: (parts) => void (bench.journal = open(parts)),
    verify: (from) => verifyAudit({ files, store, ...(from === undefined ? {} : { from }) }),
    path: (month) => path.join(folder, "audit", `${month}.jsonl`),
    lines: (month) => readFileSync(bench.path(month), "utf8").split("\n").slice(0, -1),
    rewrite: (month, change) =>
      writeFileSync(
        bench.path(month),
        change(bench.lines(month))
          .map((line) => `${line}\n`)
          .join(""),
      ),
  };
  return bench;
}

/** Entries `first` to `last` about one run. */
export function entriesOf(first: number, last = first): RunEntry[] {
  return Array.from({ length: last - first + 1 }, (_, at) => entry(first + at));
}

export function entry(n: number, more: Partial<RunEntry> = {}): RunEntry {
  const at = new Date(NOVEMBER + n * 1000).toISOString();
  return {
    id: `decision:${n}`,
    what: "vote",
    at,
    run: RUN,
    person: "release-manager",
    reason: `because ${n}`,
    ...more,
  };
}

/** Four records in November and three in December. */
export async function writeTwoMonths(bench: AuditBench): Promise<void> {
  await bench.journal.append(entriesOf(1, 4));
  await bench.clock.advance(3 * DAY_MS);
  await bench.journal.append(entriesOf(5, 7));
  await bench.journal.close();
}
