import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
const clock = createManualClock();

afterEach(async () => {
  const stopped = stage.stop();
  await clock.jump(60_000);
  await stopped;
});

it("a gate that cannot be read is told in the log once, and every ten minutes after that, until it can be read", async () => {
  const platform = createFakePlatform();
  stage = await openStage({
    platform,
    clock,
    files: { "one.lobster": "steps:\n  - { id: go, approval: 'Go on?' }\n" },
  });
  await stage.act({ kind: "command", name: "run", rest: "one", from: "101" });
  const [run] = (await stage.runtime.listRuns()).runs;
  const key = run?.gate ?? "";
  const stored = await stage.store.read(key);
  if (stored === undefined) throw new Error("expected a gate");
  await stage.store.replace(key, { format: "lobster.gate.v1" }, stored.version);
  const told = (): number => stage.log.filter(({ event }) => event === "run_not_drawn").length;
  // Every look is a try.
  for (let second = 0; second < 9 * 60; second += 1) await clock.jump(1_000);
  expect(told()).toBe(1);
  for (let second = 0; second < 2 * 60; second += 1) await clock.jump(1_000);
  expect(told()).toBe(2);
  const damaged = await stage.store.read(key);
  await stage.store.replace(key, stored.value, damaged?.version ?? stored.version);
  for (let second = 0; second < 11 * 60; second += 1) await clock.jump(1_000);
  expect(told()).toBe(2);
});
