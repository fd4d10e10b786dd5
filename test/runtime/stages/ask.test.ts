import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import { runPipeline } from "../../../src/runtime/pipeline/run.ts";
import { createTerminal } from "../../../src/runtime/pipeline/terminal.ts";
import { createTestHost, haltOf, itemsOf, run } from "../pipeline/test-host.ts";

const DEFAULT_SCHEMA = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "reject", "redraft"] },
    feedback: { type: "string", description: "Feedback for redraft" },
  },
  required: ["decision"],
};

function answer(continuation: JsonObject, response: JsonValue) {
  return runPipeline({ resume: { continuation, response }, host: createTestHost() });
}

describe("the question", () => {
  test.each<[string, readonly JsonValue[], object]>([
    ["ask", [], { prompt: "Input required", responseSchema: DEFAULT_SCHEMA }],
    ["ask --prompt Who?", [1], { prompt: "Who?", responseSchema: DEFAULT_SCHEMA }],
    ["ask --subject-from-stdin", [], { prompt: "Input required", responseSchema: DEFAULT_SCHEMA }],
    [
      "ask --subjectFromStdin",
      ["a", { b: 1 }],
      { prompt: "Input required", responseSchema: DEFAULT_SCHEMA, subject: { text: 'a\n{"b":1}' } },
    ],
    [`ask --schema '{"type":"number"}'`, [], { prompt: "Input required", responseSchema: { type: "number" } }],
  ])("%s of %j", async (pipeline, items, request) => {
    const halted = await haltOf(pipeline, items);
    expect(halted).toMatchObject({ by: "requestInput", request: { type: "input_request", ...request } });
    expect(halted.request).not.toHaveProperty("items");
  });

  test("a long subject is cut between characters and says so", async () => {
    const { request } = await haltOf("ask --subject-from-stdin", ["😀".repeat(2001)]);
    expect(request).toMatchObject({ subject: { text: "😀".repeat(2000), truncated: true, characters: 2001 } });
  });

  test.each([
    ["ask --schema {", "ask --schema must be valid JSON"],
    ["ask --schema []", "ask --schema must decode to a JSON schema object"],
    [`ask --schema '{"type":"nonsense"}'`, "ask response schema is invalid"],
    ["ask --prompt", "ask --prompt needs a value"],
    ["ask me", "ask takes no positional words"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});

describe("the answer", () => {
  test("is all that goes on; what came before is gone", async () => {
    const { continuation } = await haltOf("exec echo draft | ask --subject-from-stdin | pick decision");
    const outcome = await answer(continuation, { decision: "approve", extra: 1 });
    expect(outcome).toMatchObject({ kind: "done", items: [{ decision: "approve" }] });
  });

  test("keeps extra members", async () => {
    const { continuation } = await haltOf("ask");
    expect(await answer(continuation, { decision: "reject", why: 1 })).toMatchObject({
      items: [{ decision: "reject", why: 1 }],
    });
  });

  test("may be the subject of the next question", async () => {
    const first = await haltOf("ask --prompt one | ask --prompt two --subject-from-stdin");
    const second = await answer(first.continuation, { decision: "approve" });
    expect(second).toMatchObject({
      kind: "halted",
      at: { index: 1, stage: "ask" },
      request: { prompt: "two", subject: { text: '{"decision":"approve"}' } },
    });
    if (second.kind !== "halted") return;
    expect(await answer(second.continuation, { decision: "reject" })).toMatchObject({
      items: [{ decision: "reject" }],
    });
  });

  test("with --emit goes to the next stage, and the question is not asked again", async () => {
    const halted = await haltOf("ask --emit --subject-from-stdin | map --wrap x", [1]);
    expect(halted).toMatchObject({ by: "stage", request: { subject: { text: "1" } } });
    expect(halted.continuation).not.toHaveProperty("commandInput");
    expect(await answer(halted.continuation, { decision: "approve" })).toMatchObject({
      items: [{ x: { decision: "approve" } }],
    });
  });

  test("in human mode without a terminal the stage halts in the same way", async () => {
    expect(await haltOf("ask", [], { host: createTestHost({ mode: "human" }) })).toMatchObject({ by: "stage" });
  });
});

/** A host with a person at a terminal who has typed something already. */
function atTerminal(typed: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const host = createTestHost({ mode: "human", terminal: createTerminal(input, output) });
  return { host, shown: () => String(output.read()) };
}

describe("at a terminal", () => {
  test.each<[string, string, JsonValue]>([
    ["ask", "approve\n", { decision: "approve" }],
    ["ask", ' "approve" \n', { decision: "approve" }],
    ["ask", '{"decision":"reject"}\n', { decision: "reject" }],
    [`ask --schema '{"type":"string"}'`, "hello there\n", "hello there"],
    [`ask --schema '{"type":"string"}'`, '"5"\n', "5"],
    [`ask --schema '{"type":"number"}'`, "5\n", 5],
    ["ask", "perhaps\nmaybe\napprove\n", { decision: "approve" }],
  ])("%s answered with %j", async (pipeline, typed, expected) => {
    const { host } = atTerminal(typed);
    expect(await itemsOf(pipeline, [], { host })).toEqual([expected]);
  });

  test("says what is wrong with an answer, and gives up after the third", async () => {
    const { host, shown } = atTerminal("a\nb\nc\napprove\n");
    const message = "ask response failed schema validation at /decision: must be equal to one of the allowed values";
    await expect(run("ask --prompt Well?", [], { host })).rejects.toThrow(message);
    expect(shown()).toBe(`Well?\n> ${message}\n> ${message}\n> `);
  });
});
