import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { systemClock } from "../../src/runtime/index.ts";
import type { RunId } from "../../src/runtime/run/documents.ts";
import { lookAt } from "./human.ts";
import { createKillSwitch } from "./kill-switch.ts";
import { readOrders, type Orders, type Told } from "./terminal-orders.ts";
import { openSession, type TerminalSession } from "./terminal-session.ts";
import { findWrongs } from "./verdict.ts";

/**
 * A bot with the terminal chat, and somebody at it, in one process, which waits for its orders before it opens anything. It
 * first finishes the run that the process before it was killed in and judges it, then starts the next one and is killed in
 * that at the point it is told.
 */
async function carryOut({ folder, before, mark, point }: Orders): Promise<void> {
  const killer = createKillSwitch();
  const session = openSession(folder, killer);
  await session.bot.start();
  await session.bot.idle();
  if (before !== undefined) await seeThrough(session, folder, before);
  if (mark !== undefined) {
    killer.arm(point);
    await session.type("dev-lead", "run", `five mark=${mark}`);
    await seeThrough(session, folder, mark);
    say({ points: killer.disarm() });
  }
  await session.bot.stop({ graceMs: 0 });
}

function say(fact: Told & { readonly shown?: readonly string[]; readonly effects?: readonly string[] }): void {
  writeSync(1, `${JSON.stringify(fact)}\n`);
}

/** Goes on with a run until it is over, and tells how. */
async function seeThrough(session: TerminalSession, folder: string, name: string): Promise<void> {
  const { bot, runtime, screen } = session;
  const effects = (): readonly string[] => readLines(path.join(folder, `effects-${name}`));
  const runId = await findRun(session, name);
  if (runId === undefined) {
    return say({ judged: name, outcome: "never started", retried: [], wrongs: effects() });
  }
  const retriedFile = path.join(folder, `retried-${name}`);
  for (let round = 0; round < 50; round += 1) {
    await bot.idle();
    const messages = screen.messages().filter(({ text }) => text.includes(runId));
    const next = lookAt(messages, { abandons: name.endsWith("a") });
    const outcome = (await runtime.readRun(runId))?.outcome?.kind;
    if (next.kind === "look" && outcome !== undefined && next.open.length === 0) {
      const ended = { outcome, effects: effects(), retried: readLines(retriedFile) };
      return say({ judged: name, ...ended, wrongs: [...findWrongs(ended), ...session.takeErrors()] });
    }
    if (next.kind === "look") {
      await systemClock.sleep(5);
      // What an earlier session showed has scrolled by: its card is asked for.
      if (outcome === undefined && messages.length === 0) await showPending(session);
      continue;
    }
    const answers = await session.press("release-manager", next.message.id, next.button);
    const step = /Nobody knows whether (\S+) took effect/.exec(next.message.text)?.[1] ?? "?";
    const isSaid = answers.some((answer) => /It runs again|is asked for again/.test(answer));
    if (next.button === "Retry this step" && isSaid) appendFileSync(retriedFile, `${step}\n`);
  }
  const shown = screen.messages().map(({ text }) => text);
  say({ judged: name, wrongs: ["it never ended", ...session.takeErrors()], shown });
}

async function findRun({ runtime }: TerminalSession, name: string): Promise<RunId | undefined> {
  const { runs } = await runtime.listRuns();
  return runs.find(({ args }) => args["mark"] === name)?.id;
}

async function showPending(session: TerminalSession): Promise<void> {
  await session.type("release-manager", "pending", "");
  for (const { id, buttons } of session.screen.messages()) {
    const show = buttons.find((label) => label.startsWith("Show "));
    if (show !== undefined) await session.press("release-manager", id, show);
  }
}

function readLines(file: string): readonly string[] {
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

void readOrders().then(async (orders) => {
  if (orders !== undefined) await carryOut(orders);
  process.exit(0);
});
