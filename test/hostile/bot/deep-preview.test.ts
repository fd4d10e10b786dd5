import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("a gate whose preview is deeply nested JSON gets its card like every other gate", async () => {
  const platform = createFakePlatform();
  stage = await openStage({
    platform,
    files: {
      "deep.lobster": `
steps:
  - id: plan
    run: head -c 1500 /dev/zero | tr '\\0' '['; head -c 1500 /dev/zero | tr '\\0' ']'
  - id: gate
    approval: { prompt: "Go on?", items: [api], preview: "$plan.stdout" }
`,
    },
  });
  await stage.act({ kind: "command", name: "run", rest: "deep", from: "101" });
  const runs = (await stage.runtime.listRuns()).runs;
  expect(runs.map(({ status }) => status)).toEqual(["waiting"]);
  expect(stage.log.filter(({ event }) => event === "run_not_drawn")).toEqual([]);
  expect(stage.texts().some((text) => text.includes("Go on?"))).toBe(true);
});
