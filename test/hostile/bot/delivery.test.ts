import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let platform: FakePlatform;

beforeEach(async () => {
  platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
});

afterEach(() => stage.stop());

const card = () => stage.find("Deploy 3 services?");
const press = (label: string, from: string) =>
  stage.act({ kind: "press", payload: payloadOf(card(), label), message: card().ref, from });

const count = (): number => [...stage.store.documents.keys()].filter((key) => key.startsWith("chat_messages_")).length;
const denyAndBack = async (): Promise<void> => {
  await press("Deny", "103");
  const question = stage.find("Teammate, deny deploy-guard");
  await stage.act({ kind: "press", payload: payloadOf(question, "Back"), message: question.ref, from: "103" });
};

describe("Details", () => {
  it("that could not be posted once are posted when they are asked for again", async () => {
    platform.sendFaults.push({ outcome: { kind: "gone", detail: "the message to reply to is gone" }, act: false });
    expect((await press("Details", "102")).text).not.toBe("The details are below.");
    expect((await press("Details", "102")).text).toBe("The details are below.");
    expect(stage.texts().join("\n")).toContain("Details of deploy-guard");
  });
});

describe("a question that is asked once more", () => {
  it("comes in a new message also when the platform asked to wait first", async () => {
    await press("Deny", "103");
    const question = () => stage.find("Teammate, deny deploy-guard");
    const first = question();
    await stage.act({ kind: "press", payload: payloadOf(first, "Back"), message: first.ref, from: "103" });
    const before = platform.messages.length;
    platform.sendFaults.push({ outcome: { kind: "later", retryAfterMs: 10 }, act: false });
    expect((await press("Deny", "103")).text).toBe("Confirm it in the message below.");
    expect(platform.messages.length).toBe(before + 1);
  });
});

describe("what the chat keeps about messages", () => {
  it("does not grow with every press on Deny and Back", async () => {
    for (let n = 0; n < 6; n += 1) await denyAndBack();
    const settled = count();
    for (let n = 0; n < 6; n += 1) await denyAndBack();
    expect(count()).toBe(settled);
  });
});
