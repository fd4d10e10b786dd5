import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { createStageState } from "../../../src/runtime/pipeline/stage-state.ts";
import { createMemoryStore } from "../pipeline/memory-store.ts";
import { createTestHost, itemsOf, run } from "../pipeline/test-host.ts";

const withDocuments = (documents: Map<string, JsonValue>) =>
  createTestHost({ state: createStageState(createMemoryStore(documents)) });

describe("state.set and state.get", () => {
  test.each<[readonly JsonValue[], JsonValue]>([
    [[1], 1],
    [
      [1, 2],
      [1, 2],
    ],
    [[[1, 2]], [1, 2]],
    [[], []],
    [[null], null],
    [[12345678901234567890n], 12345678901234567890n],
  ])("items %s", async (items, stored) => {
    const host = createTestHost();
    expect(await itemsOf("state.set k", items, { host })).toEqual([stored]);
    expect(await itemsOf("state.get k", [], { host })).toEqual([stored]);
  });

  test("a missing field is stored as null", async () => {
    const host = createTestHost();
    await itemsOf("map --unwrap missing | state.set k", [{ a: 1 }], { host });
    expect(await itemsOf("state.get k", [], { host })).toEqual([null]);
  });

  test("state.get lets the stages before it finish", async () => {
    const host = createTestHost();
    expect(await itemsOf("state.set a | state.get a", [1], { host })).toEqual([1]);
    await expect(run("exec false | state.get a", [], { host })).rejects.toThrow("exec failed (1): false");
  });

  test.each(["state.get", "state.set"])("%s requires one key", async (command) => {
    await expect(run(command)).rejects.toThrow(`${command} requires a key`);
    await expect(run(`${command} ''`)).rejects.toThrow("state key is empty/invalid");
    await expect(run(`${command} a b`)).rejects.toThrow(`${command} takes at most 1 positional word (got 'b')`);
  });

  test.each(["state.get", "state.set", "diff.last"])("%s cannot reach what the runtime stores", async (command) => {
    for (const key of ["pipeline_resume_x", "approval_deadbeef", "run_abc"]) {
      await expect(run(`exec touch should-not-exist | ${command} ${key}`)).rejects.toMatchObject({
        code: "invalid_request",
        message: `state key '${key}' is reserved for Lobster's own documents; use another name`,
      });
    }
  });

  test("a host without a store refuses", async () => {
    const attempt = run("state.get k", [], { host: createTestHost({ state: null }) });
    await expect(attempt).rejects.toMatchObject({ code: "not_started" });
  });
});

describe("diff.last", () => {
  test("tells whether anything changed since the last time", async () => {
    const host = createTestHost();
    const diff = async (...items: readonly JsonValue[]) => (await itemsOf("diff.last --key k", items, { host }))[0];
    expect(await diff({ a: 1, b: 2 })).toEqual({
      kind: "diff.last",
      key: "k",
      changed: true,
      before: null,
      after: { a: 1, b: 2 },
    });
    expect(await diff({ b: 2, a: 1 })).toMatchObject({ changed: false, before: { a: 1, b: 2 } });
    expect(await diff(1, 2)).toMatchObject({ changed: true, before: { b: 2, a: 1 }, after: [1, 2] });
    expect(await diff()).toMatchObject({ changed: true, after: [] });
  });

  test("the first value is a change, even null", async () => {
    expect((await itemsOf("diff.last k", [null]))[0]).toMatchObject({ changed: true, before: null, after: null });
  });

  test("continues what the peer remembered", async () => {
    const host = withDocuments(new Map<string, JsonValue>([["my_key", [1]]]));
    expect((await itemsOf("diff.last 'My Key'", [[1]], { host }))[0]).toMatchObject({ changed: false, before: [1] });
  });

  test("a cancelled run does not move it on", async () => {
    const documents = new Map<string, JsonValue>();
    const abort = new AbortController();
    async function* cancelling(): AsyncGenerator<JsonValue> {
      yield 1;
      abort.abort(new Error("stop it"));
    }
    const attempt = run("diff.last k", cancelling(), { host: withDocuments(documents), signal: abort.signal });
    await expect(attempt).rejects.toThrow("stop it");
    expect(documents.size).toBe(0);
  });

  test.each([
    ["diff.last", "diff.last requires --key"],
    ["diff.last --key ''", "diff.last requires --key"],
    ["diff.last --key", "diff.last --key needs a value"],
    ["diff.last --key a b", "diff.last takes the key once"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});
