import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HEAD_KEY } from "../../../../src/bot/audit/log/head.ts";
import { verifyAudit } from "../../../../src/bot/audit/verify/verify-audit.ts";
import { createFileStore } from "../../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";
import { entriesOf, makeAudit, writeTwoMonths } from "../bench.ts";

describe("verifying", () => {
  it("may be done while the bot writes: what is under way is no problem", async () => {
    const bench = makeAudit();
    const seen: number[] = [];
    const check = async (): Promise<void> => {
      while ((seen.at(-1) ?? 0) < 60) {
        const { problem, records } = await bench.verify();
        expect(problem).toBeUndefined();
        seen.push(records);
      }
    };
    const write = async (): Promise<void> => {
      for (let n = 1; n <= 60; n += 1) await bench.journal.append(entriesOf(n));
    };
    await Promise.all([write(), check()]);
    await bench.journal.close();
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(await bench.verify()).toMatchObject({ records: 60, unfinished: 0 });
  });

  it("holds a few lines in memory, however long the log or one of its lines is", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    let largest = 0;
    const files: typeof bench.files = {
      ...bench.files,
      read: async (month, offset, length) => {
        largest = Math.max(largest, length);
        return await bench.files.read(month, offset, length);
      },
    };
    writeFileSync(bench.path("2026-11"), `${"x".repeat(3_000_000)}\n`);
    expect((await verifyAudit({ files, store: bench.store })).problem).toMatchObject({ line: 1 });
    expect(largest).toBeLessThanOrEqual(300_000);
  });

  it("says that it cannot be done when the store cannot be read, which is no verdict", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    const store = { ...bench.store, read: () => Promise.reject(new Error("the store is down")) };
    await expect(verifyAudit({ files: bench.files, store })).rejects.toThrow("the store is down");
  });

  it("finds a head document that is no JSON, as a torn disk leaves it", async () => {
    const directory = makeFolder();
    const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
    const bench = makeAudit(store, directory);
    await writeTwoMonths(bench);
    writeFileSync(`${directory}/${HEAD_KEY}.json`, '{"format":"lob');
    expect((await bench.verify()).problem).toMatchObject({ kind: "changed", file: HEAD_KEY });
    bench.restart();
    await bench.journal.append(entriesOf(6, 8));
    expect(bench.damages).toEqual([`${HEAD_KEY} cannot be read`]);
    expect(await bench.verify()).toMatchObject({ records: 9, notes: [8] });
  });
});
