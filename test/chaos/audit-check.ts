import { auditDirectoryOf, createAuditFiles } from "../../src/bot/audit/log/files.ts";
import type { AuditRecord } from "../../src/bot/audit/log/record.ts";
import { readRecords } from "../../src/bot/audit/read/read-records.ts";
import { verifyAudit } from "../../src/bot/audit/verify/verify-audit.ts";
import { createFileStore, systemClock, systemIds } from "../../src/runtime/index.ts";
import { decodeGate, decodeRun } from "../../src/runtime/run/decode.ts";
import type { GateDocument, RunDocument } from "../../src/runtime/run/documents.ts";
import type { StateStore } from "../../src/runtime/store/state-store.ts";
import { findStoryWrongs } from "./audit-story.ts";

/** The audit log of a state directory, seen from outside of the bot. */
export interface AuditCheck {
  /** What was done to the log as it stands, also where a bot was killed. */
  findBreaks(): Promise<readonly string[]>;
  /** The same of a log at rest, and whether it tells of every run what is stored of it. All of them must be over. */
  findWrongs(): Promise<readonly string[]>;
}

/** Opens the log for checking. Nothing is written. */
export function openAuditCheck(directory: string): AuditCheck {
  const files = createAuditFiles(auditDirectoryOf(directory));
  const store = createFileStore({ directory, clock: systemClock, ids: systemIds });

  const findBreaks = async (): Promise<readonly string[]> => {
    const { problem, notes } = await verifyAudit({ files, store });
    return [
      ...(problem === undefined ? [] : [`the audit log does not verify: ${JSON.stringify(problem)}`]),
      ...notes.map((seq) => `the bot found its audit log damaged: record ${seq}`),
    ];
  };
  /** By run; also what is wrong with the log as a whole. */
  const read = async (): Promise<{ readonly told: Map<string, AuditRecord[]>; readonly twice: readonly string[] }> => {
    const told = new Map<string, AuditRecord[]>();
    const ids = new Set<string>();
    const twice: string[] = [];
    for await (const found of readRecords(files)) {
      if (found.kind === "bad") continue;
      const { id, run = "" } = found.record;
      if (ids.has(id)) twice.push(`${id} stands in the audit log twice`);
      ids.add(id);
      told.set(run, [...(told.get(run) ?? []), found.record]);
    }
    return { told, twice };
  };

  return {
    findBreaks,
    findWrongs: async () => {
      const wrongs = [...(await findBreaks())];
      const { unfinished } = await verifyAudit({ files, store });
      if (unfinished > 0) wrongs.push(`${unfinished} records of the audit log were never written`);
      const { told, twice } = await read();
      for (const key of (await store.list("run_")).keys) {
        const stored = await store.read(key);
        if (stored === undefined) continue;
        const run = decodeRun(stored.value);
        const found = findStoryWrongs({ run, gates: await readGates(store, run), records: told.get(run.id) ?? [] });
        wrongs.push(...found.map((wrong) => `${JSON.stringify(run.args)}: ${wrong}`));
        told.delete(run.id);
      }
      const unknown = [...told.keys()].map((run) => `the audit log tells of run ${run}, and there is none`);
      return [...wrongs, ...twice, ...unknown];
    },
  };
}

async function readGates(
  store: Pick<StateStore, "read">,
  { decisions }: RunDocument,
): Promise<readonly GateDocument[]> {
  const keys = new Set(decisions.map(({ gate }) => gate));
  const stored = await Promise.all([...keys].map((key) => store.read(key)));
  return stored
    .map((one) => (one === undefined ? undefined : decodeGate(one.value)))
    .filter((gate) => gate !== undefined);
}
