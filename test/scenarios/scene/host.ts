import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Seen, Venue } from "../venue/venue.ts";
import { spawnBot, type BotProcess } from "./bot-process.ts";
import { waitForFolder } from "./folder-watch.ts";
import { readErrors, readLog } from "./read-log.ts";
import { writeConfig } from "./write-config.ts";

/** How a scene differs from the usual one. */
export interface ScenePlan {
  /** Workflow files by name, without their ending. */
  readonly workflows: Readonly<Record<string, string>>;
  /** Further lines of the configuration file. */
  readonly config?: string;
  /** The platform refuses what comes faster than its rates. */
  readonly enforcesRates?: boolean;
  /** The exit code of the process, where it is not 0. */
  readonly endsWith?: number;
  /** Messages of the bot's log at level error that the scenarios are about. */
  readonly expectedErrors?: readonly string[];
}

/** A bot's process with its folder: what it is given, what its steps leave behind, how it lives and dies. */
export interface Host {
  readonly stateDirectory: string;
  readonly workflowsDirectory: string;
  readonly bot: () => BotProcess;
  /** Starts the process on the same state and waits until every platform has it. */
  start(options?: { readonly laterMs?: number }): Promise<void>;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  /** Ends the process as a crash would, and starts it again; its clock then says that `laterMs` have passed. */
  restart(options?: { readonly laterMs?: number }): Promise<void>;
  /** The lines of a file in the workflows folder; none when it is not there. */
  lines(name: string): Promise<readonly string[]>;
  /** Waits until a file in the workflows folder has this many lines. */
  waitForLines(name: string, count: number): Promise<readonly string[]>;
  /**
   * Waits until the bot has written down that a message of its arrived. One that is killed before that cannot know of it:
   * it follows up with another.
   */
  waitUntilNoted(message: Seen): Promise<void>;
  /** Writes a file into the workflows folder. */
  write(name: string, text: string): Promise<void>;
  /** How often the bot logged an event. */
  countLogged(event: string): Promise<number>;
  /** Throws when the bot broke a rule of a platform so far. */
  assertClean(): void;
  /** Ends everything. Throws when the bot broke a rule of a platform, logged an error or did not end well. */
  stop(): Promise<void>;
}

/** What every bot here is given: an approver that the environment names, and a secret. */
const AMBIENT = { LOBSTER_APPROVAL_APPROVED_BY: "release-manager", SCENE_SECRET: "hunter22" } as const;

/** Starts a bot process that works at these venues. */
export async function openHost(venues: readonly Venue[], plan: ScenePlan): Promise<Host> {
  const folder = await mkdtemp(path.join(tmpdir(), "lobster-scene-"));
  const workflowsDirectory = path.join(folder, "workflows");
  const stateDirectory = path.join(folder, "state");
  const inWorkflows = (name: string): string => path.join(workflowsDirectory, name);
  await mkdir(workflowsDirectory);
  await writeFile(path.join(folder, "bot.yaml"), writeConfig(venues, plan.config));
  for (const [name, text] of Object.entries(plan.workflows)) await writeFile(inWorkflows(`${name}.lobster`), text);
  const variables = {
    ...AMBIENT,
    ...Object.assign({}, ...venues.map((venue) => venue.variables)),
    LOBSTER_CONFIG: path.join(folder, "bot.yaml"),
    LOBSTER_STATE_DIR: stateDirectory,
    LOBSTER_WORKFLOWS_DIR: workflowsDirectory,
  };
  const processes: BotProcess[] = [];
  const last = (): BotProcess => {
    const found = processes.at(-1);
    if (found === undefined) throw new Error("The bot was never started");
    return found;
  };
  const readWholeLog = () => readLog(processes, stateDirectory);
  let aheadMs = 0;
  const clear = async (): Promise<void> => {
    for (const bot of processes) await bot.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await Promise.all(venues.map((venue) => venue.stop()));
  };

  const host: Host = {
    stateDirectory,
    workflowsDirectory,
    bot: last,
    start: async ({ laterMs = 0 } = {}) => {
      aheadMs += laterMs;
      const bot = spawnBot({ folder, variables, aheadMs });
      processes.push(bot);
      const early = bot.ended.then(() => {
        throw new Error(`The bot ended:\n${bot.output()}`);
      });
      early.catch(() => undefined);
      await Promise.race([Promise.all(venues.map((venue) => venue.attach(bot))), early]);
    },
    kill: async () => {
      await last().kill();
      await Promise.all(venues.map((venue) => venue.detach()));
    },
    restart: async (later) => {
      await host.kill();
      await host.start(later);
    },
    lines: async (name) => {
      const text = await readFile(inWorkflows(name), "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    waitForLines: async (name, count) => {
      const read = async (): Promise<readonly string[] | undefined> => {
        const found = await host.lines(name);
        return found.length >= count ? found : undefined;
      };
      return await waitForFolder(workflowsDirectory, read, `${count} lines in ${name}`);
    },
    waitUntilNoted: async (message) => {
      // What a terminal shows is gone with the bot, whether it was noted or not.
      if (venues.some(({ platform }) => platform === "terminal")) return;
      await waitForFolder(stateDirectory, () => isNoted(stateDirectory, message), `message ${message.id} to be noted`);
    },
    write: (name, text) => writeFile(inWorkflows(name), text),
    countLogged: async (event) => (await readWholeLog()).filter(({ msg }) => msg === event).length,
    assertClean: () => {
      const complaints = venues.flatMap((venue) => venue.complaints());
      if (complaints.length > 0) throw new Error(`The platform would not have taken this:\n${complaints.join("\n")}`);
    },
    stop: async () => {
      try {
        const how = await last().stop();
        const unexpected = readErrors(await readWholeLog()).filter((event) => !plan.expectedErrors?.includes(event));
        if (unexpected.length > 0 || ![0, plan.endsWith, null].includes(how.code)) {
          const printed = processes.map((bot) => bot.output()).join("\n");
          throw new Error(`The bot ended with ${how.code} and logged ${unexpected.join(", ")}:\n${printed}`);
        }
      } finally {
        await clear();
      }
    },
  };
  try {
    await host.start();
  } catch (thrown) {
    await clear().catch(() => undefined);
    throw thrown;
  }
  return host;
}

/** True when one of the bot's deliveries names the message. */
async function isNoted(stateDirectory: string, { id, place }: Seen): Promise<true | undefined> {
  const names = (await readdir(stateDirectory)).filter((name) => name.startsWith("chat_deliveries_"));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(stateDirectory, name), "utf8").catch(() => "")),
  );
  const [conversation = ""] = place.id.split(",");
  const isIt = (text: string): boolean =>
    new RegExp(`["-]${id}"`).test(text) && text.includes(conversation) && text.includes('"sent"');
  return texts.some(isIt) || undefined;
}
