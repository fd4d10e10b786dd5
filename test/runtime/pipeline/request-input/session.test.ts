import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { collectItems } from "../../../../src/runtime/pipeline/item-stream.ts";
import { createDefaultRegistry } from "../../../../src/runtime/pipeline/registry.ts";
import { runPipeline, type PipelineRunOptions } from "../../../../src/runtime/pipeline/run.ts";
import type { StageContext, StageQuestion } from "../../../../src/runtime/pipeline/stage-context.ts";
import { defineStage, type Stage, type StageOutput } from "../../../../src/runtime/pipeline/stage.ts";
import { parseJson, stringifyJson } from "../../../../src/runtime/stable-json.ts";
import { createTestHost, haltOf, itemsOf, run } from "../test-host.ts";

const TEXT: JsonObject = { type: "string" };
const question = (prompt: string, more: Partial<StageQuestion> = {}): StageQuestion => ({
  prompt,
  responseSchema: TEXT,
  ...more,
});

interface AskingStage {
  readonly act: (context: StageContext, input: AsyncIterable<JsonValue>) => Promise<StageOutput> | StageOutput;
  readonly safeBefore?: boolean;
  readonly safeAfter?: boolean;
}

function hostWith({ act, safeBefore = true, safeAfter = true }: AskingStage) {
  const stage: Stage = defineStage({
    name: "asker",
    description: "Asks in a test",
    flags: {},
    examples: [],
    sideEffects: [],
    resumeSafeBeforeInput: safeBefore,
    resumeSafeAfterInput: safeAfter,
    plan: () => undefined,
    run: async ({ context, input }) => ({ output: await act(context, input) }),
  });
  return createTestHost({ registry: createDefaultRegistry({ stages: [stage] }) });
}

/** A host whose stage `asker` asks one question and passes on the answer. */
function asking(prompt: string, more: Partial<StageQuestion> = {}) {
  return ask(question(prompt, more));
}

function ask(given: unknown, safety: Pick<AskingStage, "safeBefore" | "safeAfter"> = {}) {
  return hostWith({ ...safety, act: async ({ requestInput }) => [await requestInput(given as StageQuestion)] });
}

/** Answers a halt; what it went on with has been through a store. */
function answer(
  halted: { readonly continuation: JsonObject },
  response: JsonValue,
  options: Omit<PipelineRunOptions, "signal">,
) {
  const continuation = parseJson(stringifyJson(halted.continuation)) as JsonObject;
  return runPipeline({ ...options, resume: { continuation, response } });
}

describe("a stage that asks", () => {
  test("stops the pipeline, is run again with the answer, and the next stages go on", async () => {
    let runs = 0;
    const host = hostWith({
      act: async ({ requestInput }, input) => {
        runs += 1;
        const items = await collectItems(input);
        return [[...items, await requestInput(question("who?", { subject: { a: 1 }, defaults: "me" }))]];
      },
    });
    const halted = await haltOf("asker | map --wrap x", [1, 2], { host });
    expect(halted).toMatchObject({
      at: { index: 0, stage: "asker" },
      by: "requestInput",
      request: { type: "input_request", prompt: "who?", responseSchema: TEXT, subject: { a: 1 }, defaults: "me" },
    });
    expect(await answer(halted, "ada", { host })).toMatchObject({ kind: "done", items: [{ x: [1, 2, "ada"] }] });
    expect(runs).toBe(2);
  });

  test("may ask several questions; earlier answers are replayed", async () => {
    const host = hostWith({
      act: async ({ requestInput }) => [await requestInput(question("one")), await requestInput(question("two"))],
    });
    const first = await haltOf("asker", [], { host });
    const second = await answer(first, "a", { host });
    expect(second).toMatchObject({ kind: "halted", request: { prompt: "two" } });
    if (second.kind !== "halted") return;
    expect(await answer(second, "b", { host })).toMatchObject({ kind: "done", items: ["a", "b"] });
  });

  test("stages before it are not run again", async () => {
    const host = hostWith({
      act: async ({ requestInput }, input) => [...(await collectItems(input)), await requestInput(question("?"))],
    });
    const halted = await haltOf("exec --json echo '[1]' | asker", [], { host });
    expect(await answer(halted, "a", { host })).toMatchObject({ items: [1, "a"] });
  });

  test("stops even when it swallows the interruption", async () => {
    const host = hostWith({
      act: async ({ requestInput }) => {
        await requestInput(question("?")).catch(() => undefined);
        return ["went on"];
      },
    });
    expect(await haltOf("asker", [], { host })).toMatchObject({ request: { prompt: "?" } });
  });

  test("keeps state of its own when its input is a stream", async () => {
    const seen: unknown[] = [];
    const host = hostWith({
      act: async ({ requestInput }, input) => {
        const kept = requestInput.getSuspendedState();
        seen.push(kept, await collectItems(input));
        const suspendedState = kept ?? { count: 2 };
        return [await requestInput(question("?", { suspendedState }))];
      },
    });
    const halted = await haltOf("map --wrap a | asker", [1, 2], { host });
    expect(await answer(halted, "x", { host })).toMatchObject({ items: ["x"] });
    expect(seen).toEqual([undefined, [{ a: 1 }, { a: 2 }], { count: 2 }, []]);
  });

  test("may ask from lazy output when it is the last stage", async () => {
    const host = hostWith({
      act: ({ requestInput }) =>
        (async function* () {
          yield await requestInput(question("?"));
        })(),
    });
    const halted = await haltOf("asker", [], { host });
    expect(await answer(halted, "x", { host })).toMatchObject({ kind: "done", items: ["x"] });
    await expect(run("asker | head", [], { host })).rejects.toThrow(
      "requestInput cannot suspend from lazy output before downstream stages",
    );
  });
});

describe("effects around a question", () => {
  test.each([
    [true, true, [], []],
    [true, false, [], ["effect"]],
    [false, false, ["effect"], ["effect"]],
  ])("safe before %s, safe after %s", async (before, after, atStart, atAnswer) => {
    const host = ask(question("?"), { safeBefore: before, safeAfter: after });
    const log: string[] = [];
    const onEffect = (): void => void log.push("effect");
    const halted = await haltOf("asker", [], { host, onEffect });
    expect(log).toEqual(atStart);
    log.length = 0;
    await answer(halted, "x", { host, onEffect });
    expect(log).toEqual(atAnswer);
  });
});

describe("refusals", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  test.each<[string, unknown, string]>([
    ["no object", "?", "requestInput params must be an object"],
    ["no prompt", { responseSchema: TEXT }, "requestInput prompt is required"],
    ["a blank prompt", { prompt: " ", responseSchema: TEXT }, "requestInput prompt is required"],
    ["no schema", { prompt: "?" }, "requestInput responseSchema is required"],
    ["a schema that is no object", { prompt: "?", responseSchema: true }, "requestInput response schema is invalid"],
    [
      "a schema that does not compile",
      { prompt: "?", responseSchema: { type: "nonsense" } },
      "requestInput response schema is invalid",
    ],
    ["a date", question("?", { subject: new Date() as never }), "requestInput subject must be JSON-serializable"],
    ["a function", question("?", { defaults: (() => 1) as never }), "requestInput defaults must be JSON-serializable"],
    ["a cycle", question("?", { subject: cycle as never }), "requestInput subject must be JSON-serializable"],
    ["NaN", question("?", { subject: Number.NaN }), "requestInput subject must be JSON-serializable"],
    [
      "an undefined member",
      question("?", { subject: { a: undefined } as never }),
      "requestInput subject must be JSON-serializable",
    ],
    ["holes", question("?", { subject: Array(2) as never }), "requestInput subject must be JSON-serializable"],
  ])("%s", async (_, given, message) => {
    await expect(run("asker", [], { host: ask(given) })).rejects.toThrow(message);
  });

  test("where a pipeline cannot stop", async () => {
    await expect(run("asker", [], { host: ask(question("?")), canSuspend: false })).rejects.toThrow(
      "requestInput is not supported in this pipeline context",
    );
  });

  test("after output", async () => {
    const host = hostWith({
      act: ({ requestInput }) =>
        (async function* () {
          yield 1;
          yield await requestInput(question("?"));
        })(),
    });
    await expect(run("asker", [], { host })).rejects.toThrow(
      "requestInput cannot suspend after this command has produced output",
    );
  });

  test("after the stage is over", async () => {
    let late: StageContext["requestInput"] | undefined;
    const host = hostWith({
      act: ({ requestInput }) => {
        late = requestInput;
        return [];
      },
    });
    await itemsOf("asker", [], { host });
    await expect(late?.(question("?"))).rejects.toThrow("requestInput cannot run after the command has completed");
  });

  test("a stream as input without state of its own", async () => {
    await expect(run("map --wrap a | asker", [1], { host: ask(question("?")) })).rejects.toThrow(
      "requestInput requires suspendedState when command input is streaming",
    );
  });

  test.each([
    ["1,001 items", Array.from({ length: 1001 }, (_, n) => n)],
    ["more than 1 MiB", ["x".repeat(1024 * 1024)]],
  ])("input of %s", async (_, input) => {
    const host = ask(question("?"));
    await expect(run("asker", input, { host })).rejects.toThrow("requestInput replay limit exceeded");
    expect(
      await haltOf(
        "asker",
        Array.from({ length: 1000 }, (__, n) => n),
        { host },
      ),
    ).toBeDefined();
  });

  test("more than 100 earlier answers", async () => {
    const host = hostWith({
      act: async ({ requestInput }) => {
        for (let n = 0; n < 101; n += 1) await requestInput(question(`${n}`));
        return [];
      },
    });
    let outcome: Awaited<ReturnType<typeof run>> = await haltOf("asker", [], { host });
    for (let n = 0; n < 99; n += 1) {
      if (outcome.kind !== "halted") throw new Error("ended early");
      outcome = await answer(outcome, "x", { host });
    }
    if (outcome.kind !== "halted") throw new Error("ended early");
    await expect(answer(outcome, "x", { host })).rejects.toThrow("requestInput replay history limit exceeded");
  });
});

describe("resuming", () => {
  test("an answer that misses the schema is refused before the stage runs", async () => {
    const host = asking("?");
    const halted = await haltOf("asker", [], { host });
    await expect(answer(halted, 1, { host })).rejects.toMatchObject({
      code: "invalid_answer",
      message: "pipeline input response failed schema validation at /: must be string",
    });
  });

  test.each([
    ["prompt", asking("other")],
    ["subject", asking("?", { subject: 1 })],
    ["schema", asking("?", { responseSchema: { type: "string", minLength: 1 } })],
  ])("another %s is not the question that was asked", async (_, host) => {
    const halted = await haltOf("asker", [], { host: asking("?") });
    await expect(answer(halted, "x", { host })).rejects.toThrow(
      "requestInput resume request does not match suspended request",
    );
  });

  test("nor is the same question with another state", async () => {
    const halted = await haltOf("asker", [], { host: asking("?", { suspendedState: 1 }) });
    await expect(answer(halted, "x", { host: asking("?", { suspendedState: 2 }) })).rejects.toThrow(
      "requestInput resume state does not match suspended request",
    );
  });

  test.each<[string, AskingStage["act"]]>([
    ["ends", () => []],
    [
      "fails",
      () => {
        throw new Error("its own error");
      },
    ],
  ])("a stage that %s without taking the answer is refused", async (_, act) => {
    const halted = await haltOf("asker", [], { host: asking("?") });
    await expect(answer(halted, "x", { host: hostWith({ act }) })).rejects.toThrow(
      "resume input response was not consumed by requestInput",
    );
  });

  test("a question that comes only after output cannot be replayed", async () => {
    const late = hostWith({
      act: ({ requestInput }) =>
        (async function* () {
          yield 1;
          yield await requestInput(question("?"));
        })(),
    });
    const halted = await haltOf("asker", [], { host: asking("?") });
    await expect(answer(halted, "x", { host: late })).rejects.toThrow(
      "requestInput replay is no longer available after command output",
    );
  });
});

describe("checkpoints", () => {
  const PEER = {
    pipeline: [{ name: "map", args: { _: [], wrap: "x" }, raw: "map --wrap x" }],
    resumeAtIndex: 0,
    items: ["hi"],
    haltType: "approval_request",
    prompt: "ok?",
    supersededResumeStateKeys: [],
    createdAt: "2026-01-01T00:00:00.000Z",
  };

  test("one that the peer wrote goes on", async () => {
    const outcome = await runPipeline({ resume: { continuation: PEER, approved: true }, host: createTestHost() });
    expect(outcome).toMatchObject({ kind: "done", items: [{ x: "hi" }] });
  });

  test.each([
    ["another format", { ...PEER, format: "lobster.pipeline.v2" }],
    ["no stages", { ...PEER, pipeline: "map" }],
    ["an index behind the end", { ...PEER, resumeAtIndex: 2 }],
    ["a negative index", { ...PEER, resumeAtIndex: -1 }],
    ["no items", { ...PEER, items: "hi" }],
    ["an unknown kind", { ...PEER, haltType: "pause" }],
    [
      "a question without its stage's state",
      { ...PEER, haltType: "input_request", resumeMode: "same_stage", inputSchema: {} },
    ],
  ])("%s is refused", async (_, continuation) => {
    const attempt = runPipeline({ resume: { continuation, approved: true }, host: createTestHost() });
    await expect(attempt).rejects.toMatchObject({ code: "invalid_state", message: "Invalid pipeline resume state" });
  });

  test.each([
    [null, "pipeline input response schema is missing"],
    [1, "pipeline input response schema is invalid"],
  ])("a question with the schema %j is refused", async (inputSchema, message) => {
    const continuation = { ...PEER, haltType: "input_request", inputSchema };
    const attempt = runPipeline({ resume: { continuation, response: 1 }, host: createTestHost() });
    await expect(attempt).rejects.toThrow(message);
  });
});
