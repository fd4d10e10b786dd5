import { afterEach, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, until, type Stage } from "./stage.ts";

let first: Stage;
let second: Stage | undefined;

afterEach(async () => {
  await second?.bot.stop({ graceMs: 0 });
  second = undefined;
  await first.stop();
});

/** A platform that takes its time before it says that a message is there. */
const slow = (platform: FakePlatform, ms: number): FakePlatform => ({
  ...platform,
  adapter: {
    ...platform.adapter,
    send: async (...words) => {
      const outcome = await platform.adapter.send(...words);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return outcome;
    },
  },
});

it("a second bot on the same state directory is refused, or leaves no card that says waiting when the run is over", async () => {
  const platform = createFakePlatform();
  first = await openStage({ platform: slow(platform, 1_500), files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  const { store, workspace } = first;
  try {
    // Another process of the same bot, on the same account of the platform. Events still come to the first one.
    const watcher = { ...platform, adapter: { ...platform.adapter, start: () => Promise.resolve() } };
    second = await openStage({ platform: watcher, store, workspace, files: {} });
  } catch {
    return; // refused
  }
  await platform.deliver({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  const cards = () => platform.messages.filter((message) => platform.textOf(message).includes("Deploy 3 services?"));
  await until(() => cards().length > 0, 6_000);
  await first.bot.idle();
  await second.bot.idle();
  const [card] = cards();
  if (card === undefined) throw new Error("no card");
  await platform.deliver({ kind: "press", payload: payloadOf(card, "Approve"), message: card.ref, from: "102" });
  await until(async () => (await first.runtime.listRuns()).runs.every(({ status }) => status === "over"));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await first.bot.idle();
  await second.bot.idle();
  const states = platform.messages.map((each) => platform.textOf(each).split("\n")[0] ?? "");
  expect(states.filter((state) => /Starting|Running|Waiting|Queued/.test(state))).toEqual([]);
  expect(states.filter((state) => state.startsWith("✅ Finished"))).toHaveLength(2);
});
