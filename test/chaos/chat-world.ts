import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
  type RunDocument,
} from "../../src/runtime/index.ts";
import { writeConfig } from "../scenarios/scene/write-config.ts";
import type { Place, ServerVenue } from "../scenarios/venue/venue.ts";
import { openAuditCheck, type AuditCheck } from "./audit-check.ts";
import { FIVE_STEPS } from "./five-steps.ts";

/** A platform, a place on it, and the folder of the bot that works there. */
export interface ChatWorld {
  readonly venue: ServerVenue;
  readonly place: Place;
  readonly folder: string;
  /** Starts the bot's process, a program of `bundleProgram`. */
  start(program: string): Promise<BotInChat>;
  /** The run with this mark, as it is stored. */
  readRun(mark: string): Promise<RunDocument | undefined>;
  /** The bot's audit log. */
  readonly audit: AuditCheck;
  /** Lines that the steps of a run left, in order. */
  effectsOf(mark: string): readonly string[];
}

/** The bot's process, and what it tells. */
export interface BotInChat {
  readonly ended: Promise<unknown>;
  /** What went wrong in it, as it logged it. */
  readonly errors: readonly string[];
  /** Has it died? */
  isDead(): boolean;
  /** Waits for a fact of this name; undefined when the process died before it told one. */
  told(name: string): Promise<unknown>;
  /** Kills it at the n-th point from now on. */
  arm(point: number): Promise<void>;
  /** Stops counting; tells how many points there were. */
  disarm(): Promise<number>;
  /** Waits until nothing happens in it any more. */
  settle(): Promise<void>;
  kill(): Promise<void>;
}

/** Prepares a folder for a bot at this venue. */
export async function openWorld(venue: ServerVenue): Promise<ChatWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), "lobster-chaos-"));
  const workflows = path.join(folder, "workflows");
  const state = path.join(folder, "state");
  await mkdir(workflows);
  await writeFile(path.join(workflows, "five.lobster"), FIVE_STEPS);
  await writeFile(path.join(folder, "bot.yaml"), writeConfig([venue]));
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    ...venue.variables,
    LOBSTER_CONFIG: path.join(folder, "bot.yaml"),
    LOBSTER_STATE_DIR: state,
    LOBSTER_WORKFLOWS_DIR: workflows,
  };
  const runtime = createRuntime({
    store: createFileStore({ directory: state, clock: systemClock, ids: systemIds }),
    clock: systemClock,
    ids: systemIds,
    environment: {},
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 1_000,
    mode: "tool",
  });
  return {
    venue,
    folder,
    place: venue.place(),
    audit: openAuditCheck(state),
    start: async (program) => {
      const child = spawn(process.execPath, [program], {
        cwd: folder,
        env: environment,
        stdio: ["pipe", "pipe", "inherit"],
      });
      const bot = watchBot(child);
      await bot.told("started");
      return bot;
    },
    readRun: async (mark) => {
      const { runs } = await runtime.listRuns();
      return runs.find(({ args }) => args["mark"] === mark);
    },
    effectsOf: (mark) => readLines(path.join(workflows, `effects-${mark}`)),
  };
}

function watchBot(child: ChildProcess): BotInChat {
  const facts: Record<string, unknown>[] = [];
  const errors: string[] = [];
  const waiting = new Set<() => void>();
  let isDead = false;
  if (child.stdout === null) throw new Error("the bot has no output");
  createInterface({ input: child.stdout }).on("line", (text) => {
    const fact = JSON.parse(text) as Record<string, unknown>;
    if (typeof fact["error"] === "string") errors.push(fact["error"]);
    facts.push(fact);
    for (const look of waiting) look();
  });
  child.once("exit", () => {
    isDead = true;
  });
  const ended = once(child, "close");
  const told = async (name: string): Promise<unknown> => {
    const found = new Promise<unknown>((resolve) => {
      const look = (): void => {
        const at = facts.findIndex((fact) => Object.hasOwn(fact, name));
        if (at < 0) return;
        waiting.delete(look);
        resolve(facts.splice(at, 1)[0]?.[name]);
      };
      waiting.add(look);
      look();
    });
    return await Promise.race([found, ended.then(() => undefined)]);
  };
  return {
    ended,
    errors,
    isDead: () => isDead,
    told,
    arm: async (point) => {
      child.stdin?.write(`arm ${point}\n`);
      await told("armed");
    },
    disarm: async () => {
      child.stdin?.write("disarm\n");
      return Number(await told("points"));
    },
    settle: async () => {
      child.stdin?.write("settle\n");
      await told("settled");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}
