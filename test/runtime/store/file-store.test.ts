import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { createFileStore } from "../../../src/runtime/store/file-store.ts";
import type { StateStore, Version } from "../../../src/runtime/store/state-store.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import { describeStateStore } from "../../contracts/state-store.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const built = (path: string): string => new URL(`../../../dist/src/runtime/${path}`, import.meta.url).href;

describeStateStore("the file store", async () => {
  const root = mkdtempSync(join(tmpdir(), "lobster-store-"));
  const directory = join(root, "state");
  return {
    store: openStore(directory),
    another: () => openStore(directory),
    process: { module: built("store/file-store.js"), factory: "createFileStore", options: { directory } },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

function openStore(directory: string, warn?: (message: string) => void): StateStore {
  return createFileStore({ directory, clock: systemClock, ids: systemIds, ...(warn === undefined ? {} : { warn }) });
}

let directory: string;
let store: StateStore;
beforeEach(() => {
  directory = join(makeFolder(), "home", "state");
  store = openStore(directory);
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** A version the document cannot have. */
async function otherVersion(): Promise<Version> {
  const made = await openStore(join(makeFolder(), "other")).create("doc", "something else");
  if (made.kind !== "written") throw new Error("not written");
  return made.version;
}

describe("the files", () => {
  test("a document is JSON indented by two spaces, with a line feed at the end", async () => {
    await store.create("doc", { a: [1], big: 12345678901234567890n });
    const text = '{\n  "a": [\n    1\n  ],\n  "big": 12345678901234567890\n}\n';
    expect(readFileSync(join(directory, "doc.json"), "utf8")).toBe(text);
  });

  test("nobody else may look into the directory, its new parents, or the files", async () => {
    await store.create("doc", {});
    expect([directory, join(directory, "..")].map(modeOf)).toEqual(["700", "700"]);
    expect([join(directory, "doc.json"), join(directory, "changes", "1.log")].map(modeOf)).toEqual(["600", "600"]);
  });

  test("no write leaves anything else behind", async () => {
    const made = await store.create("doc", { n: 1 });
    await store.create("doc", { n: 2 });
    if (made.kind === "written") await store.replace("doc", { n: 3 }, made.version, { survive: "machine" });
    await store.replace("doc", { n: 4 }, await otherVersion());
    expect(readdirSync(directory).toSorted()).toEqual(["changes", "doc.json", "locks"]);
    expect(readdirSync(join(directory, "locks"))).toEqual([]);
  });

  test("what only reads, or has nothing to change, creates no directory", async () => {
    const version = await otherVersion();
    await store.read("doc");
    await store.list("");
    await store.changes();
    await store.flush(["doc"]);
    await store.replace("doc", {}, version);
    await store.remove("doc", version);
    expect(() => statSync(directory)).toThrow("ENOENT");
  });

  test("a directory that vanishes is made again by the next write", async () => {
    await store.create("doc", { n: 1 });
    rmSync(directory, { recursive: true });
    expect(await store.create("doc", { n: 2 })).toMatchObject({ kind: "written" });
    expect((await store.read("doc"))?.value).toEqual({ n: 2 });
  });

  test("a file written by others can be read and replaced", async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "workflow_resume_1.json"), '{"filePath":"/x",  "steps":{}}');
    const found = await store.read("workflow_resume_1");
    expect(found?.value).toEqual({ filePath: "/x", steps: {} });
    if (found === undefined) return;
    expect((await store.replace("workflow_resume_1", { n: 1 }, found.version)).kind).toBe("written");
    expect((await store.replace("workflow_resume_1", { n: 2 }, found.version)).kind).toBe("conflict");
  });

  test("files that are no documents are not listed", async () => {
    await store.create("doc", {});
    for (const name of ["Upper.json", "notes.txt", ".doc.json.0123.tmp", ".json"])
      writeFileSync(join(directory, name), "");
    mkdirSync(join(directory, "doc.json.lock"));
    expect(await store.list("")).toEqual({ keys: ["doc"] });
  });
});

describe("a directory that was there before", () => {
  test("keeps its mode; that others may look into it is said once, with what to do", async () => {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o755);
    const warnings: string[] = [];
    const open = openStore(directory, (message) => warnings.push(message));
    await open.create("a", {});
    await open.create("b", {});
    expect(modeOf(directory)).toBe("755");
    expect(warnings).toEqual([
      `the state directory ${directory} is open to other users (mode 755); run: chmod 700 ${directory}`,
    ]);
  });

  test("one for this user alone causes no warning", async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const warnings: string[] = [];
    await openStore(directory, (message) => warnings.push(message)).create("a", {});
    expect(warnings).toEqual([]);
  });
});

describe("a damaged document", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["empty", "", "it is empty"],
    ["cut off", '{"secret": "s3cr3t', "it is not JSON"],
    ["something else", "s3cr3t", "it is not JSON"],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "it is not JSON"],
    ["two documents", "{}{}", "it is not JSON"],
  ])("(%s) is an error that names key and file and tells nothing of the content", async (_name, content, words) => {
    await store.create("other", {});
    writeFileSync(join(directory, "doc.json"), content);
    const reading = store.read("doc");
    await expect(reading).rejects.toMatchObject({ code: "invalid_state", facts: { key: "doc" } });
    await expect(reading).rejects.toThrow(`the stored document doc cannot be read: ${words} (${directory}/doc.json, `);
    await expect(reading).rejects.not.toThrow("s3cr3t");
    await expect(reading).rejects.not.toHaveProperty("cause");
  });

  test("it is still in the way of a new one, and still listed", async () => {
    await store.create("other", {});
    writeFileSync(join(directory, "doc.json"), "{");
    expect(await store.create("doc", {})).toEqual({ kind: "conflict" });
    expect((await store.list("")).keys).toEqual(["doc", "other"]);
  });

  test("too large a document is neither written nor read", async () => {
    const limit = 64 * 1024 * 1024;
    await expect(store.create("doc", "x".repeat(limit))).rejects.toMatchObject({ code: "invalid_state" });
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "doc.json"), "");
    truncateSync(join(directory, "doc.json"), limit + 1);
    await expect(store.read("doc")).rejects.toMatchObject({ code: "invalid_state" });
  });
});

describe("a store that cannot be used is never an empty one", () => {
  const operations: readonly [string, (broken: StateStore, version: Version) => Promise<unknown>][] = [
    ["read", (broken) => broken.read("doc")],
    ["create", (broken) => broken.create("doc", {})],
    ["replace", (broken, version) => broken.replace("doc", {}, version)],
    ["remove", (broken, version) => broken.remove("doc", version)],
    ["flush", (broken) => broken.flush(["doc"])],
    ["list", (broken) => broken.list("")],
    ["changes", (broken) => broken.changes()],
  ];

  test.each(operations)("%s says that the directory is a file, and what to do", async (_name, operate) => {
    mkdirSync(join(directory, ".."));
    writeFileSync(directory, "not a directory");
    const failing = operate(store, await otherVersion());
    await expect(failing).rejects.toMatchObject({ code: "store_unavailable", facts: { directory } });
    await expect(failing).rejects.toThrow(
      /^cannot .* in the state directory .*: a part of that path is a file, not a directory; .*set LOBSTER_STATE_DIR/,
    );
  });

  test.each(operations.slice(0, 4))("%s says that a directory has the document's name", async (_name, operate) => {
    mkdirSync(join(directory, "doc.json"), { recursive: true });
    if (_name === "create") expect(await operate(store, await otherVersion())).toEqual({ kind: "conflict" });
    else await expect(operate(store, await otherVersion())).rejects.toMatchObject({ code: "store_unavailable" });
  });

  test("no write works in a read-only directory, and each says so; reading works", async () => {
    await store.create("doc", { n: 1 });
    makePublic(directory, 0o555);
    const refusal = (attempt: string): unknown => ({
      code: "store_unavailable",
      message: expect.stringContaining(
        `cannot ${attempt} in the state directory ${directory}: this user may not do that`,
      ),
      cause: "EACCES",
    });
    expect(runHindered("create,replace,remove,read,list", "exec")).toEqual({
      create: refusal("create new"),
      replace: refusal("write doc"),
      remove: refusal("remove doc"),
      read: { result: expect.objectContaining({ value: { n: 1 } }) },
      list: { result: { keys: ["doc"] } },
    });
    expect((await store.read("doc"))?.value).toEqual({ n: 1 });
  });

  test("a directory that may not be entered fails every reading", async () => {
    await store.create("doc", { n: 1 });
    makePublic(directory, 0o000);
    const refusal = expect.objectContaining({ code: "store_unavailable", cause: "EACCES" });
    expect(runHindered("read,list,changes", "exec")).toEqual({ read: refusal, list: refusal, changes: refusal });
  });

  test("a write that does not fit says so and leaves all as it was", async () => {
    await store.create("doc", { n: 1 });
    const before = readdirSync(directory);
    const refusal = {
      code: "store_unavailable",
      message: expect.stringMatching(/the file would exceed the largest size allowed; raise the limit/),
      cause: "EFBIG",
    };
    expect(runHindered("create,replace", "ulimit -f 16; exec")).toEqual({ create: refusal, replace: refusal });
    expect(readdirSync(directory)).toEqual(before);
    expect((await store.read("doc"))?.value).toEqual({ n: 1 });
    expect(await store.read("new")).toBeUndefined();
  });
});

describe("litter of processes that died", () => {
  test("old temporary files go with the first listing, young ones stay", async () => {
    await store.create("doc", {});
    const [old, young] = [".doc.json.01.tmp", ".doc.json.02.tmp"].map((name) => join(directory, name));
    for (const path of [old, young]) writeFileSync(String(path), "");
    const twoHoursAgo = Date.now() / 1_000 - 7_200;
    utimesSync(String(old), twoHoursAgo, twoHoursAgo);
    await openStore(directory).list("");
    expect(readdirSync(directory).filter((name) => name.endsWith(".tmp"))).toEqual([".doc.json.02.tmp"]);
  });
});

/** Whom a test that runs as root becomes, because root may do everything. */
const OTHER_USER = 65_534;

/** Gives the directory this mode for another user too, who owns its document and may come near. */
function makePublic(path: string, mode: number): void {
  if (process.getuid?.() === 0) chownSync(join(path, "doc.json"), OTHER_USER, OTHER_USER);
  chmodSync(path, mode);
  for (const parent of [join(path, ".."), join(path, "..", "..")]) chmodSync(parent, 0o755);
}

/** Does operations in another process, with a limit set before or as another user. */
function runHindered(operations: string, prefix: string): unknown {
  const script = fileURLToPath(new URL("file/hindered-writer.mjs", import.meta.url));
  const args = [script, built("store/file-store.js"), built("system.js"), directory, operations];
  if (prefix === "exec") args.push(String(OTHER_USER));
  const { stdout, stderr } = spawnSync("bash", ["-c", `${prefix} "$@"`, "bash", process.execPath, ...args], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}
