import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/runtime/json.ts";
import { parseJson } from "../../src/runtime/stable-json.ts";
import type { StateStore, StoredDocument, Version, WriteOutcome } from "../../src/runtime/store/state-store.ts";

/** An empty store to be tested, and how other processes open the same one. */
export interface StoreUnderTest {
  readonly store: StateStore;
  /** Another handle on the same data, as a second process would have it. */
  another(): StateStore;
  /** The built module, its factory and the factory's options besides clock and ids. */
  readonly process: {
    readonly module: string;
    readonly factory: string;
    readonly options: Readonly<Record<string, unknown>>;
  };
  close(): Promise<void>;
}

/** The contract of the StateStore port. Every implementation runs it: `describeStateStore("the file store", open)`. */
export function describeStateStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the StateStore contract, by ${name}`, () => {
    let opened: StoreUnderTest;
    let store: StateStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    describe("one document", () => {
      test("what was never written is not there", async () => {
        expect(await store.read("nothing")).toBeUndefined();
        expect(await store.list("")).toEqual({ keys: [] });
      });

      test.each<[string, JsonValue]>([
        ["an object", { a: [1, 2.5, -0.25], b: { c: null, d: true }, "": "" }],
        ["a list", [[], {}, "x"]],
        ["text with every kind of character", 'line\nquote " backslash \\ nul \u0000 emoji 🦞 lone'],
        ["null", null],
        ["false", false],
        ["an integer beyond 2^53", { chat: -1_001_234_567_890_123_456_789n, list: [9_007_199_254_740_993n] }],
        ["names that objects inherit", parseJson('{"__proto__": {"x": 1}, "constructor": 2}')],
      ])("%s comes back as it was written", async (_name, value) => {
        expect((await store.create("doc", value)).kind).toBe("written");
        expect((await store.read("doc"))?.value).toEqual(value);
        expect((await opened.another().read("doc"))?.value).toEqual(value);
      });

      test("creating over an existing document is a conflict and changes nothing", async () => {
        await store.create("doc", { n: 1 });
        expect(await store.create("doc", { n: 2 })).toEqual({ kind: "conflict" });
        expect((await store.read("doc"))?.value).toEqual({ n: 1 });
      });

      test("the version a write returns is the one read afterwards, and names the content", async () => {
        const created = await writtenVersion(store.create("doc", { n: 1 }));
        expect((await store.read("doc"))?.version).toBe(created);
        const replaced = await writtenVersion(store.replace("doc", { n: 2 }, created));
        expect(replaced).not.toBe(created);
        expect((await store.read("doc"))?.version).toBe(replaced);
      });

      test("a replace with a stale version is a conflict and changes nothing", async () => {
        const first = await writtenVersion(store.create("doc", { n: 1 }));
        await store.replace("doc", { n: 2 }, first);
        expect(await store.replace("doc", { n: 3 }, first)).toEqual({ kind: "conflict" });
        expect((await store.read("doc"))?.value).toEqual({ n: 2 });
      });

      test("what is not there can be neither replaced nor removed", async () => {
        const version = await writtenVersion(store.create("other", {}));
        expect(await store.replace("doc", { n: 1 }, version)).toEqual({ kind: "conflict" });
        expect(await store.remove("doc", version)).toBe("conflict");
        expect(await store.read("doc")).toBeUndefined();
      });

      test("removing needs the present version; afterwards the key is free", async () => {
        const first = await writtenVersion(store.create("doc", { n: 1 }));
        const second = await writtenVersion(store.replace("doc", { n: 2 }, first));
        expect(await store.remove("doc", first)).toBe("conflict");
        expect((await store.read("doc"))?.value).toEqual({ n: 2 });
        expect(await store.remove("doc", second)).toBe("removed");
        expect(await store.read("doc")).toBeUndefined();
        expect((await store.create("doc", { n: 3 })).kind).toBe("written");
      });

      test("a write can be asked to survive the machine, and earlier ones can be made to", async () => {
        const first = await writtenVersion(store.create("doc", { n: 1 }, { survive: "machine" }));
        await writtenVersion(store.replace("doc", { n: 2 }, first, { survive: "machine" }));
        await store.create("weak", { n: 3 });
        await store.flush(["weak", "doc", "missing"]);
        await store.flush([]);
        expect((await store.read("doc"))?.value).toEqual({ n: 2 });
        expect((await store.read("weak"))?.value).toEqual({ n: 3 });
      });

      test("a value of a megabyte is no problem", async () => {
        const value = { text: "ä🦞".repeat(200_000) };
        await store.create("large", value);
        expect((await store.read("large"))?.value).toEqual(value);
      });
    });

    describe("keys", () => {
      test.each(["a", "run_01abcdef", "a.b", ".hidden.", "..", "a..b", "-", "x".repeat(200), "key.json", "key.lock"])(
        "%j is a key like any other",
        async (key) => {
          const version = await writtenVersion(store.create(key, { key }));
          expect((await store.read(key))?.value).toEqual({ key });
          expect(await store.list("")).toEqual({ keys: [key] });
          const next = await writtenVersion(store.replace(key, { key, n: 2 }, version));
          expect(await store.remove(key, next)).toBe("removed");
        },
      );

      const bad = ["", "../up", "/etc/passwd", "a/b", "a\\b", "A", "a b", "ä", "a\n", "a\0", "x".repeat(201)];
      test.each(bad)("%j is refused by every operation", async (key) => {
        const version = await writtenVersion(store.create("doc", {}));
        const refusal = { code: "invalid_request" };
        await expect(store.read(key)).rejects.toMatchObject(refusal);
        await expect(store.create(key, {})).rejects.toMatchObject(refusal);
        await expect(store.replace(key, {}, version)).rejects.toMatchObject(refusal);
        await expect(store.remove(key, version)).rejects.toMatchObject(refusal);
        await expect(store.flush([key])).rejects.toMatchObject(refusal);
      });
    });

    describe("listing", () => {
      test("keys come sorted, by prefix, in pages that follow each other", async () => {
        for (const key of ["run_c", "run_a", "step_1", "run_b", "ru", "run_", "run_a.b"]) await store.create(key, {});
        expect(await store.list("run_")).toEqual({ keys: ["run_", "run_a", "run_a.b", "run_b", "run_c"] });
        const first = await store.list("run_", { limit: 2 });
        expect(first).toEqual({ keys: ["run_", "run_a"], next: "run_a" });
        const second = await store.list("run_", { limit: 2, after: first.next ?? "" });
        expect(second).toEqual({ keys: ["run_a.b", "run_b"], next: "run_b" });
        expect(await store.list("run_", { limit: 2, after: second.next ?? "" })).toEqual({ keys: ["run_c"] });
      });

      test("a page that ends with the last key has no next", async () => {
        for (const key of ["a1", "a2"]) await store.create(key, {});
        expect(await store.list("a", { limit: 2 })).toEqual({ keys: ["a1", "a2"] });
      });

      test("a page holds 500 keys by default", async () => {
        for (let n = 0; n < 501; n += 1) await store.create(`k${1_000 + n}`, n);
        const page = await store.list("k");
        expect([page.keys.length, page.next]).toEqual([500, "k1499"]);
        expect(await store.list("k", { after: "k1499" })).toEqual({ keys: ["k1500"] });
      });

      test("characters with a meaning in patterns have none in a prefix", async () => {
        await store.create("a_b", {});
        await store.create("axb", {});
        expect(await store.list("a_")).toEqual({ keys: ["a_b"] });
        expect(await store.list("%")).toEqual({ keys: [] });
      });

      test.each([0, -1, Number.NaN])("a page of %s keys is refused", async (limit) => {
        await expect(store.list("", { limit })).rejects.toMatchObject({ code: "invalid_request" });
      });
    });

    describe("the change feed", () => {
      test("without a cursor it starts now", async () => {
        await store.create("before", {});
        const start = await store.changes();
        expect(start).toMatchObject({ keys: [], reset: false });
        expect((await store.changes(start.cursor)).keys).toEqual([]);
      });

      test("it can be asked before anything was ever written", async () => {
        const { cursor } = await store.changes();
        await opened.another().create("first", {});
        expect(await store.changes(cursor)).toMatchObject({ keys: ["first"], reset: false });
      });

      test("it names what was created, replaced and removed by any handle since the cursor", async () => {
        const version = await writtenVersion(store.create("old", {}));
        const { cursor } = await store.changes();
        const other = opened.another();
        await other.create("made", {});
        await other.replace("old", { n: 1 }, version);
        const made = await store.read("made");
        if (made !== undefined) await store.remove("made", made.version);
        const page = await store.changes(cursor);
        expect(new Set(page.keys)).toEqual(new Set(["made", "old"]));
        expect((await store.changes(page.cursor)).keys).toEqual([]);
      });

      test("an older cursor may be used again", async () => {
        const { cursor } = await store.changes();
        await store.create("a", {});
        await store.changes(cursor);
        await store.create("b", {});
        expect(new Set((await store.changes(cursor)).keys)).toEqual(new Set(["a", "b"]));
      });

      test("a refused write is not a change that has to be looked at for ever", async () => {
        await store.create("a", {});
        const { cursor } = await store.changes();
        await store.create("a", {});
        const page = await store.changes(cursor);
        expect((await store.changes(page.cursor)).keys).toEqual([]);
      });

      test.each(["", "nonsense", "0", "1:2:3", "-1:x:-1", "🦞", `9${"9".repeat(40)}:a:0`])(
        "a cursor that means nothing (%j) resets",
        async (cursor) => {
          await store.create("a", {});
          const page = await store.changes(cursor);
          expect(page).toMatchObject({ keys: [], reset: true });
          await store.create("b", {});
          expect(await store.changes(page.cursor)).toMatchObject({ keys: ["b"], reset: false });
        },
      );

      test("a thousand changes arrive completely, page by page", async () => {
        const { cursor: start } = await store.changes();
        const written = Array.from({ length: 1_000 }, (_, n) => `document_with_a_rather_long_key_${n}`);
        for (const key of written) await store.create(key, 1);
        const seen = new Set<string>();
        for (let cursor = start; ;) {
          const page = await store.changes(cursor);
          expect(page.reset).toBe(false);
          if (page.keys.length === 0) break;
          for (const key of page.keys) seen.add(key);
          cursor = page.cursor;
        }
        expect(seen).toEqual(new Set(written));
      });
    });

    describe("racing callers", () => {
      test("of two handles replacing one version exactly one wins", async () => {
        const other = opened.another();
        for (let n = 0; n < 50; n += 1) {
          const version = await writtenVersion(store.create(`race_${n}`, { claim: null }));
          const outcomes = await Promise.all([
            store.replace(`race_${n}`, { claim: "a" }, version),
            other.replace(`race_${n}`, { claim: "b" }, version, { survive: "machine" }),
          ]);
          expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "written"]);
          const winner = outcomes[0].kind === "written" ? "a" : "b";
          expect((await store.read(`race_${n}`))?.value).toEqual({ claim: winner });
        }
      });

      test("of a replace and a remove of one version exactly one wins", async () => {
        const other = opened.another();
        for (let n = 0; n < 50; n += 1) {
          const version = await writtenVersion(store.create(`race_${n}`, {}));
          const [replaced, removed] = await Promise.all([
            store.replace(`race_${n}`, { n }, version),
            other.remove(`race_${n}`, version),
          ]);
          expect(replaced.kind === "written").toBe(removed === "conflict");
          expect((await store.read(`race_${n}`)) !== undefined).toBe(replaced.kind === "written");
        }
      });
    });

    describe("several processes", () => {
      const names = ["a", "b", "c", "d"];

      test("of four that claim 400 checkpoints exactly one wins each, and the winner's id is stored", async () => {
        const count = 400;
        for (let n = 0; n < count; n += 1) await store.create(`gate_${n}`, { state: "open" });
        const survive = "machine";
        const told = await raceProcesses(opened, names, (child) => ({ kind: "claimAll", name: child, count, survive }));
        const winners = new Map(told.flatMap(([child, won]) => won.map((n) => [n, child] as const)));
        expect(told.flatMap(([, won]) => won)).toHaveLength(count);
        for (let n = 0; n < count; n += 1) {
          const claim = { state: "decided", claim: `${winners.get(n)}-${n}` };
          expect((await store.read(`gate_${n}`))?.value).toEqual(claim);
        }
      });

      test("of four that create 100 documents exactly one creates each", async () => {
        const count = 100;
        const told = await raceProcesses(opened, names, (child) => ({ kind: "createAll", name: child, count }));
        expect(told.flatMap(([, won]) => won)).toHaveLength(count);
        for (const [child, won] of told) {
          for (const n of won) expect((await store.read(`new_${n}`))?.value).toEqual({ by: child });
        }
      });

      test("four that count in one document lose no step", async () => {
        await store.create("counter", { n: 0 });
        await raceProcesses(opened, names, () => ({ kind: "increment", times: 30 }));
        expect((await store.read("counter"))?.value).toEqual({ n: 120 });
      });

      test("a caller that died before its reply finds its claim in the document", async () => {
        await store.create("gate", { state: "open" });
        const { cursor } = await store.changes();
        const child = startChild(opened, { kind: "claimAndDie", claim: "claim-7" });
        expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
        expect((await store.read("gate"))?.value).toEqual({ state: "decided", claim: "claim-7" });
        expect((await store.changes(cursor)).keys).toEqual(["gate"]);
      });

      test("a process killed at any instant leaves a whole document that others can write at once", async () => {
        await store.create("busy", { n: 0 });
        for (let round = 0; round < 6; round += 1) {
          const child = startChild(opened, { kind: "writeForEver" });
          await once(createInterface(child.stdout), "line");
          await spinFor(round * 0.7);
          child.kill("SIGKILL");
          await once(child, "exit");
          const found = await expectDocument(store.read("busy"));
          expect(Object.keys(Object(found.value))).toEqual(["n", "text"]);
          const began = performance.now();
          await writtenVersion(store.replace("busy", { n: -round, text: "" }, found.version));
          expect(performance.now() - began).toBeLessThan(1_000);
        }
      });
    });
  });
}

async function writtenVersion(outcome: Promise<WriteOutcome>): Promise<Version> {
  const known = await outcome;
  if (known.kind !== "written") throw new Error("the write was expected to succeed");
  return known.version;
}

async function expectDocument(read: Promise<StoredDocument | undefined>): Promise<StoredDocument> {
  const found = await read;
  if (found === undefined) throw new Error("the document was expected to be there");
  return found;
}

/** Lets the other process get somewhere else each time. */
async function spinFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) await new Promise(setImmediate);
}

type Task = Readonly<Record<string, unknown>> & { readonly kind: string };

function startChild({ process: how }: StoreUnderTest, task: Task): ChildProcessWithoutNullStreams {
  const system = new URL("../../dist/src/runtime/system.js", import.meta.url).href;
  const script = fileURLToPath(new URL("state-store-child.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify({ ...how, system, task })], { stdio: "pipe" });
  child.stderr.pipe(process.stderr);
  return child;
}

/** Starts one process a name, lets them go at the same moment, and returns what each of them says at its end. */
async function raceProcesses(
  opened: StoreUnderTest,
  names: readonly string[],
  taskOf: (name: string) => Task,
): Promise<[name: string, won: number[]][]> {
  const children = names.map((name) => {
    const child = startChild(opened, taskOf(name));
    return { name, child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  });
  await Promise.all(children.map(({ lines }) => lines.next()));
  for (const { child } of children) child.stdin.end("go\n");
  return Promise.all(
    children.map(async ({ name, lines }): Promise<[string, number[]]> => {
      const { value } = await lines.next();
      const won: unknown = JSON.parse(String(value));
      return [name, Array.isArray(won) ? won.map(Number) : []];
    }),
  );
}
