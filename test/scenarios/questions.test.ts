import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTerminal, type TerminalDriver } from "./terminal-driver.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

const RELEASE = `
name: release
steps:
  - id: ask
    input:
      prompt: How shall it be released?
      responseSchema:
        type: object
        properties:
          version: { type: string, pattern: "^v[0-9]+$", title: Version }
          channel: { enum: [stable, beta], title: Channel }
          notify: { type: boolean, title: Notify everybody }
        required: [version, channel, notify]
    stdin: { changes: 3 }
  - id: release
    run: cat > released.json
    stdin: $ask.response
`;

const ONE = `
steps:
  - id: ask
    input:
      prompt: How many replicas?
      responseSchema: { type: integer, minimum: 1, maximum: 9 }
  - id: scale
    run: cat > replicas.txt
    stdin: $ask.response
`;

const PARAMETERS = `
args:
  env: { required: true, enum: [staging, production], description: Where to }
  tag: { default: latest }
steps:
  - id: show
    run: printf '%s' "$LOBSTER_ARG_ENV/$LOBSTER_ARG_TAG" > shown.txt
`;

let workspace: Workspace;
let chat: TerminalDriver;

beforeEach(async () => {
  workspace = await createWorkspace({ "release.lobster": RELEASE, "scale.lobster": ONE, "show.lobster": PARAMETERS });
  chat = await startTerminal(workspace);
});

afterEach(async () => {
  await chat.stop();
  await workspace.remove();
});

const read = (name: string): Promise<string> => readFile(path.join(workspace.workflowsDirectory, name), "utf8");

const lastQuestion = () => {
  const found = chat.messages().findLast(({ text }) => text.startsWith("❓"));
  if (found === undefined) throw new Error("no question is open");
  return found;
};

describe("a question of one field", () => {
  it("is answered in writing by who started the run", async () => {
    await chat.say("dev-lead", "/run scale");
    const question = lastQuestion();
    expect(question.text).toContain("How many replicas?");
    expect(question.text).toContain("Dev lead answers it.");
    await chat.reply("dev-lead", "4");
    expect(await read("replicas.txt")).toBe("4");
    expect(chat.look(question).text).toMatch(/^✅ Answered\nAnswered by Dev lead, /);
  });

  it("stays open after a wrong answer and says what is wrong", async () => {
    await chat.say("dev-lead", "/run scale");
    const question = lastQuestion();
    expect(await chat.reply("dev-lead", "none")).toContain("That was not taken:");
    expect(await chat.reply("dev-lead", "12")).toContain("at most 9");
    expect(chat.look(question).text).toMatch(/^❓/);
    await chat.reply("dev-lead", "9");
    expect(await read("replicas.txt")).toBe("9");
  });

  it("is not answered by anybody else", async () => {
    await chat.say("dev-lead", "/run scale");
    const runId = /run ([0-9A-Z]{8})/.exec(lastQuestion().text)?.[1] ?? "";
    expect(await chat.say("teammate", `/answer ${runId} 4`)).toBe("This question is for Dev lead.");
    expect(lastQuestion().text).toMatch(/^❓/);
  });

  it("takes /answer with the run's id", async () => {
    await chat.say("dev-lead", "/run scale");
    const runId = /run ([0-9A-Z]{8})/.exec(lastQuestion().text)?.[1] ?? "";
    await chat.say("dev-lead", `/answer ${runId.toLowerCase()} 7`);
    expect(await read("replicas.txt")).toBe("7");
  });

  it("takes a number as the answer although an older card has a button of that number", async () => {
    await workspace.write(
      "gate.lobster",
      "steps:\n  - id: g\n    approval: Go?\n  - id: gone\n    run: echo gone > gone.txt\n    when: $g.approved\n",
    );
    await chat.say("dev-lead", "/run gate");
    await chat.say("dev-lead", "/run scale");
    await chat.reply("dev-lead", "1");
    expect(await read("replicas.txt")).toBe("1");
    await expect(read("gone.txt")).rejects.toThrow("ENOENT");
  });
});

describe("a question of several fields", () => {
  it("goes field by field, then shows a summary to submit", async () => {
    await chat.say("dev-lead", "/run release");
    const question = lastQuestion();
    expect(question.text).toContain("changes: 3");
    await chat.reply("dev-lead", "v7");
    await chat.press("dev-lead", "beta");
    await chat.press("dev-lead", "Yes");
    expect(chat.look(question).text).toContain("v7");
    await chat.press("dev-lead", "Submit");
    expect(JSON.parse(await read("released.json"))).toEqual({ version: "v7", channel: "beta", notify: true });
  });

  it("keeps what was entered over a restart", async () => {
    await chat.say("dev-lead", "/run release");
    await chat.reply("dev-lead", "v8");
    await chat.press("dev-lead", "stable");
    await chat.restart();
    await chat.say("dev-lead", "/pending");
    await chat.press("dev-lead", chat.messages().at(-1)?.buttons[0] ?? "");
    await chat.press("dev-lead", "No");
    await chat.press("dev-lead", "Submit");
    expect(JSON.parse(await read("released.json"))).toEqual({ version: "v8", channel: "stable", notify: false });
  });

  it("takes the whole answer as JSON", async () => {
    await chat.say("dev-lead", "/run release");
    const runId = /run ([0-9A-Z]{8})/.exec(lastQuestion().text)?.[1] ?? "";
    expect(await chat.say("dev-lead", `/answer ${runId} {"version":"7"}`)).toContain("That was not taken:");
    await chat.say("dev-lead", `/answer ${runId} {"version":"v9","channel":"beta","notify":false}`);
    expect(JSON.parse(await read("released.json"))).toEqual({ version: "v9", channel: "beta", notify: false });
  });

  it("never takes a second tap on an old button for another field", async () => {
    await chat.say("dev-lead", "/run release");
    const question = lastQuestion();
    await chat.reply("dev-lead", "v7");
    await chat.press("dev-lead", "beta", question);
    await chat.press("dev-lead", "stable", question);
    expect(chat.look(question).text).not.toContain("stable");
  });
});

describe("arguments that are missing", () => {
  it("become a form, and the run starts with the answer", async () => {
    await chat.say("dev-lead", "/run show tag=v3");
    const form = chat.messages().at(-1);
    expect(form?.text).toContain("Dev lead, before show can start:");
    expect(await chat.press("teammate", "production", form)).toBe("This question is for Dev lead.");
    await chat.press("dev-lead", "production", form);
    await chat.press("dev-lead", "Submit");
    expect(await read("shown.txt")).toBe("production/v3");
  });

  it.each([
    ["show envv=production", "There is no argument envv. Did you mean env?"],
    ["show env=nowhere", "env"],
    ["shoe", "There is no workflow shoe. Did you mean show?"],
    ["show production", "production is not name=value."],
  ])("/run %s is refused with the reason, and nothing starts", async (line, reason) => {
    expect(await chat.say("dev-lead", `/run ${line}`)).toContain(reason);
    expect(await chat.say("dev-lead", "/status")).toBe("No run is known in this conversation.");
  });
});

describe("/run without a name", () => {
  it("offers the workflows as buttons, to the person who asked", async () => {
    await chat.say("dev-lead", "/run");
    const list = chat.messages().at(-1);
    expect(list?.buttons).toEqual(["release", "scale", "show"]);
    expect(await chat.press("teammate", "scale", list)).toContain("This question is for Dev lead.");
    await chat.press("dev-lead", "scale", list);
    expect(lastQuestion().text).toContain("How many replicas?");
  });
});
