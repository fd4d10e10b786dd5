import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { createTerminalAdapter } from "../../adapters/terminal/index.ts";
import { createBot } from "../../src/bot/bot.ts";
import { chooseWording } from "../../src/bot/wording/wording.ts";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../src/runtime/index.ts";
import type { RichText } from "../../src/bot/rich-text.ts";
import type { RunId } from "../../src/runtime/run/documents.ts";
import { lookAt, type Seen } from "./human.ts";
import { createKillSwitch, killAtSpawns, killingAdapter, killingStore } from "./kill-switch.ts";
import { watchScreen } from "./screen.ts";
import { findWrongs } from "./verdict.ts";

/**
 * A bot with the terminal chat, and somebody at it, in one process. It first finishes the run that the process before it was
 * killed in and judges it, then starts the next one and is killed in that at the point it is told. Arguments: a folder; the
 * mark of the run before, or `-`; the mark of the next run, or `-`; the point. Who sees an interrupted run retries it, or
 * abandons it when its mark ends in `a`.
 */
const [folder = "", before = "-", mark = "-", point = "0"] = process.argv.slice(2);

const killer = createKillSwitch();
killAtSpawns(killer);
const store = killingStore(
  createFileStore({ directory: path.join(folder, "state"), clock: systemClock, ids: systemIds }),
  killer,
);
const runtime = createRuntime({
  store,
  clock: systemClock,
  ids: systemIds,
  environment: { PATH: process.env["PATH"] },
  ...describeThisProcess(),
  defaultTimeoutMs: null,
  maxOutputBytes: 512_000,
  mode: "tool",
});
const people = ["dev-lead", "release-manager"].map((id) => ({
  id,
  name: id,
  groups: [],
  accounts: [{ platform: "terminal" as const, id }],
}));
const terminal = createTerminalAdapter({
  input: new PassThrough(),
  output: new PassThrough().resume(),
  isInteractive: true,
  hasColours: false,
  speakers: people.map(({ id, name }) => ({ id, name })),
  wordsFor: () => chooseWording().terminal,
  session: systemIds.hex(4),
  filesDirectory: path.join(folder, "files"),
  idle: () => Promise.resolve(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
  onInterrupt: () => undefined,
});
const screen = watchScreen(killingAdapter(terminal, killer));
const errors: string[] = [];
const bot = createBot({
  runtime,
  store,
  config: {
    people,
    chats: [],
    workflows: new Map(),
    defaults: { timeoutMs: 60_000, maxOutputBytes: 512_000, expiresInMs: null, maxParallel: 4, notifyStarter: true },
    redactions: [],
    workflowsDirectory: folder,
  },
  adapters: [screen.adapter],
  clock: systemClock,
  ids: systemIds,
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (event, facts) => void errors.push(`${event} ${JSON.stringify(facts)}`),
  },
});

const say = (fact: object): void => void writeSync(1, `${JSON.stringify(fact)}\n`);
const linesOf = (name: string): readonly string[] => {
  const file = path.join(folder, name);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
};

/** Everything that somebody types or presses, twice: people do. */
async function act(
  person: string,
  what: { readonly command: string; readonly rest: string } | { readonly payload: string; readonly id: string },
): Promise<readonly string[]> {
  const answers: string[] = [];
  const conversation = { platform: "terminal", id: "main" } as const;
  const common = {
    sender: { account: person },
    conversation,
    respond: (body: RichText) => {
      answers.push(JSON.stringify(body));
      return Promise.resolve(true);
    },
    acknowledge: () => Promise.resolve(),
  };
  if ("rest" in what) {
    const { command: typed, rest } = what;
    await screen.deliver({ ...common, kind: "command", name: typed, rest, eventId: systemIds.hex(8) });
    await bot.idle();
    return answers;
  }
  const { payload, id } = what;
  const press = () =>
    screen.deliver({ ...common, kind: "press", payload, message: { conversation, id }, eventId: systemIds.hex(8) });
  await Promise.all([press(), press()]);
  await bot.idle();
  return answers;
}

/** Goes on with a run until it is over, and tells how. */
async function seeThrough(name: string): Promise<void> {
  const runId = await findRun(name);
  if (runId === undefined) {
    return say({ judged: name, outcome: "never started", retried: [], wrongs: linesOf(`effects-${name}`) });
  }
  const retried = `retried-${name}`;
  for (let round = 0; round < 50; round += 1) {
    await bot.idle();
    const messages = screen.messages().filter(({ text }) => text.includes(runId));
    const next = lookAt(messages, { abandons: name.endsWith("a") });
    const outcome = (await runtime.readRun(runId))?.outcome?.kind;
    if (next.kind === "look" && outcome !== undefined && next.open.length === 0) {
      const ended = { outcome, effects: linesOf(`effects-${name}`), retried: linesOf(retried) };
      return say({ judged: name, ...ended, wrongs: [...findWrongs(ended), ...errors.splice(0)] });
    }
    if (next.kind === "look") {
      await systemClock.sleep(5);
      // What an earlier session showed has scrolled by: its card is asked for.
      if (outcome === undefined && messages.length === 0) await showPending();
      continue;
    }
    const answers = await act("release-manager", {
      payload: payloadOf(next.message, next.button),
      id: next.message.id,
    });
    const step = /Nobody knows whether (\S+) took effect/.exec(next.message.text)?.[1] ?? "?";
    const isSaid = answers.some((answer) => /It runs again|is asked for again/.test(answer));
    if (next.button === "Retry this step" && isSaid) appendFileSync(path.join(folder, retried), `${step}\n`);
  }
  const shown = screen.messages().map(({ text }) => text);
  say({ judged: name, wrongs: ["it never ended", ...errors], shown });
}

async function showPending(): Promise<void> {
  await act("release-manager", { command: "pending", rest: "" });
  for (const { id, buttons } of screen.messages()) {
    const show = buttons.find((label) => label.startsWith("Show "));
    if (show !== undefined) await act("release-manager", { id, payload: payloadOf({ id }, show) });
  }
}

function payloadOf({ id }: Pick<Seen, "id">, label: string): string {
  const payload = screen.payloadOf(id, label);
  if (payload === undefined) throw new Error(`no button ${label}`);
  return payload;
}

async function findRun(name: string): Promise<RunId | undefined> {
  const { runs } = await runtime.listRuns();
  return runs.find(({ args }) => args["mark"] === name)?.id;
}

await bot.start();
await bot.idle();
if (before !== "-") await seeThrough(before);
if (mark !== "-") {
  killer.arm(Number(point));
  await act("dev-lead", { command: "run", rest: `five mark=${mark}` });
  await seeThrough(mark);
  say({ points: killer.disarm() });
}
await bot.stop({ graceMs: 0 });
process.exit(0);
