import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { RunId } from "../../../src/runtime/run/documents.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakeAnswer, type FakeMessage, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage, type StageOptions } from "../../hostile/bot/stage.ts";
import { loseRun, type LostAt } from "./lost-run.ts";

const GATED = `steps:
  - {id: prepare, run: echo p >> log}
  - {id: gate, approval: {prompt: Go?, required_approver: release-manager}}
  - {id: deploy, run: echo x >> log}
  - {id: tell, run: echo t >> log}
`;

let stage: Stage;
let platform: FakePlatform;

afterEach(() => stage.stop());

/** A bot that finds a lost run when it starts. */
async function open(file: string, lost: LostAt, options: Partial<StageOptions> = {}): Promise<RunId> {
  platform = createFakePlatform();
  let runId: RunId | undefined;
  stage = await openStage({
    platform,
    files: { "work.lobster": file },
    before: async (parts) => {
      runId = await loseRun(parts, lost);
    },
    ...options,
  });
  await stage.bot.idle();
  if (runId === undefined) throw new Error("no run");
  return runId;
}

const report = (): FakeMessage => {
  const found = platform.messages.findLast((message) => platform.textOf(message).includes("Nobody knows whether"));
  if (found === undefined) throw new Error(JSON.stringify(stage.texts(), null, 1));
  return found;
};

const press = (from: string, label: string, message = report()): Promise<FakeAnswer> =>
  stage.act({ kind: "press", payload: payloadOf(message, label), message: message.ref, from });

const log = async (): Promise<string> =>
  (await readFile(path.join(stage.workspace.workflowsDirectory, "log"), "utf8").catch(() => "")).replaceAll("\n", "");

describe("a run that is found lost when the bot starts", () => {
  it("is reported at once: what finished, what is unknown, what a retry runs, and that the gate asks again", async () => {
    await open(GATED, { stepId: "deploy" });
    expect(platform.textOf(report()).split("\n")).toEqual([
      "⚠️ Interrupted",
      expect.stringMatching(/^work · run [0-9A-Z]{8} · started by Dev lead$/),
      "The process that executed it is gone.",
      "Finished: prepare",
      "Nobody knows whether deploy took effect.",
      "A retry runs deploy once more.",
      "Before that, the approval of gate is asked for again.",
    ]);
    expect(
      report()
        .content.buttons?.flat()
        .map(({ label }) => label),
    ).toEqual(["Retry this step", "Abandon"]);
    expect(stage.texts().filter((text) => text.startsWith("⚠️ Interrupted"))).toHaveLength(3);
    expect(await log()).toBe("p");
  });

  it("is not said to have finished steps that failed, and that it went on after", async () => {
    const file = GATED.replace("echo p >> log}", "echo p >> log}\n  - {id: lint, run: exit 3, on_error: continue}");
    await open(file, { stepId: "deploy" });
    const lines = platform.textOf(report()).split("\n");
    expect(lines.slice(3, 6)).toEqual([
      "Finished: prepare",
      "Failed on the way: lint",
      "Nobody knows whether deploy took effect.",
    ]);
  });

  it("runs again once after a retry, behind a fresh approval; both cards tell how it went", async () => {
    const runId = await open(GATED, { stepId: "deploy" });
    const first = report();
    const again = { kind: "press", payload: payloadOf(first, "Retry this step"), message: first.ref } as const;
    expect((await press("103", "Retry this step")).text).toBe("The approval is asked for again, on a card of its own.");
    expect((await stage.act({ ...again, from: "101" })).text).toMatch(/^Teammate has asked for a retry already, /);
    expect(platform.textOf(first)).toMatch(/^🔁 Retry asked for by Teammate, /);
    expect(first.content.buttons ?? []).toEqual([]);
    const card = stage.find("⏳ Waiting for approval");
    expect(platform.textOf(card)).toContain(
      "Asked again: the run was interrupted in deploy, and nobody knows whether that took effect.",
    );
    await stage.act({ kind: "press", payload: payloadOf(card, "Details"), message: card.ref, from: "102" });
    expect(stage.find("What runs after it:")).toBeDefined();
    expect(platform.textOf(stage.find("What runs after it:"))).toMatch(/deploy: echo x[^]*tell: echo t/);
    expect((await press("101", "Approve", card)).text).toMatch(/^Refused/);
    expect((await press("102", "Approve", card)).text).toBe("Approved. The run goes on.");
    expect(await log()).toBe("pxt");
    expect(platform.textOf(card)).toMatch(/^✅ Finished/);
    expect((await stage.runtime.readRun(runId))?.recoveries).toMatchObject([
      { kind: "retry", by: "teammate", account: "telegram:103", origin: { via: "chat", conversation: "telegram:100" } },
    ]);
  });

  it("ends when it is abandoned, and says by whom", async () => {
    await open(GATED, { stepId: "deploy" });
    const first = report();
    expect((await press("101", "Abandon")).text).toBe("Abandoned. The run is over.");
    expect(platform.textOf(first)).toMatch(/^⏹️ Abandoned by Dev lead, /);
    expect(stage.texts().some((text) => /^(🕒|▶️|☑️)/.test(text))).toBe(false);
    expect(await log()).toBe("p");
  });

  it("is decided by those who may start its workflow, in a conversation that has its card", async () => {
    await open(
      GATED,
      { stepId: "deploy" },
      {
        config: {
          workflows: new Map([["work", { start: [{ kind: "person", id: "dev-lead" }], postTo: [{ kind: "origin" }] }]]),
          chats: [
            { platform: "telegram", id: "100" },
            { platform: "telegram", id: "200" },
          ],
        },
      },
    );
    const refused = "Only who may start work can say what becomes of it.";
    expect((await press("102", "Retry this step")).text).toBe(refused);
    expect((await press("102", "Abandon")).text).toBe(refused);
    const payload = payloadOf(report(), "Abandon");
    const elsewhere = { platform: "telegram", id: "200" } as const;
    const answer = await stage.act({ kind: "press", payload, conversation: elsewhere, from: "101" });
    expect(answer.text).toBe("This counts only in a conversation where its card was posted.");
    expect((await press("999", "Abandon")).text).toMatch(/^You are not registered here/);
    expect((await press("101", "Abandon")).text).toBe("Abandoned. The run is over.");
  });

  it("of an earlier version says that what still runs of it is not ended, and does not end it", async () => {
    const execution = `lost-${process.pid}`;
    const environment = { PATH: process.env["PATH"], LOBSTER_EXECUTION: execution };
    const left = spawn("sleep", ["300"], { stdio: "ignore", detached: true, env: environment });
    try {
      await once(left, "spawn");
      await open(GATED, { stepId: "deploy", execution });
      const said = `Something of this run still runs (process ${left.pid}). It may be of an earlier step, so it is not ended from here. The run can be retried or abandoned once that has ended.`;
      expect(platform.textOf(report()).split("\n")).toContain(said);
      expect((await press("101", "Retry this step")).text).toBe(said);
      expect((await press("101", "Abandon")).text).toBe(said);
      expect(left.kill(0)).toBe(true);
    } finally {
      left.kill("SIGKILL");
    }
    await once(left, "exit");
    expect((await press("101", "Abandon")).text).toBe("Abandoned. The run is over.");
  });

  it("stands in /pending with a way to its card, for those who can act on it", async () => {
    await open(GATED, { stepId: "deploy" });
    await stage.act({ kind: "command", name: "pending", from: "101" });
    const list = stage.find("You can act on:");
    expect(platform.textOf(list)).toContain("interrupted in deploy (waiting ");
    const show = list.content.buttons?.flat()[0]?.payload ?? "";
    const before = platform.messages.length;
    await stage.act({ kind: "press", payload: show, message: list.ref, from: "101" });
    expect(platform.messages).toHaveLength(before + 1);
    expect((await press("101", "Abandon", platform.messages.at(-1))).text).toBe("Abandoned. The run is over.");
    const copies = platform.messages.filter((message) => platform.textOf(message).includes("is gone."));
    expect(copies.map((copy) => platform.textOf(copy).split(",")[0])).toEqual([
      "⏹️ Abandoned by Dev lead",
      "⏹️ Abandoned by Dev lead",
    ]);
  });

  it.each([
    [
      "steps:\n  - id: all\n    parallel: {wait: all, branches: [{id: api, run: echo a}, {id: web, run: echo w}]}\n",
      "A retry runs all branches of all again: api, web",
    ],
    [
      "steps:\n  - {id: list, run: 'echo \"[1,2]\"'}\n  - {id: all, for_each: $list.json, steps: [{id: one, run: echo x}]}\n",
      "A retry runs all again for every item, from the first one on.",
    ],
  ])("says what else runs again where one lane cannot be run alone", async (file, expected) => {
    await open(file, { stepId: "all" });
    expect(platform.textOf(report())).toContain(expected);
  });
});
