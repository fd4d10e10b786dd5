import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runToolRequest } from "../../../src/embed/tool-requests.ts";
import {
  approve,
  diffLast,
  exec,
  Lobster,
  state,
  stateGet,
  stateSet,
  type StageObject,
} from "../../../src/sdk/index.ts";
import { splitCommand } from "../../../src/sdk/primitives/command-words.ts";
import { loadPeerSdk } from "../../helpers/peer.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

function makeOptions() {
  return { stateDir: join(makeFolder(), "state"), env: { PATH: process.env["PATH"] } };
}

async function run(stage: StageObject, input: unknown = [], options: object = {}) {
  return await new Lobster({ ...makeOptions(), ...options }).pipe(stage).run(input);
}

describe("exec", () => {
  it.each<[string, string, object?]>([
    ["a list", "echo '[1,2]'"],
    ["one value", `echo '{"a":1}'`],
    ["no output", "true"],
    ["text that is not JSON", "echo hi"],
    ["text", "echo hi", { json: false }],
    ["a failing program", "false"],
    ["a failing line", "echo x >&2; exit 3", { shell: true }],
    ["a line with a pipe", "echo b | cat", { shell: true, json: false }],
    ["a program that is not there", "nosuchprog a"],
    ["quoted and empty arguments", `printf '[%s]' "a b" '' "c\\"d"`, { json: false }],
  ])("does with %s what the peer does", async (_name, command, options) => {
    const peer = await loadPeerSdk();
    const expected = await new peer.Lobster(makeOptions()).pipe(peer.exec(command, options)).run();
    expect(await run(exec(command, options))).toEqual(expected);
  });

  it("refuses an empty command in words", async () => {
    expect(await run(exec(" "))).toMatchObject({ ok: false, error: { message: "exec requires a command" } });
  });

  it("says that the shell is missing", async () => {
    const env = { PATH: process.env["PATH"], LOBSTER_SHELL: "/nosuch/shell" };
    expect(await run(exec("true", { shell: true }), [], { env })).toMatchObject({
      error: { message: "exec shell not found; check LOBSTER_SHELL or ComSpec" },
    });
  });

  it("honours the output cap of its environment", async () => {
    const env = { PATH: process.env["PATH"], LOBSTER_MAX_OUTPUT_BYTES: "3" };
    expect(await run(exec("echo hello", { json: false }), [], { env })).toMatchObject({
      error: { message: "Process output exceeded 3 bytes" },
    });
  });

  it("runs in the directory that it is given", async () => {
    const cwd = makeFolder();
    expect((await run(exec("pwd", { json: false, cwd }))).output).toEqual([`${cwd}\n`]);
  });

  it("is ended by the workflow's signal", async () => {
    const stop = new AbortController();
    const started: StageObject = {
      run: () => {
        queueMicrotask(() => stop.abort(new Error("enough")));
        return null;
      },
    };
    const result = await new Lobster({ ...makeOptions(), signal: stop.signal })
      .pipe(started)
      .pipe(exec("sleep 60"))
      .run();
    expect(result).toMatchObject({ ok: false, error: { message: "enough" } });
  });
});

describe("the words of a command", () => {
  it.each([
    ["", []],
    ["  a\tb ", ["a", "b"]],
    ["a'b c'd", ["ab cd"]],
    [`"a\\"b" 'c\\'d'`, ['a"b', "c'd"]],
    ["a\\ b", ["a\\", "b"]],
    [`'' "" x`, ["", "", "x"]],
    ["'open end", ["open end"]],
    ["'ends\\", ["ends\\"]],
  ])("of %j are %j", (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });
});

describe("values", () => {
  it("are the same for stages of the SDK and for pipelines", async () => {
    const { stateDir, env } = makeOptions();
    const workflow = new Lobster({ stateDir, env }).pipe(stateSet("Some Key"));
    expect((await workflow.run([1, 2])).output).toEqual([[1, 2]]);
    const ctx = { env: { ...env, LOBSTER_STATE_DIR: stateDir } };
    expect(await runToolRequest({ pipeline: "state.get 'Some Key'", ctx })).toMatchObject({ output: [[1, 2]] });
  });

  it("are kept as JSON, and null stands for none (fault F14)", async () => {
    const options = makeOptions();
    const read = new Lobster(options).pipe(state.get("k"));
    expect((await read.run()).output).toEqual([null]);
    await new Lobster(options).pipe(state.set("k")).run([undefined]);
    expect((await read.run()).output).toEqual([null]);
    await new Lobster(options).pipe(stateSet("k")).run([{ at: new Date(0) }]);
    expect((await read.run(["dropped"])).output).toEqual([{ at: "1970-01-01T00:00:00.000Z" }]);
  });

  it("cannot be those of the runtime itself (fault F4)", async () => {
    expect(await run(stateSet("pipeline_resume_x"), [1])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("is reserved") },
    });
  });

  it("are compared with the last time like the peer does", async () => {
    const peer = await loadPeerSdk();
    const [ours, theirs] = [
      new Lobster(makeOptions()).pipe(diffLast("d")),
      new peer.Lobster(makeOptions()).pipe(peer.diffLast("d")),
    ];
    for (const input of [[1, 2], [1, 2], [3]]) expect(await ours.run(input)).toEqual(await theirs.run(input));
    const only = diffLast("e", { changesOnly: true });
    const options = makeOptions();
    await run(only, [1], options);
    expect((await run(only, [1], options)).output).toEqual([
      { kind: "diff.last", key: "e", changed: false, suppressed: true },
    ]);
  });

  it.each<[string, () => unknown]>([
    ["stateGet requires a key", () => stateGet("")],
    ["stateSet requires a key", () => stateSet(" ")],
    ["diffLast requires a key", () => diffLast(undefined as never)],
  ])("need a key: %s", (message, make) => {
    expect(make).toThrow(message);
  });
});

describe("approve", () => {
  it("counts what it shows", async () => {
    const stage = approve({ preview: false });
    const input = (async function* () {
      yield* [1, 2, 3];
    })();
    expect(await stage.run({ input, ctx: {} as never })).toMatchObject({
      halt: true,
      output: [{ type: "approval_request", prompt: "Approve?", items: [], itemCount: 3 }],
    });
  });
});
