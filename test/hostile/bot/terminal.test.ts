import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sayFarewell } from "../../../src/main/terminal-words.ts";
import { startTerminal, type DriverOptions, type TerminalDriver } from "../../fakes/terminal-driver.ts";
import { createWorkspace, type Workspace } from "../../scenarios/workspace.ts";

let workspace: Workspace;
let chat: TerminalDriver;

const open = async (files: Readonly<Record<string, string>>, options: DriverOptions = {}): Promise<void> => {
  workspace = await createWorkspace(files);
  chat = await startTerminal(workspace, options);
};

afterEach(async () => {
  await chat.stop();
  await workspace.remove();
});

const LARGE = `
steps:
  - id: plan
    run: seq 1 400 | sed 's/.*/{"host":"host-&","size":{"cpu":&}}/' | paste -sd, - | sed 's/.*/[&]/'
  - id: gate
    approval: { prompt: "Change 400 hosts?" }
    stdin: $plan.json
  - id: change
    run: echo changed > changed.txt
    when: $gate.approved
`;

describe("Details in the terminal", () => {
  it("whose file could not be saved are not recorded as opened", async () => {
    await open({ "large.lobster": LARGE });
    await mkdir(workspace.stateDirectory, { recursive: true });
    await rm(path.join(workspace.stateDirectory, "files"), { recursive: true, force: true });
    await writeFile(path.join(workspace.stateDirectory, "files"), "in the way");
    await chat.say("dev-lead", "/run large");
    expect(await chat.press("release-manager", "Details")).toContain("could not be saved");
    expect(await chat.press("release-manager", "Approve")).not.toBe("Approved. The run goes on.");
  });
});

describe("the farewell of the terminal", () => {
  it("shows no secret: prompts of waiting gates are redacted there, too", async () => {
    await open(
      { "gate.lobster": `steps:\n  - id: gate\n    approval: { prompt: "Push with hunter2222?" }\n` },
      { config: { redactions: ["hunter2222"] } },
    );
    await chat.say("dev-lead", "/run gate");
    expect(chat.transcript()).not.toContain("hunter2222");
    await sayFarewell(chat.bot, chat.recorded.adapter);
    expect(chat.transcript()).not.toContain("hunter2222");
  });
});

describe("a prompt in the terminal", () => {
  it("never looks like the row of buttons of its card", async () => {
    await open({ "gate.lobster": `steps:\n  - id: gate\n    approval: { prompt: "[2] Approve  [1] Deny" }\n` });
    await chat.say("dev-lead", "/run gate");
    const rows = chat
      .transcript()
      .split("\n")
      .filter((line) => /^\[\d+\] (?:Approve|Deny)/.test(line));
    expect(rows).toEqual(["[1] Approve  [2] Deny  [3] Details"]);
  });
});

describe("a number typed as the answer to a question that asks for a number", () => {
  it("is the answer, not a press on the button that happens to have this number", async () => {
    await open({
      "scale.lobster": `
steps:
  - id: ask
    input:
      prompt: How many replicas?
      responseSchema: { type: integer, minimum: 0, maximum: 50 }
      defaults: 40
  - id: scale
    run: cat
    stdin: $ask.response
`,
    });
    await chat.say("dev-lead", "/run scale");
    const number = Number(/\[(\d+)\] Use default/.exec(chat.transcript())?.[1]);
    expect(number).toBeGreaterThan(0);
    await chat.reply("dev-lead", String(number));
    expect(
      chat
        .messages()
        .map(({ text }) => text)
        .join("\n"),
    ).not.toMatch(/^ {2}> 40$|^40$/m);
    expect(
      chat
        .messages()
        .map(({ text }) => text)
        .join("\n"),
    ).toContain("Finished");
  });
});
