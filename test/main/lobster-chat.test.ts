import { startAnswers } from "../adapters/telegram/answer-server.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../helpers/temp-folder.ts";
import { DEPLOY_GUARD } from "../scenarios/workspace.ts";

/** The built command, as a user has it. `npm test` builds before it tests. */
const LOBSTER_CHAT = path.resolve(import.meta.dirname, "../../dist/bin/lobster-chat.js");

const SLOW = "steps:\n  - id: wait\n    run: while [ ! -f go ] && [ -d $PWD ]; do sleep 0.02; done\n";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Chat {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

function open(folder: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Chat {
  const child = spawn(process.execPath, [LOBSTER_CHAT, ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
    stdio: "pipe",
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const ended = new Promise<Ended>((settle, fail) => {
    child.on("error", fail);
    child.on("close", (code) => settle({ code, ...said }));
  });
  return { child, ended, stdout: () => said.stdout, stderr: () => said.stderr };
}

function chat(folder: string, lines: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
  const { child, ended } = open(folder, ["start"], env);
  child.stdin?.end(lines.map((line) => `${line}\n`).join(""));
  return ended;
}

function run(folder: string, words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
  const { child, ended } = open(folder, words, env);
  child.stdin?.end();
  return ended;
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error("Nothing happened within 15 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const workspace = (): string =>
  makeFolder({ "workflows/deploy-guard.lobster": DEPLOY_GUARD, "workflows/slow.lobster": SLOW });

describe("lobster-chat start, from a pipe", () => {
  it("plays the four-eyes gate from greeting to history, in order", async () => {
    const folder = workspace();
    const { code, stdout, stderr } = await chat(folder, [
      "/run deploy-guard",
      "1",
      "/as teammate",
      "1",
      "/as release-manager",
      "1",
      "1",
      "/history",
    ]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const order = [
      "Lobster is here. Try: /run deploy-guard",
      "  • targets: api, web, worker",
      "[1] Approve  [2] Deny  [3] Details",
      "→ Refused: you started it yourself",
      "You speak as Teammate (teammate).",
      "→ Refused: it needs Release manager (release-manager).",
      "→ Approved. The run goes on.",
      "✅ Finished in ",
      "→ You approved it already",
      "finished · approved by Release manager",
    ].map((text) => stdout.indexOf(text));
    expect(order.every((position) => position >= 0)).toBe(true);
    expect(order.toSorted((a, b) => a - b)).toEqual(order);
    expect(readFileSync(path.join(folder, "workflows/deployed.txt"), "utf8")).toBe("x\n");
  });

  it("ends when its input ends, and says which gates wait and how to open them", async () => {
    const folder = workspace();
    const first = await chat(folder, ["/run deploy-guard"]);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("1 run still waits at its gate. It is stored:");
    const id = /approval id ([0-9a-f]{8})/.exec(first.stdout)?.[1] ?? "";
    expect(first.stdout).toMatch(new RegExp(`deploy-guard · [0-9A-Z]{8}: Deploy 3 services\\? .* · ${id}`));
    const second = await chat(folder, ["/as release-manager", `/approve ${id}`]);
    expect(second.stdout).toContain("1 gate waits from before: /pending.");
    expect(second.stdout).toContain("→ Approved. The run goes on.");
    expect(second.stdout).not.toContain("still waits");
  });

  it("keeps its log out of the chat, and message text out of the log", async () => {
    const folder = workspace();
    const { stdout } = await chat(folder, ["/run deploy-guard", "2", "5", "because of Mallory"]);
    const log = readFileSync(path.join(folder, ".lobster/state/logs/lobster-chat.log"), "utf8");
    expect(log).toContain("run_started");
    expect(log).not.toContain("Mallory");
    expect(log).not.toContain("Deploy 3");
    expect(stdout).not.toContain("run_started");
  });

  it("has no colours in a pipe, and shows control characters of a workflow", async () => {
    const folder = makeFolder({
      "workflows/evil.lobster": 'steps:\n  - id: g\n    approval: { prompt: "Go \\u001b[2J\\u202Eon?" }\n',
    });
    const { stdout } = await chat(folder, ["/run evil"]);
    expect(stdout).toContain("Go \\u{1b}[2J\\u{202e}on?");
    expect(stdout).not.toContain("\u001b");
  });

  it("gives the bot's tokens and ambient approvals to no step", async () => {
    const folder = makeFolder({ "workflows/env.lobster": "steps:\n  - id: show\n    run: env | sort > env.txt\n" });
    await chat(folder, ["/run env"], {
      LOBSTER_APPROVAL_APPROVED_BY: "release-manager",
      LOBSTER_APPROVAL_REQUIRED_APPROVER: "mallory",
    });
    const seen = readFileSync(path.join(folder, "workflows/env.txt"), "utf8");
    expect(seen).not.toContain("mallory");
    expect(seen).not.toContain("APPROVED_BY");
    expect(seen).toContain("LOBSTER_APPROVAL_INITIATED_BY=dev-lead");
  });
});

describe("lobster-chat start, interrupted", () => {
  it("ends cleanly", async () => {
    const { child, ended, stdout } = open(workspace(), ["start"]);
    await until(() => stdout().includes("Lobster is here"));
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it("is the only one on its state directory; when it was killed, the next one starts at once", async () => {
    const folder = workspace();
    const first = open(folder, ["start"]);
    await until(() => first.stdout().includes("Lobster is here"));
    const second = await run(folder, ["start"]);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(
      new RegExp(
        `^Another bot works on the state directory \\S+: process ${first.child.pid} on \\S+, since \\d{4}-\\S+Z\\. `,
      ),
    );
    first.child.kill("SIGKILL");
    await first.ended;
    const third = await run(folder, ["start"]);
    expect(third).toMatchObject({ code: 0, stderr: "" });
  });

  it("waits for what executes, and ends that at the second interrupt", async () => {
    const folder = workspace();
    const { child, ended, stdout, stderr } = open(folder, ["start"]);
    child.stdin?.write("/run slow\n");
    await until(() => stdout().includes("▶ wait"));
    child.kill("SIGINT");
    await until(() => stderr().includes("1 run is still executing"));
    child.kill("SIGINT");
    const said = await ended;
    expect(said.code).toBe(0);
    expect(said.stdout).toContain("🚫 Cancelled");
    expect(existsSync(path.join(folder, "workflows/go"))).toBe(false);
  });
});

describe("lobster-chat", () => {
  it("checks configuration and workflows", async () => {
    const { code, stdout } = await run(workspace(), ["check"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Release manager (release-manager)");
  });

  it("names every problem of the configuration and starts nothing", async () => {
    const folder = makeFolder({
      "workflows/a.lobster": SLOW,
      "lobster.config.yaml": "peeple: []\npeople:\n  - id: a\n    name: A\n  - id: a\n    name: B\n",
    });
    const { code, stdout, stderr } = await run(folder, ["start"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The configuration has 2 problems/);
    expect(stdout).toBe("");
  });

  it("says in one line that Telegram refuses the token, without the token", async () => {
    const server = await startAnswers(() => ({ ok: false, error_code: 401, description: "Unauthorized" }));
    const { code, stderr } = await run(workspace(), ["start"], {
      TELEGRAM_BOT_TOKEN: "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      TELEGRAM_API_ROOT: server.url,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("The bot stopped: Telegram refused the bot token (401).");
    expect(stderr).not.toContain("AAAAA");
  });

  it("ends without its token on the screen although the platform's own words quote it", async () => {
    const token = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const description = `not at https://somewhere/bot${token}/getMe`;
    const server = await startAnswers(() => ({ ok: false, error_code: 400, description }));
    const { code, stderr } = await run(workspace(), ["start"], {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: server.url,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("not at https://somewhere/bot[redacted]/getMe");
    expect(stderr).not.toContain("AAAAA");
  });

  it.each([
    [["help"], 0, "lobster-chat start"],
    [[], 0, "lobster-chat start"],
    [["version"], 0, ""],
  ] as const)("%j prints what it is for", async (words, expected, text) => {
    const { code, stdout } = await run(workspace(), words);
    expect(code).toBe(expected);
    expect(stdout).toContain(text);
    expect(stdout).not.toBe("");
  });

  it.each([
    [["strat"], "Did you mean start?"],
    [["check", "--fast"], "check takes nothing after it, but was given: --fast"],
  ])("%j is refused with what was meant", async (words, text) => {
    const { code, stderr } = await run(workspace(), words);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });
});
