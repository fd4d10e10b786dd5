import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HEAD_KEY } from "../../../../src/bot/audit/log/head.ts";
import { decodeRecord, encodeRecord, type AuditRecord } from "../../../../src/bot/audit/log/record.ts";
import type { AuditProblem } from "../../../../src/bot/audit/verify/problem.ts";
import { makeAudit, writeTwoMonths, type AuditBench } from "../bench.ts";

const NOV = "2026-11";
const DEC = "2026-12";

function readRecord(line: string | undefined): AuditRecord {
  const decoded = decodeRecord(Buffer.from(line ?? ""));
  if (decoded.kind !== "record") throw new Error(decoded.why);
  return decoded.record;
}

/** The line of a record made anew, with a hash that fits. */
function forge(line: string | undefined, changes: Partial<AuditRecord>): string {
  const record = { ...readRecord(line), ...changes };
  return encodeRecord(record, record).line.slice(0, -1);
}

function hashOf(line: string | undefined): string {
  return (JSON.parse(line ?? "{}") as { hash: string }).hash;
}

/** Changes a record and makes every hash after it anew, in both files. */
function forgeFrom(bench: AuditBench, seq: number): void {
  const lines = [...bench.lines(NOV), ...bench.lines(DEC)];
  for (let at = seq - 1; at < lines.length; at += 1) {
    const changes = at === seq - 1 ? { reason: "forged" } : { prev: hashOf(lines[at - 1]) };
    lines[at] = forge(lines[at], changes);
  }
  bench.rewrite(NOV, () => lines.slice(0, 4));
  bench.rewrite(DEC, () => lines.slice(4));
}

async function changeHead(
  bench: AuditBench,
  change: (head: Record<string, unknown>) => object | undefined,
): Promise<void> {
  const stored = await bench.store.read(HEAD_KEY);
  if (stored === undefined) throw new Error("no head");
  const next = change({ ...(stored.value as Record<string, unknown>) });
  if (next === undefined) await bench.store.remove(HEAD_KEY, stored.version);
  else await bench.store.replace(HEAD_KEY, next as never, stored.version);
}

type Tampering = readonly [
  what: string,
  tamper: (bench: AuditBench) => void | Promise<void>,
  expected: Partial<AuditProblem>,
];

const TAMPERINGS: readonly Tampering[] = [
  [
    "a reason that reads otherwise",
    (bench) => bench.rewrite(NOV, (lines) => lines.map((line) => line.replace("because 2", "because 9"))),
    { kind: "changed", file: "2026-11.jsonl", line: 2, seq: 2 },
  ],
  [
    "a changed record with a hash made to fit",
    (bench) => bench.rewrite(NOV, (lines) => lines.with(1, forge(lines[1], { person: "mallory" }))),
    { kind: "changed", file: "2026-11.jsonl", line: 2, seq: 2 },
  ],
  [
    "the last record changed, with a hash made to fit",
    (bench) => bench.rewrite(DEC, (lines) => lines.with(2, forge(lines[2], { person: "mallory" }))),
    { kind: "changed", file: "2026-12.jsonl", line: 3, seq: 7 },
  ],
  [
    "a changed record and every hash after it made anew",
    (bench) => forgeFrom(bench, 3),
    { kind: "changed", file: "2026-12.jsonl", line: 3, seq: 7 },
  ],
  [
    "a removed record",
    (bench) => bench.rewrite(NOV, (lines) => lines.toSpliced(1, 1)),
    { kind: "removed", file: "2026-11.jsonl", line: 2, seq: 2, expected: "record 2" },
  ],
  [
    "two records removed across the turn of a month",
    (bench) => {
      bench.rewrite(NOV, (lines) => lines.slice(0, 3));
      bench.rewrite(DEC, (lines) => lines.slice(1));
    },
    { kind: "removed", file: "2026-12.jsonl", line: 1, seq: 4, expected: "records 4 to 5" },
  ],
  [
    "the first record removed",
    (bench) => bench.rewrite(NOV, (lines) => lines.slice(1)),
    { kind: "removed", file: "2026-11.jsonl", line: 1, seq: 1 },
  ],
  [
    "a whole month removed",
    (bench) => rmSync(bench.path(NOV)),
    { kind: "removed", file: "2026-12.jsonl", line: 1, seq: 1, expected: "records 1 to 4" },
  ],
  [
    "two neighbours that changed places",
    (bench) => bench.rewrite(NOV, ([a = "", b = "", c = "", d = ""]) => [a, c, b, d]),
    { kind: "reordered", file: "2026-11.jsonl", line: 2, seq: 2 },
  ],
  [
    "a record moved to the end",
    (bench) => {
      const [first = ""] = bench.lines(NOV);
      bench.rewrite(NOV, (lines) => lines.slice(1));
      bench.rewrite(DEC, (lines) => [...lines, first]);
    },
    { kind: "reordered", file: "2026-11.jsonl", line: 1, seq: 1 },
  ],
  [
    "a record moved over the turn of a month",
    (bench) => {
      const [, , , last = ""] = bench.lines(NOV);
      bench.rewrite(NOV, (lines) => lines.slice(0, 3));
      bench.rewrite(DEC, (lines) => [last, ...lines]);
    },
    { kind: "reordered", file: "2026-12.jsonl", line: 1, seq: 4 },
  ],
  [
    "files that changed names",
    (bench) => renameSync(bench.path(DEC), bench.path("2027-01")),
    { kind: "reordered", file: "2027-01.jsonl", seq: 5, line: 1 },
  ],
  [
    "the last record cut off",
    (bench) => bench.rewrite(DEC, (lines) => lines.slice(0, 2)),
    { kind: "truncated", file: "2026-12.jsonl", line: 3, seq: 7 },
  ],
  [
    "the last line torn within",
    (bench) => truncateSync(bench.path(DEC), readFileSync(bench.path(DEC)).length - 40),
    { kind: "truncated", file: "2026-12.jsonl", line: 3, seq: 7 },
  ],
  [
    "the whole last month gone",
    (bench) => rmSync(bench.path(DEC)),
    {
      kind: "truncated",
      file: "2026-12.jsonl",
      line: 1,
      seq: 5,
      expected: expect.stringContaining("records 5 to 7") as string,
    },
  ],
  [
    "a torn line in a month that is over",
    (bench) => truncateSync(bench.path(NOV), readFileSync(bench.path(NOV)).length - 1),
    { kind: "changed", file: "2026-11.jsonl", line: 4, seq: 4 },
  ],
  [
    "a record put in, with a number, a place in the chain and a hash that fit",
    (bench) => bench.rewrite(NOV, (lines) => lines.toSpliced(2, 0, forge(lines[2], { person: "mallory" }))),
    { kind: "inserted", file: "2026-11.jsonl", line: 3, seq: 3 },
  ],
  [
    "a copy of a record",
    (bench) => bench.rewrite(NOV, (lines) => lines.toSpliced(2, 0, lines[1] ?? "")),
    { kind: "inserted", file: "2026-11.jsonl", line: 3, seq: 2 },
  ],
  [
    "a line of anything put in",
    (bench) => bench.rewrite(NOV, (lines) => lines.toSpliced(2, 0, '{"seq":3,"what":"vote"}')),
    { kind: "inserted", file: "2026-11.jsonl", line: 3 },
  ],
  [
    "an empty line at the end of a month that is over",
    (bench) => appendFileSync(bench.path(NOV), "\n"),
    { kind: "inserted", file: "2026-11.jsonl", line: 5 },
  ],
  [
    "a record put behind the last one, as the bot would have written it",
    (bench) =>
      bench.rewrite(DEC, (lines) => [...lines, forge(lines[2], { seq: 8, prev: hashOf(lines[2]), id: "decision:8" })]),
    { kind: "inserted", file: "2026-12.jsonl", line: 4 },
  ],
  [
    "a line far longer than any record",
    (bench) => bench.rewrite(NOV, (lines) => lines.toSpliced(2, 0, "x".repeat(300_000))),
    { kind: "inserted", file: "2026-11.jsonl", line: 3 },
  ],
  [
    "a file of a month that has not come",
    (bench) => writeFileSync(bench.path("2027-03"), "hello\n"),
    { kind: "inserted", file: "2027-03.jsonl", line: 1 },
  ],
  [
    "the head document removed",
    (bench) => changeHead(bench, () => undefined),
    { kind: "removed", file: HEAD_KEY, line: 0 },
  ],
  [
    "the head document made unreadable",
    (bench) => changeHead(bench, () => ({ format: "nothing" })),
    { kind: "changed", file: HEAD_KEY, line: 0 },
  ],
  [
    "the head document set back",
    (bench) =>
      changeHead(bench, (head) => ({
        ...head,
        seq: 4,
        hash: hashOf(bench.lines(NOV)[3]),
        month: NOV,
        bytes: readFileSync(bench.path(NOV)).length,
      })),
    { kind: "inserted", file: "2026-12.jsonl", line: 1, expected: "nothing behind record 4" },
  ],
  [
    "everything removed but the index",
    async (bench) => {
      rmSync(bench.path(NOV));
      rmSync(bench.path(DEC));
      await changeHead(bench, () => undefined);
    },
    { kind: "removed", file: HEAD_KEY },
  ],
];

describe("a log that was tampered with", () => {
  it.each(TAMPERINGS)("%s is found and located", async (_what, tamper, expected) => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    expect((await bench.verify()).problem).toBeUndefined();
    await tamper(bench);
    expect((await bench.verify()).problem).toMatchObject(expected);
  });

  it("says where a record that changed places is now", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    bench.rewrite(NOV, ([a = "", b = "", c = "", d = ""]) => [a, d, b, c]);
    const { problem } = await bench.verify();
    expect(problem?.expected).toBe("record 2");
    expect(problem?.found).toBe("record 4; record 2 stands in 2026-11.jsonl, line 3");
  });

  it("is found by any single byte that is changed, put in or taken out, in any file", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    const originals = new Map([NOV, DEC].map((month) => [month, readFileSync(bench.path(month))]));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(NOV, DEC),
        fc.constantFrom("change", "put in", "take out"),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (month, how, where, byte) => {
          const original = originals.get(month) ?? Buffer.alloc(0);
          const at = where % (original.length + (how === "put in" ? 1 : 0));
          const rest = original.subarray(how === "put in" ? at : at + 1);
          const between = how === "change" ? [(original[at] ?? 0) ^ byte] : how === "put in" ? [byte] : [];
          writeFileSync(bench.path(month), Buffer.concat([original.subarray(0, at), Buffer.from(between), rest]));
          const { problem } = await bench.verify();
          writeFileSync(bench.path(month), original);
          const line = original.subarray(0, at).toString("latin1").split("\n").length;
          // Whoever changes one line is found in it, or right behind it.
          return problem !== undefined && problem.file === `${month}.jsonl` && Math.abs(problem.line - line) <= 1;
        },
      ),
      { numRuns: 250 },
    );
    expect((await bench.verify()).problem).toBeUndefined();
  });

  it("can be checked from a later record on, which takes what is before for granted", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    rmSync(bench.path(NOV));
    expect(await bench.verify(5)).toMatchObject({ records: 3, first: 5 });
    expect((await bench.verify(5)).problem).toBeUndefined();
    bench.rewrite(DEC, (lines) => lines.toSpliced(1, 1));
    expect((await bench.verify(5)).problem).toMatchObject({ kind: "removed", seq: 6 });
    // What stands before is another length now, which is no matter.
    expect(await bench.verify(7)).toEqual({ records: 1, first: 7, last: expect.anything(), notes: [], unfinished: 0 });
  });
});
