import { expect, it } from "vitest";
import { parseJson } from "../../../src/runtime/stable-json.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

it("an answer that is not one of the choices is refused, also where the choices are ids of chat platforms", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: channel, input: {prompt: Which?, responseSchema: {enum: [1180000000000000001, 1290000000000000101]}}}\n  - {id: post, stdin: $channel.response, run: cat}\n",
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  const report = await test.runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  const answer = (text: string) =>
    test.runtime.decide({
      gate: { token: report.gate.token },
      decision: { kind: "answer", response: parseJson(text) },
    });
  expect(await answer("1180000000000000002")).toMatchObject({ kind: "refused", error: { code: "invalid_answer" } });
  expect(await answer("1290000000000000101")).toMatchObject({ kind: "accepted" });
});

it("two ids that differ in their last digits are two choices", async () => {
  const test = makeRuntime({
    "workflow.lobster":
      "steps:\n  - {id: channel, input: {prompt: Which?, responseSchema: {enum: [1180000000000000001, 1180000000000000002]}}}\n",
  });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "waiting" });
});
