import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../src/runtime/index.ts";
import { startTerminal, type DriverOptions, type TerminalDriver } from "./terminal-driver.ts";
import { configFor, createWorkspace, DEPLOY_GUARD, type Workspace } from "./workspace.ts";

/** Goes on when a file appears. */
const SLOW = `
steps:
  - id: wait
    run: while [ ! -f go ] && [ -d $PWD ]; do sleep 0.01; done; echo waited
  - id: end
    run: echo '{"done":true}'
`;

const BROKEN = `
steps:
  - id: fail
    run: echo "cannot reach the host" >&2; exit 7
`;

let workspace: Workspace;
let chat: TerminalDriver;

const start = async (options?: DriverOptions): Promise<void> => {
  chat = await startTerminal(workspace, options);
};

beforeEach(async () => {
  workspace = await createWorkspace({
    "deploy-guard.lobster": DEPLOY_GUARD,
    "slow.lobster": SLOW,
    "broken.lobster": BROKEN,
  });
});

afterEach(async () => {
  await letGo();
  await chat.stop();
  await workspace.remove();
});

const letGo = (): Promise<void> => writeFile(path.join(workspace.workflowsDirectory, "go"), "");
const runIdOf = (text: string | undefined): string => /run ([0-9A-Z]{8})/.exec(text ?? "")?.[1] ?? "";
const card = (state: string) => chat.messages().findLast(({ text }) => text.startsWith(state));

/** Looks until it is there; everything the bot does on its own comes within 2 s. */
async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  const end = Date.now() + 5_000;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`It never came: ${JSON.stringify(chat.messages(), null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A runtime as another process on the same state has it. */
const otherProcess = () =>
  createRuntime({
    store: createFileStore({ directory: workspace.stateDirectory, clock: systemClock, ids: systemIds }),
    clock: systemClock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });

describe("runs of one conversation", () => {
  it("do not hold up commands", async () => {
    await start();
    chat.type("/run slow");
    const running = await eventually(() => card("▶️ Running"));
    chat.type("/status");
    await eventually(() => chat.transcript().includes(`→   • slow · ${runIdOf(running.text)}: ▶️ Running`));
    expect(chat.bot.executing()).toBe(1);
    await letGo();
    await chat.settle();
    expect(chat.look(running).text).toMatch(/^✅ Finished/);
  });

  it("queue behind the configured number and say so", async () => {
    await start({ config: { defaults: { ...configFor(workspace).defaults, maxParallel: 1 } } });
    chat.type("/run slow");
    await eventually(() => card("▶️ Running"));
    chat.type("/run deploy-guard");
    const queued = await eventually(() => card("🕒 Queued: 1 run is ahead of it in this conversation"));
    await letGo();
    await chat.settle();
    expect(chat.look(queued).text).toMatch(/^⏳ Waiting for approval/);
  });

  it("are cancelled by their starter, after a question, with their processes", async () => {
    await start();
    chat.type("/run slow");
    const running = await eventually(() => card("▶️ Running"));
    chat.type(`/cancel ${runIdOf(running.text)}`);
    const question = await eventually(() => chat.messages().find(({ text }) => text.includes("Dev lead, cancel slow")));
    expect(question.buttons).toEqual(["Cancel the run", "Keep it"]);
    chat.type(`#${chat.recorded.numberOf(question, "Cancel the run")}`);
    await eventually(() => chat.transcript().includes("→ Cancelling: the step under way is being ended."));
    await chat.settle();
    expect(chat.look(running).text).toMatch(/^🚫 Cancelled/);
    expect(chat.look(running).text).toContain("Cancelled by Dev lead");
  });

  it("are not cancelled by somebody who neither started nor may approve them", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const id = runIdOf(chat.lastCard().text);
    expect(await chat.say("teammate", `/cancel ${id}`)).toBe(
      "Only who started a run, or may approve it, can cancel it.",
    );
    expect(await chat.say("release-manager", `/cancel ${id}`)).toBe("Confirm it in the message below.");
    expect(await chat.press("release-manager", "Keep it")).toBe("Nothing was cancelled.");
    await chat.say("release-manager", `/cancel ${id}`);
    expect(await chat.press("release-manager", "Cancel the run")).toBe("Cancelled.");
    expect(chat.lastCard().text).toMatch(/^🚫 Cancelled/);
    expect(await chat.say("release-manager", `/cancel ${id}`)).toBe("The run is over already: cancelled.");
  });

  it("show the failed step, its exit code and the end of its error output", async () => {
    await start();
    await chat.say("dev-lead", "/run broken");
    const failed = card("❌ Failed");
    expect(failed?.text).toContain("Step fail failed with exit code 7");
    expect(failed?.text).toContain("cannot reach the host");
    expect(await chat.say("dev-lead", "/history")).toMatch(/broken · [0-9A-Z]{8}: failed · took /);
  });

  it("are told in /status with their steps, who approved, and how long", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const id = runIdOf(chat.lastCard().text);
    expect(await chat.say("teammate", `/status ${id.toLowerCase()}`)).toMatch(
      /^⏳ Waiting for approval\ndeploy-guard · run [0-9A-Z]{8} · started by Dev lead\n✔ collect\n⏳ gate\n· deploy\n/,
    );
    await chat.press("release-manager", "Approve");
    expect(await chat.say("teammate", `/status ${id}`)).toContain("Approved by Release manager");
    expect(await chat.say("teammate", "/status 00000000")).toContain("No run 00000000 in this conversation.");
  });
});

describe("/pending", () => {
  it("tells first what the person can act on, and brings the card back", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const first = chat.lastCard();
    await chat.say("teammate", "/pending");
    expect(chat.messages().at(-1)?.text).toMatch(/^Others can act on:/);
    await chat.say("release-manager", "/pending");
    const list = chat.messages().at(-1);
    expect(list?.text).toMatch(/^You can act on:\n  • deploy-guard · [0-9A-Z]{8}: Deploy 3 services\?/);
    await chat.press("release-manager", list?.buttons[0] ?? "");
    const second = chat.lastCard();
    expect(second.id).not.toBe(first.id);
    await chat.press("release-manager", "Approve", second);
    expect(chat.look(first).text).toMatch(/^✅ Finished/);
    expect(chat.look(second).text).toMatch(/^✅ Finished/);
    expect(await chat.say("release-manager", "/pending")).toBe("Nothing waits here.");
  });
});

describe("a gate that another process decides", () => {
  it("changes its card within 2 s", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const gate = chat.lastCard();
    const approvalId = /approval id ([0-9a-f]{8})/.exec(gate.text)?.[1] ?? "";
    const other = otherProcess();
    const outcome = await other.decide({
      gate: { approvalId },
      decision: { kind: "approve" },
      by: { person: "release-manager" },
      via: "cli",
    });
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    await other.execute(outcome.run.id);
    const end = Date.now() + 2_000;
    await eventually(() => chat.look(gate).text.startsWith("✅ Finished"));
    expect(Date.now()).toBeLessThan(end);
    expect(await chat.press("teammate", "Approve", gate)).toMatch(/^Already approved by Release manager/);
  });

  it("is told after a restart when it happened while the bot was away, in one new message", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const approvalId = /approval id ([0-9a-f]{8})/.exec(chat.lastCard().text)?.[1] ?? "";
    await chat.stop();
    const other = otherProcess();
    await other.decide({ gate: { approvalId }, decision: { kind: "deny" }, via: "cli", reason: "wrong day" });
    await start();
    const told = chat.messages().filter(({ text }) => text.includes("Deploy 3 services?"));
    expect(told.map(({ text }) => text.split("\n")[0])).toEqual(["⛔ Denied"]);
    await chat.restart();
    expect(chat.messages().filter(({ text }) => text.includes("Deploy 3 services?"))).toHaveLength(1);
  });
});

describe("a restart", () => {
  it("leaves a waiting gate open, and its old card's button works from a new copy", async () => {
    await start();
    await chat.say("dev-lead", "/run deploy-guard");
    const approvalId = /approval id ([0-9a-f]{8})/.exec(chat.lastCard().text)?.[1] ?? "";
    await chat.restart();
    expect(await chat.say("release-manager", `/approve ${approvalId}`)).toBe("Approved. The run goes on.");
    expect(chat.lastCard().text).toMatch(/^✅ Finished/);
    expect(await readFile(path.join(workspace.workflowsDirectory, "deployed.txt"), "utf8")).toBe("x\n");
  });
});

describe("a gate whose run cannot go on", () => {
  it("is open again, says why, and works once the reason is gone", async () => {
    await workspace.write(
      "far.lobster",
      "steps:\n  - id: gate\n    approval: Go?\n  - id: work\n    run: echo done > done.txt\n    cwd: missing\n    when: $gate.approved\n",
    );
    await start();
    await chat.say("dev-lead", "/run far");
    const gate = chat.lastCard();
    expect(await chat.press("teammate", "Approve", gate)).toBe("Approved. The run goes on.");
    expect(chat.look(gate).text).toMatch(/^⏳ Waiting for approval/);
    expect(chat.look(gate).buttons).toEqual(["Approve", "Deny", "Details"]);
    expect(chat.messages().at(-1)?.text).toMatch(
      /^It could not go on at work: .+ Nothing had started, so the gate is open again\.$/,
    );
    await mkdir(path.join(workspace.workflowsDirectory, "missing"));
    expect(await chat.press("teammate", "Approve", gate)).toBe("Approved. The run goes on.");
    expect(chat.look(gate).text).toMatch(/^✅ Finished/);
  });
});

describe("a card", () => {
  it("shows invisible characters and no secrets, wherever they come from", async () => {
    await workspace.write(
      "leak.lobster",
      [
        "steps:",
        "  - id: plan",
        '    run: printf \'{"note":"pass hunter22 on","token":"ghp_%s","rtl":"a\\\\u202eb"}\' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        "  - id: gate",
        "    approval: { prompt: 'Send hunter22?' }",
        "    stdin: $plan.json",
      ].join("\n"),
    );
    await start({ config: { redactions: ["hunter22"] } });
    await chat.say("dev-lead", "/run leak");
    const { text } = chat.lastCard();
    expect(text).toContain("Send [redacted]?");
    expect(text).toContain("note: pass [redacted] on");
    expect(text).toContain("token: [redacted]");
    expect(text).toContain("rtl: a\\u{202e}b");
    expect(chat.transcript()).not.toMatch(/hunter22|ghp_a|\u202e/);
  });
});
