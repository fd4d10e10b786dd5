import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../../../src/runtime/ports.ts";
import { readProcessStart } from "../../../../src/runtime/process/read-process-start.ts";
import { createKeyLock, type KeyLock, sweepLocks } from "../../../../src/runtime/store/file/key-lock.ts";
import { createLockEntry, encodeLockEntry, identifyHost } from "../../../../src/runtime/store/file/lock-entry.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

const host = identifyHost("here");
let directory: string;
let warnings: string[];
/** Time passes by sleeping only, at once, and ten times as fast. */
let clock: Clock & { slept: number[] };
let lock: KeyLock;

beforeEach(() => {
  directory = makeFolder();
  warnings = [];
  const slept: number[] = [];
  clock = {
    slept,
    now: () => 10 * slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms) => void slept.push(ms),
  };
  lock = createKeyLock({ directory, clock, ids: systemIds, host, warn: (message) => warnings.push(message) });
});

const listEntries = (): string[] => readdirSync(join(directory, "locks"));

/** Puts the entry of another contender there, as it would be if that one were inside. */
function putEntry(change: Partial<ReturnType<typeof createLockEntry>>, ageSeconds = 0): string {
  mkdirSync(join(directory, "locks"), { recursive: true });
  const name = encodeLockEntry({ ...createLockEntry("doc", host, "ab"), ...change });
  const path = join(directory, "locks", name);
  writeFileSync(path, "");
  const time = Date.now() / 1_000 - ageSeconds;
  utimesSync(path, time, time);
  return name;
}

const own = { pid: process.pid, start: readProcessStart(process.pid) ?? "" };

test("the section runs, its result comes back, and nothing is left", async () => {
  expect(await lock.run("doc", () => listEntries().length)).toBe(1);
  expect(listEntries()).toEqual([]);
});

test("a section that throws releases the lock", async () => {
  const failing = lock.run("doc", () => { throw new Error("no"); }); // prettier-ignore
  await expect(failing).rejects.toThrow("no");
  expect(await lock.run("doc", () => "next")).toBe("next");
  expect(listEntries()).toEqual([]);
});

test("another key is another lock", async () => {
  putEntry({ ...createLockEntry("other", host, "ab") });
  expect(await lock.run("doc", () => "done")).toBe("done");
  expect(clock.slept).toEqual([]);
});

describe("an entry of another contender", () => {
  test.each<[string, Parameters<typeof putEntry>]>([
    ["whose process is gone", [{ pid: 2 ** 30 }]],
    ["whose pid was given to another process", [{ ...own, start: "deadbeef-1" }]],
    ["of another host that is a minute old", [{ host: "elsewhere.1" }, 61]],
  ])("%s is ignored and cleared away", async (_name, [change, age]) => {
    putEntry(change, age);
    expect(await lock.run("doc", () => "done")).toBe("done");
    expect(clock.slept).toEqual([]);
    expect(listEntries()).toEqual([]);
  });

  test.each<[string, Parameters<typeof putEntry>]>([
    ["of a living process", [own]],
    ["of a living process whose start is not known", [{ ...own, start: "" }]],
    ["of a living process, however old the entry", [own, 100_000]],
    ["of another host, less than a minute old", [{ host: "elsewhere.1", pid: 2 ** 30 }, 50]],
    ["of another pid namespace of this host, where pids mean other processes", [{ host: "here.1", pid: 2 ** 30 }]],
  ])("%s keeps others out for 10 s, and the error names it", async (_name, [change, age]) => {
    const name = putEntry(change, age);
    let entered = false;
    const run = lock.run("doc", () => (entered = true));
    await expect(run).rejects.toMatchObject({ code: "store_unavailable", facts: { key: "doc" } });
    await expect(run).rejects.toThrow(/state is locked by process \d+ on .*; see whether that process hangs/);
    expect(entered).toBe(false);
    expect(listEntries()).toEqual([name]);
    expect(clock.now()).toBeGreaterThanOrEqual(10_000);
    expect(Math.min(...clock.slept)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(20);
  });

  test("files that nobody's entry can be are no entries", async () => {
    const name = putEntry(own);
    writeFileSync(join(directory, "locks", `${name.slice(0, 16)}~what~is~this`), "");
    writeFileSync(join(directory, "locks", ".DS_Store"), "");
    sweepLocks(directory, "not-this-host", Date.now() + 120_000);
    expect(await lock.run("doc", () => "done")).toBe("done");
  });
});

test("a clock that stands still does not make waiting endless", async () => {
  putEntry(own);
  const still = { now: () => 0, sleep: async () => undefined };
  const waiting = createKeyLock({ directory, clock: still, ids: systemIds, host, warn: () => undefined });
  await expect(waiting.run("doc", () => undefined)).rejects.toMatchObject({ code: "store_unavailable" });
});

test("a process that is killed while inside does not keep anybody out", async () => {
  const holder = await startHolder();
  const patient = createKeyLock({ directory, clock: systemClock, ids: systemIds, host, warn: () => undefined });
  let entered = false;
  const next = patient.run("doc", () => (entered = true));
  await systemClock.sleep(1);
  expect(entered).toBe(false);
  holder.kill("SIGKILL");
  expect(await next).toBe(true);
  expect(listEntries()).toEqual([]);
});

test("sweeping removes entries of the dead and leaves those of the living", async () => {
  const holder = await startHolder();
  putEntry({ pid: 2 ** 30 });
  sweepLocks(directory, host, Date.now());
  expect(listEntries()).toHaveLength(1);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  sweepLocks(directory, host, Date.now());
  expect(listEntries()).toEqual([]);
});

const built = (path: string): string => new URL(`../../../../dist/src/runtime/${path}`, import.meta.url).href;

/** Another process that is inside the lock of `doc`. */
async function startHolder(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("lock-holder.mjs", import.meta.url));
  const args = [script, built("store/file/key-lock.js"), built("system.js"), directory, host, "doc"];
  const holder = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return holder;
}
