import { spawn } from "node:child_process";
import { once } from "node:events";
import { truncateSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdState, type BotMark, type Holding, type HoldParts } from "../../src/main/hold-state.ts";
import { createFileStore } from "../../src/runtime/store/file-store.ts";
import { describeThisProcess, systemClock, systemIds } from "../../src/runtime/index.ts";
import { readProcessStart } from "../../src/runtime/process/read-process-start.ts";
import { createManualClock, settle } from "../fakes/manual-clock.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

function setUp() {
  const clock = createManualClock();
  const waits: BotMark[] = [];
  const parts: HoldParts = {
    store: createMemoryStore(),
    clock,
    ids: systemIds,
    process: describeThisProcess(),
    onWait: (by) => waits.push(by),
  };
  const elsewhere: HoldParts = { ...parts, process: { hostName: "other", pid: 7, pidStart: "1-1", place: "other.1" } };
  return { clock, waits, parts, elsewhere };
}

function holdOf(holding: Holding) {
  if (holding.kind !== "held") throw new Error(`taken by ${holding.by.host}`);
  return holding.hold;
}

/** Lets time pass until it is known. */
async function passing(
  clock: ReturnType<typeof createManualClock>,
  holding: Promise<Holding>,
  ms: number,
): Promise<Holding> {
  await clock.advance(ms);
  return await holding;
}

describe("a state directory", () => {
  it("has one bot; a second one learns of the first: machine, process, since when", async () => {
    const { clock, parts } = setUp();
    const first = holdOf(await holdState(parts));
    expect(await holdState(parts)).toEqual({
      kind: "taken",
      by: {
        host: parts.process.hostName,
        pid: process.pid,
        pidStart: parts.process.pidStart,
        place: parts.process.place,
        since: new Date(clock.now()).toISOString(),
      },
    });
    await first.release();
    await holdOf(await holdState(parts)).release();
  });

  it("of racing bots has one", async () => {
    const { parts } = setUp();
    const all = await Promise.all(Array.from({ length: 5 }, () => holdState(parts)));
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(["held", "taken", "taken", "taken", "taken"]);
  });

  it("is free at once when its bot on this machine has died", async () => {
    const { parts, waits } = setUp();
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const pid = child.pid ?? 0;
    const dead = { ...parts.process, pid, pidStart: readProcessStart(pid) ?? "" };
    holdOf(await holdState({ ...parts, process: dead }));
    expect((await holdState(parts)).kind).toBe("taken");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await holdState(parts)).kind).toBe("held");
    expect(waits).toEqual([]);
  });

  it("of a bot elsewhere is not taken while that shows itself, whatever the clocks say", async () => {
    const { clock, parts, elsewhere, waits } = setUp();
    holdOf(await holdState(elsewhere));
    clock.set(86_400_000);
    expect(await passing(clock, holdState(parts), 30_000)).toMatchObject({
      kind: "taken",
      by: { host: "other", pid: 7 },
    });
    expect(waits).toMatchObject([{ host: "other" }]);
  });

  it("of a bot elsewhere that shows itself no more is taken, and that one learns of it should it come back", async () => {
    const { clock, parts, elsewhere } = setUp();
    // It sleeps, as a machine that was suspended.
    const asleep = createManualClock();
    const first = holdOf(await holdState({ ...elsewhere, clock: asleep }));
    clock.set(-86_400_000);
    const second = holdOf(await passing(clock, holdState(parts), 31_000));
    await asleep.advance(10_000);
    expect(await first.lost).toMatchObject({ host: parts.process.hostName, pid: process.pid });
    await first.release();
    await settle();
    expect((await holdState(parts)).kind).toBe("taken");
    await second.release();
  });

  it("whose mark cannot be read is not taken while its bot runs, which writes it anew, and is free once it does not", async () => {
    const { clock, parts, waits } = setUp();
    const directory = join(makeFolder({}), "state");
    const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
    const first = holdOf(await holdState({ ...parts, store }));
    const cut = (): void => truncateSync(join(directory, "lobster.bot.json"));
    cut();
    const second = holdState({ ...parts, store });
    const until = async (isThere: () => boolean): Promise<void> => {
      for (let n = 0; n < 40 && !isThere(); n += 1) {
        await clock.advance(1_000);
        await systemClock.sleep(10);
      }
    };
    let taken: Holding | undefined;
    void second.then((holding) => (taken = holding));
    await until(() => taken !== undefined);
    expect(taken).toMatchObject({ kind: "taken", by: { host: parts.process.hostName, pid: process.pid } });
    expect(waits).toMatchObject([{ host: "" }]);
    cut();
    const releasing = first.release();
    await clock.advance(1_000);
    await releasing;
    await writeFile(join(directory, "lobster.bot.json"), "");
    let third: Holding | undefined;
    void holdState({ ...parts, store }).then((holding) => (third = holding));
    await until(() => third !== undefined);
    expect(third?.kind).toBe("held");
  });
});
