import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../../../src/runtime/ports.ts";
import { createChangeLog } from "../../../../src/runtime/store/file/change-log.ts";
import { readChanges } from "../../../../src/runtime/store/file/read-changes.ts";
import { systemIds } from "../../../../src/runtime/system.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

let directory: string;
let now = 0;
const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
beforeEach(() => {
  directory = makeFolder();
});

const logPath = (generation: number): string => join(directory, "changes", `${generation}.log`);
const write = (...keys: string[]): void => {
  const log = createChangeLog(directory, systemIds);
  for (const key of keys) log.around(key, () => undefined);
};
/** Makes the newest generation so large that the next change begins another. */
const fill = (generation: number): void => appendFileSync(logPath(generation), `${"x".repeat(1_023)}\n`.repeat(1_024));
const read = (cursor?: string) => readChanges(directory, clock, cursor);
/** All keys from a cursor to the end of the log. */
const readAll = (start: string): string[] => {
  const keys: string[] = [];
  for (let cursor = start, last = ""; cursor !== last;) {
    const page = read(cursor);
    expect(page.reset).toBe(false);
    keys.push(...page.keys);
    last = cursor;
    cursor = page.cursor;
  }
  return keys;
};

/** The first line of a change whose writer is slow, or dead. */
const announce = (key: string): void => {
  write("before");
  appendFileSync(logPath(1), `\n+0123 ${key}\n`);
};

describe("one generation", () => {
  test("asking creates nothing", () => {
    read(read().cursor);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a change is announced before it happens and confirmed afterwards", () => {
    const log = createChangeLog(directory, systemIds);
    const during = log.around("a", () => readFileSync(logPath(1), "utf8"));
    expect(during).toMatch(/\n\+[0-9a-f]{8} a\n$/);
    expect(readFileSync(logPath(1), "utf8")).toMatch(/\n\+([0-9a-f]{8}) a\n\n-\1 a\n$/);
  });

  test("what publishing returns or throws comes through, and a failed change is confirmed too", () => {
    const log = createChangeLog(directory, systemIds);
    const { cursor } = read();
    expect(log.around("a", () => 7)).toBe(7);
    expect(() => log.around("b", () => { throw new Error("no"); })).toThrow("no"); // prettier-ignore
    const page = read(cursor);
    expect(page.keys).toEqual(["a", "b"]);
    expect(read(page.cursor).keys).toEqual([]);
  });

  test("nothing is published when it cannot be announced", () => {
    writeFileSync(join(directory, "changes"), "in the way");
    let published = false;
    expect(() => createChangeLog(directory, systemIds).around("a", () => (published = true))).toThrow(/EEXIST|ENOTDIR/);
    expect(published).toBe(false);
  });

  test("a line that is still being written waits for its end", () => {
    write("a");
    const { cursor } = read();
    appendFileSync(logPath(1), "\n-0123 half_a_k");
    const page = read(cursor);
    expect(page.keys).toEqual([]);
    appendFileSync(logPath(1), "ey\n");
    expect(read(page.cursor).keys).toEqual(["half_a_key"]);
  });

  test("a line torn for ever does not swallow the next one", () => {
    write("a");
    const { cursor } = read();
    appendFileSync(logPath(1), "\n+0123 to");
    write("whole");
    expect(read(cursor).keys).toContain("whole");
  });

  test("garbage is passed over", () => {
    write("a");
    const { cursor } = read();
    appendFileSync(logPath(1), `\n+xyz key\n*0123 key\n+0123 ../key\n+0123\n\n${"\0".repeat(200_000)}\n`);
    write("b");
    expect(readAll(cursor)).toEqual(["b"]);
  });
});

describe("a change whose second line is missing", () => {
  test("it is reported in every call until the line comes, and then once more", () => {
    write("before");
    const { cursor } = read();
    announce("slow");
    const first = read(cursor);
    expect(first.keys).toContain("slow");
    const second = read(first.cursor);
    expect(second.keys).toEqual(["slow"]);
    appendFileSync(logPath(1), "\n-0123 slow\n");
    const third = read(second.cursor);
    expect(third.keys).toEqual(["slow"]);
    expect(read(third.cursor).keys).toEqual([]);
  });

  test("a reader that starts in the middle of it hears of it too", () => {
    announce("slow");
    const start = read();
    expect(start.keys).toEqual([]);
    expect(read(start.cursor).keys).toEqual(["slow"]);
  });

  test("after 60 s its writer must be dead, and it is forgotten", () => {
    announce("dead");
    now = 1_000_000;
    const start = read();
    now += 59_999;
    const late = read(start.cursor);
    expect(late.keys).toEqual(["dead"]);
    now += 1;
    const last = read(late.cursor);
    expect(last.keys).toEqual(["dead"]);
    expect(read(last.cursor).keys).toEqual([]);
  });

  test("it survives the change of generations", () => {
    announce("slow");
    const { cursor } = read();
    fill(1);
    write("one", "two");
    expect(existsSync(logPath(2))).toBe(true);
    for (let page = read(cursor), n = 0; n < 30; page = read(page.cursor), n += 1) expect(page.keys).toContain("slow");
  });

  test("thousands of them do not make the cursor endless", () => {
    write("a");
    const { cursor } = read();
    for (let n = 0; n < 1_000; n += 1) appendFileSync(logPath(1), `\n+${n.toString(16)} k${n}\n`);
    const page = read(cursor);
    expect(page.keys).toHaveLength(1_000);
    expect(page.cursor.length).toBeLessThan(5_000);
  });
});

describe("generations", () => {
  test("a full one is followed by the next, and a reader goes on without a reset", () => {
    write("a");
    const { cursor } = read();
    fill(1);
    write("last_of_one", "first_of_two");
    expect(existsSync(logPath(2))).toBe(true);
    expect(new Set(readAll(cursor))).toEqual(new Set(["last_of_one", "first_of_two"]));
  });

  test("the previous one is kept for slow readers, older ones are removed and reset them", () => {
    write("a");
    const { cursor: inFirst } = read();
    fill(1);
    write("b", "c");
    const { cursor: inSecond } = read();
    fill(2);
    write("d", "e");
    expect(readdirSync(join(directory, "changes")).toSorted()).toEqual(["2.log", "3.log"]);
    expect(new Set(readAll(inSecond))).toEqual(new Set(["d", "e"]));
    const reset = read(inFirst);
    expect(reset).toMatchObject({ keys: [], reset: true });
    expect(read(reset.cursor)).toMatchObject({ keys: [], reset: false });
  });

  test("a cursor from before the first change follows into the first generation only", () => {
    const { cursor } = read();
    write("a");
    expect(read(cursor).keys).toEqual(["a"]);
    fill(1);
    write("b", "c");
    fill(2);
    write("d", "e");
    expect(read(cursor)).toMatchObject({ keys: [], reset: true });
  });

  test("a writer that knows an older generation finds the newest", () => {
    const late = createChangeLog(directory, systemIds);
    late.around("a", () => undefined);
    const { cursor } = read();
    fill(1);
    write("b", "c");
    late.around("late", () => undefined);
    expect(new Set(readAll(cursor))).toEqual(new Set(["b", "c", "late"]));
    expect(readFileSync(logPath(2), "utf8")).toContain("late");
  });

  test("a writer whose generation was removed meanwhile finds the newest", () => {
    const late = createChangeLog(directory, systemIds);
    late.around("a", () => undefined);
    fill(1);
    write("b", "c");
    fill(2);
    write("d", "e");
    const { cursor } = read();
    late.around("late", () => undefined);
    expect(readAll(cursor)).toEqual(["late"]);
  });

  test("a directory that was cleared and begun again resets, although the numbers are the same", () => {
    write("a");
    const { cursor } = read();
    rmSync(join(directory, "changes"), { recursive: true });
    write("b", "c", "d");
    expect(read(cursor)).toMatchObject({ keys: [], reset: true });
  });

  test("a directory that was cleared while a writer was open is begun again by it", () => {
    const log = createChangeLog(directory, systemIds);
    log.around("a", () => undefined);
    rmSync(join(directory, "changes"), { recursive: true });
    const { cursor } = read();
    log.around("b", () => undefined);
    expect(read(cursor).keys).toEqual(["b"]);
  });

  test("a log that lost its end resets", () => {
    write("a", "b", "c");
    const { cursor } = read();
    truncateSync(logPath(1), 60);
    expect(read(cursor)).toMatchObject({ keys: [], reset: true });
  });

  test("the log of another boot, whose end may be lost, is closed and resets its readers", () => {
    mkdirSync(join(directory, "changes"));
    writeFileSync(logPath(1), "#deadbeef.0123456789ab\n\n+01 a\n\n-01 a\n");
    const { cursor } = read();
    write("b");
    expect(readFileSync(logPath(1), "utf8")).not.toContain(" b");
    expect(readFileSync(logPath(2), "utf8")).toContain(" b");
    expect(read(cursor)).toMatchObject({ keys: [], reset: true });
  });
});

const built = (path: string): string => new URL(`../../../../dist/src/runtime/${path}`, import.meta.url).href;

test("readers miss no change of several processes, through dozens of generations", async () => {
  mkdirSync(join(directory, "published"));
  const script = fileURLToPath(new URL("change-writer.mjs", import.meta.url));
  const count = 500;
  const args = [script, built("store/file/change-log.js"), built("system.js"), directory];
  let { cursor } = read();
  const ends = ["a", "b", "c"].map((name) => {
    const child = spawn(process.execPath, [...args, name, String(count)], { stdio: ["ignore", "ignore", "inherit"] });
    return once(child, "exit");
  });
  let running = true;
  const ended = Promise.all(ends).finally(() => (running = false));

  const seen = new Set<string>();
  let resets = 0;
  for (let more = true; more;) {
    more = running;
    const page = read(cursor);
    // What is published is looked for only when the feed says so: that is what a reader relies on.
    for (const key of page.reset ? readdirSync(join(directory, "published")) : page.keys) {
      if (existsSync(join(directory, "published", key))) seen.add(key);
    }
    resets += page.reset ? 1 : 0;
    more ||= page.cursor !== cursor;
    cursor = page.cursor;
    await new Promise(setImmediate);
  }
  expect(await ended).toEqual([[0, null], [0, null], [0, null]]); // prettier-ignore
  expect(seen.size).toBe(3 * count);
  const generations = readdirSync(join(directory, "changes")).map((name) => Number.parseInt(name, 10));
  expect(Math.max(...generations)).toBeGreaterThan(8);
  expect(resets).toBeLessThan(5);
});
