import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "../../hostile/bot/stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const TWO = `
steps:
  - id: first
    input: { prompt: "Which one first?", responseSchema: { type: string } }
  - id: second
    input: { prompt: "Which one then?", responseSchema: { type: string } }
`;

it("a run's id names its first question only; every later one is answered by its own id", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "two.lobster": TWO } });
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  const [run] = (await stage.runtime.listRuns()).runs;
  const answer = async (rest: string): Promise<string> =>
    (await stage.act({ kind: "command", name: "answer", rest, from: "101" })).text;
  expect(await answer(`${run?.id ?? ""} one`)).toContain("The run goes on");
  const refused = await answer(`${run?.id ?? ""} two`);
  const [, id = ""] = /\/answer ([0-9a-f]{8}) /.exec(refused) ?? [];
  expect(platform.textOf(stage.find("Which one then?"))).toContain(`/answer ${id} `);
  expect(await answer(`#${id.toUpperCase()} two`)).toContain("The run goes on");
  expect(await answer(`${id} three`)).toContain("No question");
});
