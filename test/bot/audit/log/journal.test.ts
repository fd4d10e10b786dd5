import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createJournal, type Journal } from "../../../../src/bot/audit/log/journal.ts";
import { HEAD_KEY } from "../../../../src/bot/audit/log/head.ts";
import { DAY_MS, entriesOf, entry, makeAudit, NOVEMBER, RUN, writeTwoMonths } from "../bench.ts";

const parse = (line: string | undefined): Record<string, unknown> =>
  JSON.parse(line ?? "{}") as Record<string, unknown>;

/** Hands in two entries until they are taken; tells how often they were not. */
async function insist(journal: Journal, n: number): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      await journal.append(entriesOf(n, n + 1));
      return tries;
    } catch {} // somebody else was faster
  }
  throw new Error(`entry ${n} was never taken`);
}

describe("the audit journal", () => {
  it("writes one line a record, each with the hash of the one before, readable by this user alone", async () => {
    const bench = makeAudit();
    await bench.journal.append(entriesOf(1, 3));
    const records = bench.lines("2026-11").map(parse);
    expect(records.map(({ seq, id }) => [seq, id])).toEqual([
      [1, "decision:1"],
      [2, "decision:2"],
      [3, "decision:3"],
    ]);
    expect(records[0]?.["prev"]).toBe("0".repeat(64));
    expect(records[1]?.["prev"]).toBe(records[0]?.["hash"]);
    expect(records[2]?.["prev"]).toBe(records[1]?.["hash"]);
    expect(records[0]).toMatchObject({ what: "vote", run: RUN, person: "release-manager", reason: "because 1" });
    expect(statSync(bench.path("2026-11")).mode & 0o777).toBe(0o600);
    expect(statSync(bench.folder + "/audit").mode & 0o777).toBe(0o700);
  });

  it("records an entry once, however often it is handed in, also after a restart", async () => {
    const bench = makeAudit();
    await Promise.all([bench.journal.append(entriesOf(1, 2)), bench.journal.append(entriesOf(2, 3))]);
    await bench.journal.close();
    bench.restart();
    await bench.journal.append(entriesOf(1, 4));
    expect(bench.lines("2026-11").map((line) => parse(line)["id"])).toEqual([1, 2, 3, 4].map((n) => `decision:${n}`));
    expect((await bench.verify()).problem).toBeUndefined();
  });

  it("writes what comes together together: few writes of the head for many records", async () => {
    const bench = makeAudit();
    let writes = 0;
    const counting = {
      ...bench.store,
      create: (...given: Parameters<typeof bench.store.create>) => {
        writes += given[0] === HEAD_KEY ? 1 : 0;
        return bench.store.create(...given);
      },
      replace: (...given: Parameters<typeof bench.store.replace>) => {
        writes += given[0] === HEAD_KEY ? 1 : 0;
        return bench.store.replace(...given);
      },
    };
    bench.restart({ store: counting });
    await Promise.all(entriesOf(1, 40).map((one) => bench.journal.append([one])));
    await bench.journal.close();
    expect(bench.lines("2026-11")).toHaveLength(40);
    expect(writes).toBeLessThanOrEqual(4);
  });

  it("begins a file with every month, and goes on with the chain", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    expect(bench.lines("2026-11")).toHaveLength(4);
    expect(bench.lines("2026-12")).toHaveLength(3);
    expect(parse(bench.lines("2026-12")[0])["prev"]).toBe(parse(bench.lines("2026-11")[3])["hash"]);
    expect(await bench.verify()).toMatchObject({ records: 7, first: 1, last: { seq: 7 }, notes: [], unfinished: 0 });
  });

  it("stays in the newest file when the clock goes back, with the times as they are", async () => {
    const bench = makeAudit();
    await writeTwoMonths(bench);
    await bench.clock.jump(-20 * DAY_MS);
    await bench.journal.append(entriesOf(8));
    const last = parse(bench.lines("2026-12")[3]);
    expect(last).toMatchObject({ seq: 8, month: "2026-12" });
    expect(last["recordedAt"]).toMatch(/^2026-11-12/);
    expect((await bench.verify()).problem).toBeUndefined();
  });

  it("takes more at once than one batch may hold, and texts of any size and kind", async () => {
    const bench = makeAudit();
    const odd = ['\u0000\u001b\u2028\n\r\t"\\', "\ud800 alone", "😀".repeat(4_000), "=cmd|' /C calc'!A0"];
    await bench.journal.append([
      ...entriesOf(1, 150),
      ...odd.map((reason, at) => entry(200 + at, { reason })),
      ...Array.from({ length: 30 }, (_, at) => entry(300 + at, { reason: "x".repeat(15_000) })),
    ]);
    await bench.journal.close();
    bench.restart();
    await bench.journal.append(entriesOf(150, 151));
    expect(await bench.verify()).toMatchObject({ records: 185, notes: [] });
    expect((await bench.verify()).problem).toBeUndefined();
    expect(parse(bench.lines("2026-11")[152])["reason"]).toBe(odd[2]);
  });

  it("knows what is recorded although its index fell behind", async () => {
    const bench = makeAudit();
    await bench.journal.append(entriesOf(1, 3));
    await bench.journal.close();
    for (const { keys } of [await bench.store.list("audit_run_")]) {
      for (const key of keys) {
        const stored = await bench.store.read(key);
        if (stored !== undefined) await bench.store.remove(key, stored.version);
      }
    }
    bench.restart();
    await bench.journal.append(entriesOf(2, 4));
    expect(bench.lines("2026-11")).toHaveLength(4);
  });

  it("stays whole under two writers, which must not be: each entry stands there once, and who lost is told", async () => {
    const bench = makeAudit();
    const open = () => createJournal({ ...bench, onDamage: (how) => void bench.damages.push(how) });
    const [one, two] = [open(), open()];
    let lost = 0;
    for (let n = 1; n <= 10; n += 1) {
      const tries = await Promise.all([insist(one, n), insist(two, n)]);
      lost += tries[0] + tries[1];
    }
    await Promise.all([one.close(), two.close()]);
    expect(lost).toBeGreaterThan(0);
    expect(bench.damages).toEqual([]);
    expect(bench.lines("2026-11").map((line) => parse(line)["id"])).toEqual(
      Array.from({ length: 11 }, (_, at) => `decision:${at + 1}`),
    );
    expect((await bench.verify()).problem).toBeUndefined();
  });

  it("tells which entries are recorded", async () => {
    const bench = makeAudit();
    await bench.journal.append(entriesOf(1, 2));
    expect(await bench.journal.holds(entriesOf(1, 2))).toBe(true);
    expect(await bench.journal.holds(entriesOf(1, 3))).toBe(false);
  });

  it("starts with nothing, and a check of nothing finds nothing wrong", async () => {
    const bench = makeAudit();
    expect(await bench.verify()).toEqual({ records: 0, notes: [], unfinished: 0 });
    await bench.journal.open();
    expect(await bench.files.months()).toEqual([]);
    expect(NOVEMBER).toBe(bench.clock.now());
  });
});
