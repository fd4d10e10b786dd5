import { describe, expect, it } from "vitest";
import { noteSweep, readSweepTime } from "../../../src/runtime/retention/clock-reading.ts";
import { KEPT_MS } from "../../../src/runtime/retention/last-change.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

function open() {
  const clock = createManualClock();
  const source = { store: createMemoryStore(), clock, boot: "a" };
  return { clock, source };
}

/** What a sweep finds that is complete unless it was not its time. */
async function sweep(source: ReturnType<typeof open>["source"]) {
  const time = await readSweepTime(source);
  if (time.kind !== "early") await noteSweep(source);
  return time;
}

describe("the time of a sweep", () => {
  it("comes about a day after the last one, and counts from that", async () => {
    const { clock, source } = open();
    const first = clock.now();
    expect(await sweep(source)).toEqual({ kind: "first" });
    await clock.advance(19 * HOUR);
    expect(await sweep(source)).toEqual({ kind: "early" });
    await clock.advance(5 * HOUR);
    expect(await sweep(source)).toEqual({ kind: "due", cutoff: first - KEPT_MS });
    expect(await sweep(source)).toEqual({ kind: "early" });
  });

  it("comes again and again until a sweep is complete", async () => {
    const { clock, source } = open();
    await sweep(source);
    await clock.advance(DAY);
    const due = await readSweepTime(source);
    expect(due.kind).toBe("due");
    expect(await readSweepTime(source)).toEqual(due);
  });

  it("makes nothing old by a clock that is far ahead for a while, however often it is looked at meanwhile", async () => {
    const { clock, source } = open();
    const right = clock.now();
    await sweep(source);
    await clock.advance(DAY);
    clock.set(YEAR);
    expect(await sweep(source)).toEqual({ kind: "due", cutoff: right - KEPT_MS });
    for (let look = 0; look < 5; look += 1) {
      await clock.advance(10_000);
      expect(await sweep(source)).toEqual({ kind: "early" });
    }
    clock.set(-YEAR);
    expect(await sweep(source)).toEqual({ kind: "first" });
    await clock.advance(DAY);
    const due = await sweep(source);
    expect(due).toMatchObject({ kind: "due" });
    expect(due.kind === "due" ? due.cutoff : Infinity).toBeLessThan(clock.now() - KEPT_MS);
  });

  it("is not made by a clock that jumps twice within the hour", async () => {
    const { clock, source } = open();
    clock.set(YEAR);
    await sweep(source);
    clock.set(YEAR);
    await clock.advance(HOUR - 1);
    expect(await sweep(source)).toEqual({ kind: "early" });
  });

  it("is not made by a machine that boots with a wrong clock", async () => {
    const { clock, source } = open();
    await sweep(source);
    const booted = { ...source, boot: "b", clock: { ...clock, now: () => clock.now() + YEAR, uptime: () => 60_000 } };
    expect(await readSweepTime(booted)).toEqual({ kind: "early" });
  });

  it("begins anew where the last one is not told in a way that is known", async () => {
    const { clock, source } = open();
    await source.store.create("lobster.sweep", { format: "lobster.sweep.v2", at: 1 });
    expect(await sweep(source)).toEqual({ kind: "first" });
    await clock.advance(DAY);
    expect(await sweep(source)).toMatchObject({ kind: "due" });
  });
});
