import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import type { PipelineDecision } from "../../../src/runtime/pipeline/entry.ts";
import { drainItems } from "../../../src/runtime/pipeline/item-stream.ts";
import { createDefaultRegistry } from "../../../src/runtime/pipeline/registry.ts";
import type { PipelineOutcome } from "../../../src/runtime/pipeline/outcome.ts";
import { prepareStages, runPipeline } from "../../../src/runtime/pipeline/run.ts";
import { parsePipeline } from "../../../src/runtime/pipeline/grammar.ts";
import { defineStage, type Stage, type StageOutput } from "../../../src/runtime/pipeline/stage.ts";
import { createTestHost, haltOf, itemsOf, run } from "./test-host.ts";

/** A stage made for one test. */
function stageOf(name: string, act: (input: AsyncIterable<JsonValue>) => StageOutput | Promise<StageOutput>): Stage {
  return defineStage({
    name,
    description: "A stage of a test",
    flags: {},
    examples: [],
    sideEffects: [],
    resumeSafeBeforeInput: true,
    plan: () => undefined,
    run: async ({ input }) => ({ output: await act(input) }),
  });
}

function hostWith(...stages: readonly Stage[]) {
  return createTestHost({ registry: createDefaultRegistry({ stages }) });
}

function resume(continuation: JsonObject, decision: PipelineDecision): Promise<PipelineOutcome> {
  return runPipeline({ resume: { continuation, ...decision }, host: createTestHost() });
}

/** An endless source that counts how often it was closed. */
function createSource(): {
  readonly items: AsyncIterable<JsonValue>;
  readonly pulled: () => number;
  closed: () => number;
} {
  let pulled = 0;
  let closed = 0;
  const iterator = {
    next: async () => ({ done: false as const, value: ++pulled }),
    return: async () => {
      closed += 1;
      return { done: true as const, value: undefined };
    },
  };
  return { items: { [Symbol.asyncIterator]: () => iterator }, pulled: () => pulled, closed: () => closed };
}

describe("finding the stages", () => {
  test("an unknown command is found before the first stage runs", async () => {
    let started = false;
    const host = hostWith(stageOf("effect", () => ((started = true), [])));
    await expect(run("effect | nosuch", [], { host })).rejects.toMatchObject({
      code: "invalid_request",
      type: "runtime_error",
      message: "Unknown command: nosuch",
    });
    expect(started).toBe(false);
  });

  test("so is a word that does not fit a later stage", async () => {
    let started = false;
    const host = hostWith(stageOf("effect", () => ((started = true), [])));
    await expect(run("effect | head --n x", [], { host })).rejects.toThrow("head --n must be a non-negative number");
    expect(started).toBe(false);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", ""])("the name %j is unknown", async (name) => {
    await expect(run(name === "" ? '""' : name)).rejects.toThrow(`Unknown command: ${name}`);
  });

  test("preparing alone runs nothing", async () => {
    let started = false;
    const host = hostWith(stageOf("effect", () => ((started = true), [])));
    expect(await prepareStages(parsePipeline("effect | head"), host)).toHaveLength(2);
    expect(started).toBe(false);
  });
});

describe("items between stages", () => {
  test("a text that a stage returns is one item", async () => {
    const host = hostWith(stageOf("say", () => "hello"));
    expect(await itemsOf("say", [], { host })).toEqual(["hello"]);
  });

  test("what a stage leaves undefined is null", async () => {
    const host = hostWith(stageOf("gap", () => [undefined as unknown as JsonValue, 1].values()));
    expect(await itemsOf("gap", [], { host })).toEqual([null, 1]);
  });

  test("a stage that stops reading closes the source once, after one item more than it passed on", async () => {
    const source = createSource();
    expect(await itemsOf("map --wrap a | head --n 2", source.items)).toEqual([{ a: 1 }, { a: 2 }]);
    expect({ pulled: source.pulled(), closed: source.closed() }).toEqual({ pulled: 3, closed: 1 });
  });

  test("a source nobody reads is closed as well", async () => {
    const source = createSource();
    const host = hostWith(stageOf("ignore", () => []));
    await itemsOf("ignore", source.items, { host });
    expect({ pulled: source.pulled(), closed: source.closed() }).toEqual({ pulled: 0, closed: 1 });
  });

  test("nothing piles up: an endless source feeds a slow reader item by item", async () => {
    const source = createSource();
    const seen: number[] = [];
    const slow = stageOf("slow", async (input) => {
      for await (const item of input) {
        seen.push(source.pulled());
        if (item === 5) break;
      }
      return [];
    });
    await run("slow", source.items, { host: hostWith(slow) });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test("an error of closing a source is thrown unless there is another one", async () => {
    const source: AsyncIterable<JsonValue> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: 1 }),
        return: async () => {
          throw new Error("close failed");
        },
      }),
    };
    await expect(run("head --n 1", source)).rejects.toThrow("close failed");
    const broken = stageOf("broken", async () => {
      throw new Error("primary");
    });
    await expect(run("broken", source, { host: hostWith(broken) })).rejects.toThrow("primary");
  });

  test("20,000 items pass through a chain of every kind of stage", async () => {
    const input = Array.from({ length: 20_000 }, (_, n) => ({ n }));
    const pipeline = "map --wrap a | where a!=x | pick a | sort --key a.n --desc | dedupe | head --n 20000 | json";
    const outcome = await run(pipeline, input);
    expect(outcome).toMatchObject({ kind: "done", items: { length: 20_000, 0: { a: { n: 19_999 } } } });
  });
});

describe("cancellation", () => {
  test("nothing starts after an abort", async () => {
    let started = false;
    const host = hostWith(stageOf("effect", () => ((started = true), [])));
    const reason = new Error("stop it");
    await expect(run("effect", [], { host, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(started).toBe(false);
  });

  test("a read that hangs ends with the abort, and a stuck source does not hold it up", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const stuck: AsyncIterable<JsonValue> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          queueMicrotask(() => abort.abort(reason));
          return new Promise(() => undefined);
        },
        return: () => new Promise(() => undefined),
      }),
    };
    await expect(run("map --wrap a", stuck, { signal: abort.signal })).rejects.toBe(reason);
  });

  test("a source with abort is told the reason once and waited for", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const told: unknown[] = [];
    let cleaned = false;
    const source: AsyncIterable<JsonValue> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          queueMicrotask(() => abort.abort(reason));
          return new Promise<never>(() => undefined);
        },
        abort: async (given: unknown) => {
          told.push(given);
          await Promise.resolve();
          cleaned = true;
        },
      }),
    };
    await expect(run("map --wrap a | head", source, { signal: abort.signal })).rejects.toBe(reason);
    expect({ told, cleaned }).toEqual({ told: [reason], cleaned: true });
  });

  test("no item is delivered after an abort", async () => {
    const abort = new AbortController();
    const seen: JsonValue[] = [];
    const host = hostWith(
      stageOf("stopper", async function* (input) {
        for await (const item of input) {
          if (item === 2) abort.abort(new Error("stop it"));
          yield item;
        }
      } as (input: AsyncIterable<JsonValue>) => StageOutput),
      stageOf("watcher", async (input) => {
        for await (const item of input) seen.push(item);
        return [];
      }),
    );
    await expect(run("stopper | watcher", [1, 2, 3], { host, signal: abort.signal })).rejects.toThrow("stop it");
    expect(seen).toEqual([1]);
  });

  test("a reason that is no error becomes an AbortError", async () => {
    const aborted = AbortSignal.abort("because");
    await expect(run("head", [], { signal: aborted })).rejects.toMatchObject({
      name: "AbortError",
      message: "This operation was aborted",
    });
  });
});

describe("effects", () => {
  test("are announced once, before the first stage that may have them", async () => {
    const log: string[] = [];
    const effect = (name: string): Stage => ({
      ...stageOf(name, async (input) => {
        await drainItems(input);
        log.push(name);
        return [];
      }),
    });
    const unsafe = (name: string): Stage => {
      const stage = effect(name);
      const made: Stage = {
        ...stage,
        resumeSafeBeforeInput: false,
        prepare: (...words) => ({ ...stage.prepare(...words), stage: made }),
      };
      return made;
    };
    const host = hostWith(effect("safe"), unsafe("first"), unsafe("second"));
    await run("safe | first | second", [], { host, onEffect: () => void log.push("effect") });
    expect(log).toEqual(["safe", "effect", "first", "second"]);
  });

  test("a pipeline of pure stages has none", async () => {
    const pipeline =
      "map --wrap a | where a!=1 | pick a | sort | dedupe | groupBy --key a | template x | head | json | table";
    await run(pipeline, [1], { onEffect: () => expect.fail("announced an effect") });
  });

  test("a stage does not start when the announcement fails", async () => {
    const attempt = run("state.set k", [1], { onEffect: () => Promise.reject(new Error("claimed by another")) });
    await expect(attempt).rejects.toThrow("claimed by another");
  });
});

describe("renderers", () => {
  test("in tool mode the text is kept apart and the items go on", async () => {
    expect(await run("json", [1])).toEqual({
      kind: "done",
      items: [1],
      rendered: { text: "[\n  1\n]\n", written: false },
    });
  });

  test("in human mode the text goes to stdout", async () => {
    const { PassThrough } = await import("node:stream");
    const stdout = new PassThrough();
    const outcome = await run("json", [1], { host: createTestHost({ mode: "human" }), stdout });
    expect(outcome).toEqual({ kind: "done", items: [1], rendered: { text: "", written: true } });
    expect(String(stdout.read())).toBe("[\n  1\n]\n");
  });

  test("kept text has a cap", async () => {
    const host = createTestHost();
    const small = { ...host, limits: { ...host.limits, maxOutputBytes: 10 } };
    await expect(run("json", ["a long text"], { host: small })).rejects.toMatchObject({ code: "output_limit" });
  });
});

describe("gates", () => {
  test("an approval stops the pipeline and its items go on after it", async () => {
    const halted = await haltOf("map --wrap x | approve --prompt ok? | map --wrap y", [1, 2]);
    expect(halted).toMatchObject({
      at: { index: 1, stage: "approve" },
      by: "stage",
      request: { type: "approval_request", prompt: "ok?", items: [{ x: 1 }, { x: 2 }] },
    });
    const { continuation } = halted;
    const outcome = await runPipeline({ resume: { continuation, approved: true }, host: createTestHost() });
    expect(outcome).toMatchObject({ kind: "done", items: [{ y: { x: 1 } }, { y: { x: 2 } }] });
  });

  test("positions count the whole pipeline after a resume", async () => {
    const { continuation } = await haltOf("approve | approve --prompt two | head", [1]);
    const second = await runPipeline({ resume: { continuation, approved: true }, host: createTestHost() });
    expect(second).toMatchObject({ kind: "halted", at: { index: 1, stage: "approve" }, request: { prompt: "two" } });
    if (second.kind !== "halted") return;
    const last = await runPipeline({
      resume: { continuation: second.continuation, approved: true },
      host: createTestHost(),
    });
    expect(last).toMatchObject({ kind: "done", items: [1] });
  });

  test("a gate in last place passes its items on", async () => {
    const { continuation } = await haltOf("approve", [1, 2]);
    const outcome = await runPipeline({ resume: { continuation, approved: true }, host: createTestHost() });
    expect(outcome).toEqual({ kind: "done", items: [1, 2], rendered: null });
  });

  test("a decision of the other kind is refused", async () => {
    const approval = await haltOf("approve", [1]);
    const question = await haltOf("ask");
    await expect(resume(approval.continuation, { response: 1 })).rejects.toThrow(
      "approval resumes require approved=true|false, not response",
    );
    await expect(resume(question.continuation, { approved: true })).rejects.toThrow(
      "pipeline input resumes require response",
    );
  });

  test("a failed check after a gate happens before anything runs", async () => {
    const { continuation } = await haltOf("approve | state.set k", [1]);
    const host = createTestHost({ registry: { ...createDefaultRegistry(), get: async () => undefined } });
    const effects: string[] = [];
    const attempt = runPipeline({
      resume: { continuation, approved: true },
      host,
      onEffect: () => void effects.push("x"),
    });
    await expect(attempt).rejects.toThrow("Unknown command: state.set");
    expect(effects).toEqual([]);
  });
});

test("a million items go through in flat memory: no stage holds more than a few at once", async () => {
  let ahead = 0;
  let most = 0;
  async function* count(): AsyncGenerator<JsonValue> {
    for (let n = 1; n <= 1_000_000; n += 1) {
      ahead += 1;
      yield { n };
      most = Math.max(most, ahead);
      ahead = 0;
    }
  }
  const before = process.memoryUsage().heapUsed;
  expect(await itemsOf("where 'n>=1000000' | map --wrap m | head --n 1", count())).toEqual([{ m: { n: 1_000_000 } }]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  expect(most).toBe(1);
});
