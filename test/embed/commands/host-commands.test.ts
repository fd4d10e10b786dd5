import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Command, CommandContext, CommandRegistry } from "../../../src/embed/commands/command.ts";
import { BUILT_IN_STAGES } from "../../../src/embed/commands/built-in-stages.ts";
import { createDefaultRegistry } from "../../../src/embed/commands/default-registry.ts";
import { resumeToolRequest, runToolRequest } from "../../../src/embed/tool-requests.ts";
import { createDefaultRegistry as createStages } from "../../../src/runtime/pipeline/registry.ts";
import { loadPeerCore } from "../../helpers/peer.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const double: Command = {
  name: "double",
  help: () => "double — twice every number\n\nUsage:\n  double",
  run: ({ input }) => ({
    output: (async function* () {
      for await (const item of input) yield Number(item) * 2;
    })(),
  }),
};

function world(commands: readonly Command[], more: object = {}, files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder(files);
  const env = { LOBSTER_STATE_DIR: join(folder, "state") };
  return { cwd: folder, env, registry: createDefaultRegistry({ commands }), ...more };
}

async function outputOf(pipeline: string, commands: readonly Command[], more: object = {}): Promise<unknown> {
  const envelope = await runToolRequest({ pipeline, ctx: world(commands, more) });
  return envelope.ok ? envelope.output : envelope.error.message;
}

describe("the default registry", () => {
  it("offers the runtime's commands and the peer's names", async () => {
    const peer = await loadPeerCore();
    expect(createDefaultRegistry().list()).toEqual(peer.createDefaultRegistry().list());
    expect(BUILT_IN_STAGES.map(({ name }) => name).toSorted()).toEqual(createStages().list());
  });

  it("tells what a command does without waiting", () => {
    const head = createDefaultRegistry().get("head");
    expect(head?.help?.()).toMatch(/^head — \S/);
    expect(head?.meta).toMatchObject({
      description: expect.any(String),
      argsSchema: { type: "object" },
      sideEffects: [],
    });
  });

  it.each(["constructor", "__proto__", "nosuch"])("knows no command %s", (name) => {
    expect(createDefaultRegistry().get(name)).toBeUndefined();
  });

  it("refuses what is no command, or could not be named", () => {
    const registry = createDefaultRegistry();
    expect(() => registry.register({ name: "x" } as never)).toThrow("needs a name and a run");
    expect(() => registry.register({ ...double, name: "a b" })).toThrow("cannot be named in a pipeline");
  });
});

describe("a host's command", () => {
  it("runs between built-in ones, with its options and the words of the pipeline", async () => {
    const show: Command = {
      name: "show.args",
      run: async ({ input, args }) => {
        const items: unknown[] = [];
        for await (const item of input) items.push(item);
        return { output: [{ items, args }] };
      },
    };
    expect(await outputOf("exec --json echo '[1,2]' | double | show.args --k v a b --on", [double, show])).toEqual([
      { items: [2, 4], args: { _: ["a", "b"], k: "v", on: true } },
    ]);
  });

  it("runs in workflow files, also with options of a built-in's name", async () => {
    const file = "steps:\n  - id: a\n    pipeline: exec --json echo '[1,2]' | double\n";
    const ctx = world([double], {}, { "w.lobster": file });
    expect(await runToolRequest({ filePath: "w.lobster", ctx })).toMatchObject({ ok: true, output: [2, 4] });
  });

  it("is found through any object with get and list, and unknown names stay unknown", async () => {
    const own = { double } as Readonly<Record<string, Command>>;
    const defaults = createDefaultRegistry();
    const registry: CommandRegistry = { get: (name) => own[name] ?? defaults.get(name), list: () => defaults.list() };
    expect(await outputOf("exec --json echo '[3]' | double", [], { registry })).toEqual([6]);
    expect(await outputOf("constructor", [], { registry })).toBe("Unknown command: constructor");
  });

  it("runs the peer's own commands", async () => {
    const peer = await loadPeerCore();
    const registry = peer.createDefaultRegistry();
    expect(await outputOf("exec --json echo '[3,1,2]' | sort | head --n 2", [], { registry })).toEqual([1, 2]);
    const asked = await runToolRequest({ pipeline: "ask --prompt Hm?", ctx: world([], { registry }) });
    expect(asked).toMatchObject({ status: "needs_input", requiresInput: { prompt: "Hm?" } });
  });

  it("can wrap a built-in one", async () => {
    const defaults = createDefaultRegistry();
    const exec = defaults.get("exec");
    const seen: unknown[] = [];
    const wrapped: Command = {
      name: "exec",
      run: (call) => {
        seen.push(call.args._);
        return exec?.run(call);
      },
    };
    expect(await outputOf("exec echo hi", [wrapped])).toEqual(["hi"]);
    expect(seen).toEqual([["echo", "hi"]]);
  });

  it("sees the context of the request", async () => {
    const contexts: CommandContext[] = [];
    const look: Command = { name: "look", run: ({ ctx }) => void contexts.push(ctx) };
    const ctx = world([look]);
    await runToolRequest({ pipeline: "look", ctx });
    expect(contexts[0]).toMatchObject({ mode: "tool", cwd: ctx.cwd, registry: ctx.registry });
    expect(contexts[0]?.env["LOBSTER_STATE_DIR"]).toBe(ctx.env.LOBSTER_STATE_DIR);
    expect(contexts[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  it("shows things to people on the host's stdout", async () => {
    const stdout = new PassThrough();
    const show: Command = {
      name: "show",
      run: ({ ctx }) => {
        ctx.render.lines(["one", 2]);
        ctx.render.json([{ a: 1 }]);
        return { rendered: true };
      },
    };
    expect(await outputOf("show", [show], { stdout })).toEqual([]);
    expect(String(stdout.read())).toBe('one\n2\n[\n  {\n    "a": 1\n  }\n]\n');
  });

  it("shows things in the step of a workflow that it runs in", async () => {
    const show: Command = { name: "show", run: ({ ctx }) => void ctx.stdout.write("shown") };
    const stdout = new PassThrough();
    const file = "steps:\n  - id: a\n    pipeline: show\n";
    const ctx = world([show], { stdout }, { "w.lobster": file });
    expect(await runToolRequest({ filePath: "w.lobster", ctx })).toMatchObject({ ok: true, output: ["shown"] });
    expect(stdout.read()).toBeNull();
  });

  it("may show things while its output is read", async () => {
    const lazy: Command = {
      name: "lazy",
      run: ({ ctx }) => ({
        output: (function* () {
          ctx.stdout.write("late");
          yield 1;
        })(),
      }),
    };
    const stdout = new PassThrough();
    expect(await outputOf("lazy", [lazy], { stdout })).toEqual([1]);
    expect(String(stdout.read())).toBe("late");
  });

  const outputs: readonly [string, unknown, unknown][] = [
    ["nothing", undefined, []],
    ["no output", {}, []],
    ["a list", { output: [1, "a"] }, [1, "a"]],
    ["a text, which is one item (fault F45)", { output: "text" }, ["text"]],
    ["an iterable", { output: new Set([1, 2]) }, [1, 2]],
    [
      "values JSON has no word for",
      { output: [new Date(0), undefined, { a: undefined, b: Number.NaN }] },
      ["1970-01-01T00:00:00.000Z", null, { b: null }],
    ],
    ["a number", 3, "returns must return an object with output, or nothing"],
    ["an output that is no list", { output: 3 }, "returns returned an output that is neither a list nor iterable"],
  ];
  it.each(outputs)("may return %s", async (_name, returned, expected) => {
    expect(await outputOf("returns", [{ name: "returns", run: () => returned as never }])).toEqual(expected);
  });

  it("ends the pipeline by halting without a request", async () => {
    const stop: Command = { name: "stop", run: () => ({ halt: true, output: [{ x: 1 }] }) };
    const never: Command = { name: "never", run: () => ({ output: ["ran"] }) };
    expect(await outputOf("stop | never", [stop, never])).toEqual([{ x: 1 }]);
    const file = "steps:\n  - id: a\n    pipeline: stop | never\n";
    const ctx = world([stop, never], {}, { "w.lobster": file });
    expect(await runToolRequest({ filePath: "w.lobster", ctx })).toMatchObject({
      error: { message: "Workflow step a halted before completion at pipeline stage stop" },
    });
  });

  it("opens a gate by halting with a request", async () => {
    const gate: Command = {
      name: "gate",
      run: () => ({ halt: true, output: [{ type: "approval_request", prompt: "Sure?", items: [5] }] }),
    };
    const ctx = world([gate, double]);
    const stopped = await runToolRequest({ pipeline: "gate | double", ctx });
    expect(stopped).toMatchObject({ requiresApproval: { prompt: "Sure?", items: [5] } });
    expect(await resumeToolRequest({ token: tokenOf(stopped), approved: true, ctx })).toMatchObject({ output: [10] });
  });

  it("may not open a gate that nobody could answer", async () => {
    const gate: Command = {
      name: "gate",
      run: () => ({
        halt: true,
        output: [{ type: "input_request", prompt: "?", responseSchema: { type: "nonsense" } }],
      }),
    };
    expect(await outputOf("gate", [gate])).toBe(
      "gate halted with an input_request whose responseSchema is no JSON Schema",
    );
  });

  it("asks a question and is run again with the answer", async () => {
    const ask: Command = {
      name: "ask.name",
      run: async ({ ctx }) => ({
        output: [await ctx.requestInput?.({ prompt: "Name?", responseSchema: { type: "string" } })],
      }),
    };
    const ctx = world([ask]);
    const stopped = await runToolRequest({ pipeline: "ask.name | map --wrap name", ctx });
    expect(stopped).toMatchObject({ status: "needs_input", requiresInput: { prompt: "Name?" } });
    const answered = await resumeToolRequest({ token: tokenOf(stopped), response: "Ada", ctx });
    expect(answered).toMatchObject({ ok: true, output: [{ name: "Ada" }] });
  });

  it("leaves a gate usable when it failed before its effects, if it says so", async () => {
    let works = false;
    const careful: Command = {
      name: "careful",
      meta: { resumeSafeBeforeInput: true },
      run: () => {
        if (!works) throw new Error("not yet");
        return { output: ["done"] };
      },
    };
    const ctx = world([careful]);
    const token = tokenOf(await runToolRequest({ pipeline: "approve | careful", ctx }));
    expect(await resumeToolRequest({ token, approved: true, ctx })).toMatchObject({ error: { message: "not yet" } });
    works = true;
    expect(await resumeToolRequest({ token, approved: true, ctx })).toMatchObject({ ok: true, output: ["done"] });
  });

  it("is listed with what it says about itself", async () => {
    const described: Command = {
      ...double,
      name: "twice",
      meta: { sideEffects: ["moves_things"], examples: [{ args: {} }] },
    };
    const listed = await outputOf("commands.list | where name=twice", [described]);
    expect(listed).toEqual([
      {
        name: "twice",
        description: "twice every number",
        argsSchema: {},
        examples: ['{"args":{}}'],
        sideEffects: ["moves_things"],
      },
    ]);
  });

  it("gets integers beyond 2^53 as ordinary numbers (W29)", async () => {
    const types: Command = {
      name: "types",
      run: async ({ input }) => {
        const found: string[] = [];
        for await (const item of input) found.push(typeof item);
        return { output: found };
      },
    };
    expect(await outputOf("exec --json echo '[9007199254740993]' | types", [types])).toEqual(["number"]);
  });

  it("has its source told when the run is cancelled", async () => {
    const told: string[] = [];
    const stop = new AbortController();
    const hang: Command = {
      name: "hang",
      run: () => ({
        output: {
          [Symbol.asyncIterator]: () => ({
            next: () => {
              queueMicrotask(() => stop.abort(new Error("enough")));
              return new Promise<never>(() => undefined);
            },
            abort: (reason: Error) => void told.push(reason.message),
          }),
        },
      }),
    };
    expect(await outputOf("hang | map --wrap x", [hang], { signal: stop.signal })).toBe("enough");
    expect(told).toEqual(["enough"]);
  });
});

describe("a built-in command called by the host itself", () => {
  it("runs without a pipeline; ask halts with its question (stages-and-cli §10.3)", async () => {
    const { env } = world([]);
    const registry = createDefaultRegistry();
    const ctx = { env: { ...env, PATH: process.env["PATH"] }, mode: "tool" } as unknown as CommandContext;
    const call = async (name: string, args: object, items: readonly unknown[]) =>
      await registry.get(name)?.run({ input: toInput(items), args: args as never, ctx });
    const sorted = await call("sort", { _: [] }, [2, 1]);
    expect(await listOf(sorted?.output)).toEqual([1, 2]);
    const asked = await call("ask", { _: [], prompt: "Hm?" }, []);
    expect(asked).toMatchObject({ halt: true, output: [{ type: "input_request", prompt: "Hm?", items: [] }] });
    await call("state.set", { _: ["k"] }, ["kept"]);
    expect(await listOf((await call("state.get", { _: ["k"] }, []))?.output)).toEqual(["kept"]);
  });
});

describe("a host's language model", () => {
  it.each<[string, (answer: object) => object]>([
    ["a function", (answer) => ({ Mine: () => answer })],
    ["an object", (answer) => ({ Mine: { source: "mine", invoke: () => answer } })],
  ])("given as %s answers llm.invoke", async (_name, make) => {
    const answer = { ok: true, result: { runId: "r", model: "m", output: { text: "hello" } } };
    const llmAdapters = make(answer);
    expect(await outputOf("llm.invoke --prompt hi --disable-cache", [], { llmAdapters })).toMatchObject([
      { kind: "llm.invoke", output: { text: "hello" }, cached: false },
    ]);
  });

  it("is called with the payload, the environment and the signal", async () => {
    const calls: Record<string, unknown>[] = [];
    const llmAdapters = {
      mine: (call: Record<string, unknown>) => {
        calls.push(call);
        return { ok: true, result: { output: { text: "x" } } };
      },
    };
    await outputOf("llm.invoke --prompt hi --disable-cache", [], { llmAdapters });
    expect(Object.keys(calls[0] ?? {}).toSorted()).toEqual(["args", "ctx", "env", "payload", "signal"]);
    expect(calls[0]).toMatchObject({ payload: { prompt: "hi" }, ctx: { mode: "tool" } });
  });

  it("that cannot be called is refused", async () => {
    expect(await outputOf("head", [], { llmAdapters: { mine: 3 } })).toBe(
      "llmAdapters.mine must be a function, or an object with invoke()",
    );
  });
});

function tokenOf(envelope: unknown): string {
  return /"resumeToken":"([^"]+)"/.exec(JSON.stringify(envelope))?.[1] ?? "";
}

async function* toInput(items: readonly unknown[]): AsyncGenerator {
  yield* items;
}

async function listOf(output: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of output as AsyncIterable<unknown>) items.push(item);
  return items;
}
