import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../fakes/bot-bench.ts";
import { createFakePlatform } from "../fakes/fake-adapter.ts";
import { openStage, until, type Stage } from "../hostile/bot/stage.ts";
import { DEPLOY_GUARD } from "../scenarios/workspace.ts";

let stage: Stage;
afterEach(() => stage.stop());

const SLOW = "steps:\n  - id: wait\n    run: while [ ! -f go ] && [ -d $PWD ]; do sleep 0.02; done\n";

async function runs() {
  const { runs: all } = await stage.runtime.listRuns();
  return all;
}

describe("where somebody acted", () => {
  it("is kept with the run that was started and with the decision, down to the card that was pressed", async () => {
    const platform = createFakePlatform();
    stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const card = stage.find("Waiting for approval");
    const payload = payloadOf(card, "Approve");
    await stage.act({ kind: "press", payload, from: "102", message: card.ref });
    const [run] = await runs();
    expect(run?.startedFrom).toEqual({ via: "chat", account: "telegram:101", conversation: "telegram:100" });
    expect(run?.decisions).toMatchObject([
      {
        by: "release-manager",
        account: "telegram:102",
        origin: { via: "chat", conversation: "telegram:100", message: card.ref.id },
      },
    ]);
  });

  it("is kept with a wish to cancel what executes", async () => {
    const platform = createFakePlatform();
    stage = await openStage({ platform, files: { "slow.lobster": SLOW } });
    await platform.deliver({ kind: "command", name: "run", rest: "slow", from: "101" });
    await until(() => stage.texts().some((text) => text.includes("Running")));
    const id = (await runs())[0]?.id ?? "";
    await platform.deliver({ kind: "command", name: "cancel", rest: id, from: "101" });
    await until(() => platform.messages.some(({ content }) => JSON.stringify(content).includes("cancelnow")));
    const question = platform.messages.findLast(({ content }) => JSON.stringify(content).includes("cancelnow"));
    if (question === undefined) throw new Error("no question");
    const press = payloadOf(question, "Cancel the run");
    await stage.act({ kind: "press", payload: press, from: "101", message: question.ref });
    const [run] = await runs();
    expect(run?.outcome).toMatchObject({ kind: "cancelled", by: "dev-lead" });
    expect(run?.cancelRequested?.origin).toEqual({
      via: "chat",
      account: "telegram:101",
      conversation: "telegram:100",
      message: question.ref.id,
    });
  });
});
