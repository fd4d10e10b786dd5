import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createFileStore } from "../../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";
import { DAY_MS, entriesOf, entry, makeAudit, writeTwoMonths, type AuditBench } from "../bench.ts";
import { createMortal, type Death } from "./faults.ts";

const idsOf = (bench: AuditBench, ...months: string[]): string[] =>
  months.flatMap((month) => bench.lines(month)).map((line) => (JSON.parse(line) as { id: string }).id);

const expectedIds = (to: number): string[] => entriesOf(1, to).map(({ id }) => id);

/** Two records, then three of the next month in two goes: what every crash below interrupts. */
async function writeSome(bench: AuditBench): Promise<void> {
  await bench.journal.append(entriesOf(1, 2));
  await bench.journal.close();
  await bench.clock.advance(3 * DAY_MS);
  await bench.journal.append(entriesOf(3, 4));
  await bench.journal.append(entriesOf(5));
  await bench.journal.close();
}

async function dieWhile(death: Death): Promise<{ readonly bench: AuditBench; readonly writes: number }> {
  const bench = makeAudit();
  const mortal = createMortal(bench, death, () => Promise.reject(new Error("dead")));
  bench.restart(mortal);
  await writeSome(bench).catch(() => undefined);
  return { bench, writes: mortal.writes() };
}

describe("a crash at any instant", () => {
  it("leaves a log that is explained as it is, and that the next start finishes with every record once", async () => {
    const { writes } = await dieWhile({ write: Number.MAX_SAFE_INTEGER, how: "before" });
    expect(writes).toBeGreaterThan(8);
    for (let write = 1; write <= writes; write += 1) {
      for (const how of ["before", 0.01, 0.5, 0.99, "after"] as const) {
        const { bench } = await dieWhile({ write, how });
        const left = await bench.verify();
        expect(left.problem, `${write} ${how}`).toBeUndefined();
        bench.restart();
        await bench.journal.open();
        // A turn of the month may have come meanwhile, or not.
        await bench.journal.append(entriesOf(1, 6));
        await bench.journal.close();
        expect(bench.damages).toEqual([]);
        const { problem, records, unfinished } = await bench.verify();
        expect({ problem, records, unfinished }).toEqual({ problem: undefined, records: 6, unfinished: 0 });
        expect(idsOf(bench, ...(await bench.files.months()))).toEqual(expectedIds(6));
      }
    }
  });
});

const refuse = (): Promise<never> => Promise.reject(new Error("no space left"));

describe("a full disk", () => {
  it("takes a part of a line: the writer is told, the check explains it, and the next try finishes that very line", async () => {
    const bench = makeAudit();
    await bench.journal.append(entriesOf(1, 2));
    await bench.journal.close();
    let isFull = true;
    bench.restart({
      files: {
        ...bench.files,
        writeAt: async (month, offset, bytes) => {
          if (!isFull) return await bench.files.writeAt(month, offset, bytes);
          await bench.files.writeAt(month, offset, bytes.subarray(0, 100));
          throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        },
      },
    });
    await expect(bench.journal.append(entriesOf(3, 4))).rejects.toThrow("no space left");
    expect(readFileSync(bench.path("2026-11"), "utf8").endsWith("\n")).toBe(false);
    expect(await bench.verify()).toMatchObject({ records: 2, unfinished: 2 });
    expect((await bench.verify()).problem).toBeUndefined();
    isFull = false;
    await bench.journal.append(entriesOf(3, 5));
    await bench.journal.close();
    expect(idsOf(bench, "2026-11")).toEqual(expectedIds(5));
    expect(bench.damages).toEqual([]);
    expect(await bench.verify()).toMatchObject({ records: 5, unfinished: 0 });
  });

  it("refuses the head document: nothing is written, and the next try writes everything once", async () => {
    const bench = makeAudit();
    let isFull = true;
    bench.restart({
      store: {
        ...bench.store,
        create: (...given) => (isFull ? refuse() : bench.store.create(...given)),
        replace: (...given) => (isFull ? refuse() : bench.store.replace(...given)),
      },
    });
    await expect(bench.journal.append(entriesOf(1, 2))).rejects.toThrow("no space left");
    expect(await bench.files.months()).toEqual([]);
    isFull = false;
    await bench.journal.append(entriesOf(1, 2));
    expect(idsOf(bench, "2026-11")).toEqual(expectedIds(2));
  });
});

describe("a log whose end is not what was left there", () => {
  /** What is done to the end, and what the check says of it after the bot went on. */
  const CASES: readonly (readonly [string, (bench: AuditBench) => void, object, readonly string[]])[] = [
    [
      "torn within the last line",
      (bench) => truncateSync(bench.path("2026-12"), readFileSync(bench.path("2026-12")).length - 30),
      { kind: "truncated", file: "2026-12.jsonl", line: 3, seq: 7, notedBy: { seq: 8 } },
      ["decision:5", "decision:6", "decision:7"],
    ],
    [
      "short of two records",
      (bench) => bench.rewrite("2026-12", (lines) => lines.slice(0, 1)),
      { kind: "truncated", file: "2026-12.jsonl", line: 2, seq: 6, expected: "records 6 to 7", notedBy: { seq: 8 } },
      ["decision:5", "decision:6", "decision:7"],
    ],
    [
      "gone with its month",
      (bench) => rmSync(bench.path("2026-12")),
      { kind: "truncated", file: "2026-12.jsonl", line: 1, seq: 5, expected: "records 5 to 7", notedBy: { seq: 8 } },
      ["decision:5", "decision:6", "decision:7"],
    ],
    [
      "followed by something else",
      (bench) => appendFileSync(bench.path("2026-12"), '{"what":"vote"}\n'),
      { kind: "inserted", file: "2026-12.jsonl", line: 4 },
      ["decision:5", "decision:6", "decision:7"],
    ],
  ];

  it.each(CASES)("%s is gone on with, in a way that says so for ever", async (_what, damage, expected, december) => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    damage(bench);
    bench.restart();
    await bench.journal.append(entriesOf(1, 9));
    await bench.journal.close();
    expect(bench.damages).toHaveLength(1);
    expect((await bench.verify()).problem).toMatchObject(expected);
    const readable = readFileSync(bench.path("2026-12"), "utf8")
      .split("\n")
      .flatMap((line) => /"id":"(decision:\d+)"/.exec(line)?.[1] ?? []);
    // What was lost and what is new stands there again, once.
    expect([...new Set(readable)].toSorted()).toEqual([...december, "decision:8", "decision:9"].toSorted());
    expect(await bench.verify(8)).toMatchObject({ first: 8, notes: [8] });
    bench.restart();
    await bench.journal.append(entriesOf(1, 9));
    expect(bench.damages).toHaveLength(1);
  });

  it("whose head is lost goes on with its own numbers, and says so", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    const stored = await bench.store.read("audit_head");
    if (stored !== undefined) await bench.store.remove("audit_head", stored.version);
    bench.restart();
    await bench.journal.append(entriesOf(1, 8));
    await bench.journal.close();
    expect(bench.damages).toEqual(["audit_head is gone"]);
    expect(await bench.verify()).toMatchObject({ records: 9, notes: [8] });
    expect((await bench.verify()).problem).toBeUndefined();
  });

  it("is never written over, also when it changes while the bot runs", async () => {
    const bench = makeAudit();
    await bench.journal.append(entriesOf(1, 2));
    await bench.journal.close();
    appendFileSync(bench.path("2026-11"), "a hand was here\n");
    await expect(bench.journal.append(entriesOf(3))).rejects.toThrow("bytes where");
    await bench.journal.append(entriesOf(3));
    expect(bench.lines("2026-11")[2]).toBe("a hand was here");
    expect(bench.damages).toHaveLength(1);
    expect((await bench.verify()).problem).toMatchObject({ line: 3 });
  });
});

describe("a state directory copied to another machine", () => {
  it("verifies there, whole or cut, and goes on there", async () => {
    const from = makeFolder();
    const bench = makeAudit(createFileStore({ directory: from, clock: systemClock, ids: systemIds }), from);
    await writeTwoMonths(bench);
    const to = path.join(makeFolder(), "copied");
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
    const there = makeAudit(
      createFileStore({ directory: to, clock: systemClock, ids: systemIds, hostName: "elsewhere" }),
      to,
    );
    expect(await there.verify()).toMatchObject({ records: 7, last: { seq: 7 } });
    expect((await there.verify()).problem).toBeUndefined();
    await there.journal.append([entry(7), entry(8)]);
    expect(await there.verify()).toMatchObject({ records: 8, notes: [] });
    truncateSync(there.path("2026-12"), 10);
    expect((await there.verify()).problem).toMatchObject({ kind: "truncated", seq: 5 });
  });
});
