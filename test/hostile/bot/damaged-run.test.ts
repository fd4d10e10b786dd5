import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const TWO_GATES = "steps:\n  - { id: go, approval: 'Go on?' }\n  - { id: done, run: echo done }\n";

it("one run whose document was lost to a broken disk keeps the bot from no other run, and is named in its log", async () => {
  const [store, platform] = [createMemoryStore(), createFakePlatform()];
  stage = await openStage({ platform, files: { "two.lobster": TWO_GATES }, store });
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  const { runs } = await stage.runtime.listRuns();
  const [lost, kept] = runs.map(({ id }) => id);
  if (lost === undefined || kept === undefined) throw new Error("expected two runs");
  await stage.stop();
  const key = `run_${lost.toLowerCase()}`;
  const stored = await store.read(key);
  if (stored === undefined) throw new Error("expected a run");
  await store.replace(key, { format: "lobster.run.v1" }, stored.version);
  stage = await openStage({ platform, files: { "two.lobster": TWO_GATES }, store });
  expect((await stage.runtime.listRuns()).runs.map(({ id }) => id)).toEqual([kept]);
  const before = stage.texts().length;
  await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
  expect(stage.texts().slice(before).join("\n")).toContain("Go on?");
  expect(stage.log.filter(({ event }) => event === "run_not_read").map(({ facts }) => facts?.["key"])).toEqual([key]);
});
