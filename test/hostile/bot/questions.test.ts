import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let platform: FakePlatform;
afterEach(() => stage.stop());

const TWO = `
steps:
  - id: first
    input: { prompt: "First tag?", responseSchema: { type: string } }
  - id: second
    input: { prompt: "Second tag?", responseSchema: { type: string } }
  - id: show
    run: cat
    stdin: $second.response
`;

const prompt = () => platform.messages.findLast(({ content }) => content.expectReply !== undefined);

describe("probe", () => {
  it("two gates of one run: reply to old prompt", async () => {
    platform = createFakePlatform();
    stage = await openStage({ platform, files: { "two.lobster": TWO } });
    await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
    const old = prompt();
    if (!old) throw new Error();
    await stage.act({ kind: "text", text: "A", replyTo: old.ref, from: "101" });
    const r = await stage.act({ kind: "text", text: "A-again", replyTo: old.ref, from: "101" });
    console.log("RR", r.text, JSON.stringify(stage.texts()));
    const r2 = await stage.act({ kind: "text", text: "mine", replyTo: prompt()!.ref, from: "102" });
    console.log("RR", r2.text);
    const r3 = await stage.act({ kind: "text", text: "mine", replyTo: prompt()!.ref, from: undefined, nobody: "channel" });
    console.log("RR", r3.text);
    const r4 = await stage.act({ kind: "text", text: "B", replyTo: prompt()!.ref, from: "101" });
    console.log("RR", r4.text, JSON.stringify(stage.texts()));
  });
  it("typed answer to whole run", async () => {
    platform = createFakePlatform();
    stage = await openStage({ platform, files: { "two.lobster": TWO, "deploy-guard.lobster": DEPLOY_GUARD } });
    await stage.act({ kind: "command", name: "run", rest: "two", from: "101" });
    const id = /run ([0-9A-Z]{8})/.exec(stage.texts()[0] ?? "")?.[1] ?? "";
    console.log("RR", (await stage.act({ kind: "command", name: "answer", rest: `${id} x`, from: "102" })).text);
    console.log("RR", (await stage.act({ kind: "command", name: "answer", rest: `${id} x`, from: "101" })).text);
    console.log("RR", (await stage.act({ kind: "command", name: "answer", rest: `${id} y`, from: "101" })).text);
    console.log("RR", JSON.stringify(stage.texts()));
    void payloadOf;
  });
});
