import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

const workflow = (mark: string, type: string): string => `
args:
  target: { type: ${type}, required: true }
steps:
  - id: go
    run: echo started > ${mark}.txt
`;

let stage: Stage;
let platform: FakePlatform;

const open = async (type: string): Promise<void> => {
  platform = createFakePlatform();
  stage = await openStage({
    platform,
    files: { "restart-staging.lobster": workflow("staging", type), "wipe-prod.lobster": workflow("prod", type) },
  });
};

afterEach(() => stage.stop());

const readMark = (name: string): Promise<string | undefined> =>
  readFile(path.join(stage.workspace.workflowsDirectory, `${name}.txt`), "utf8").catch(() => undefined);

const run = (name: string) => stage.act({ kind: "command", name: "run", rest: name, from: "101" });
const lastPrompt = () => {
  const prompt = platform.messages.findLast(({ content }) => content.expectReply !== undefined);
  if (prompt === undefined) throw new Error("nothing asks for a reply");
  return prompt.ref;
};

describe("the missing arguments of two workflows that one person wanted to start", () => {
  it("are not mixed up: a reply to the first question never fills in the second", async () => {
    await open("string");
    await run("restart-staging");
    const replyTo = lastPrompt();
    await run("wipe-prod");
    await stage.act({ kind: "text", text: "db-7", replyTo, from: "101" });
    expect(platform.textOf(stage.find("before wipe-prod can start"))).not.toContain("db-7");
  });

  it("are not mixed up: a button under the first question never fills in the second", async () => {
    await open("boolean");
    await run("restart-staging");
    const form = stage.find("before restart-staging can start");
    const payload = payloadOf(form, "Yes");
    await run("wipe-prod");
    await stage.act({ kind: "press", payload, message: form.ref, from: "101" });
    expect(platform.textOf(stage.find("before wipe-prod can start"))).not.toContain("target: Yes");
  });

  it("are not mixed up: Submit under one workflow's summary never starts the other", async () => {
    await open("boolean");
    const fill = async (name: string) => {
      await run(name);
      const form = stage.find(`before ${name} can start`);
      await stage.act({ kind: "press", payload: payloadOf(form, "Yes"), message: form.ref, from: "101" });
      return stage.find(`before ${name} can start`);
    };
    const staging = await fill("restart-staging");
    const payload = payloadOf(staging, "Submit");
    await fill("wipe-prod");
    expect(platform.textOf(staging)).toContain("restart-staging");
    await stage.act({ kind: "press", payload, message: staging.ref, from: "101" });
    expect(await readMark("prod")).toBeUndefined();
  });
});
