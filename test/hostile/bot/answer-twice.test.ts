import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const TWO = `
steps:
  - id: first
    input: { prompt: "Which database to back up?", responseSchema: { type: string } }
  - id: second
    input: { prompt: "Which database to drop?", responseSchema: { type: string } }
  - id: show
    run: cat
    stdin: $second.response
`;

it("the same /answer sent twice never answers the next question of the run as well", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "two.lobster": TWO } });
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  const question = stage.texts().find((text) => text.includes("Which database to back up?")) ?? "";
  // However a question is named: by what its message says.
  const id = /\/answer (\S+)/.exec(question)?.[1] ?? /run ([0-9A-Z]{8})/.exec(question)?.[1] ?? "";
  for (const eventId of ["a1", "a2"]) {
    await stage.act({ kind: "command", name: "answer", rest: `${id} production`, from: "101", eventId });
  }
  expect(stage.texts().join("\n")).not.toContain("Finished");
});
