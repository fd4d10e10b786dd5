import { auditDirectoryOf, createAuditFiles } from "../bot/audit/log/files.ts";
import { createBot, type Bot } from "../bot/bot.ts";
import { describeThrown } from "../bot/log.ts";
import { createRedaction } from "../bot/text/redaction.ts";
import type { Config } from "../config/config.ts";
import {
  createFileStore,
  createRuntime,
  LobsterError,
  describeThisProcess,
  messageOf,
  systemClock,
  systemIds,
  type RuntimeHost,
} from "../runtime/index.ts";
import { chooseWording } from "../bot/wording/wording.ts";
import { composeHost } from "./compose-host.ts";
import { createLog, logFileOf } from "./create-log.ts";
import { holdState, type Holding, type StateHold } from "./hold-state.ts";
import { sayTaken, sayWaiting } from "./hold-words.ts";
import { openAdapters } from "./open-adapters.ts";
import { greet, sayFarewell, speakAtTerminal } from "./terminal-words.ts";
import type { World } from "./world.ts";

/** How long executing runs may go on after the first interrupt, ms. A second interrupt ends them at once. */
const GRACE_MS = 10_000;

/**
 * Runs the bot until its platform ends or it is interrupted; one at a time on a state directory. Returns the exit code, 2 for
 * a bot that cannot start.
 */
export async function runBot(config: Config, world: World): Promise<number> {
  const store = createFileStore({
    directory: config.stateDirectory,
    clock: systemClock,
    ids: systemIds,
    warn: (message) => world.stderr.write(`${message}\n`),
  });
  const unusable = await findStoreProblem(store);
  if (unusable !== undefined) {
    world.stderr.write(`${unusable}\n`);
    return 2;
  }
  const say = (words: string): void => void world.stderr.write(`${words}\n`);
  const holding = await tryHold(config, store, say);
  if (holding === undefined) return 2;
  if (holding.kind === "taken") {
    say(sayTaken(config, holding.by));
    return 2;
  }
  try {
    return await runHolding(config, world, store, holding.hold);
  } finally {
    await holding.hold.release();
  }
}

async function runHolding(config: Config, world: World, store: RuntimeHost["store"], hold: StateHold): Promise<number> {
  const force = new AbortController();
  const log = createLog(config, {
    stderr: world.stderr,
    ...(config.adapters.terminal ? { file: logFileOf(config) } : {}),
  });
  const interrupts = watchInterrupts(world, force);
  let bot: Bot | undefined;
  const adapters = await openAdapters({
    config,
    world,
    clock: systemClock,
    ids: systemIds,
    log,
    idle: () => bot?.idle() ?? Promise.resolve(),
    onInterrupt: interrupts.raise,
  });
  const runtime = createRuntime(composeHost(config, { store, forceSignal: force.signal }));
  force.signal.addEventListener("abort", () => bot?.core.queue.abort(), { once: true });
  bot = createBot({
    runtime,
    config,
    adapters,
    store,
    auditFiles: createAuditFiles(auditDirectoryOf(config.stateDirectory)),
    clock: systemClock,
    ids: systemIds,
    log,
  });
  try {
    const terminal = adapters.find(({ platform }) => platform === "terminal");
    if (terminal !== undefined) await greet(bot, terminal);
    const lost = hold.lost.then((by) => {
      throw new Error(sayTaken(config, by));
    });
    const over = Promise.race([bot.ended.then(() => "ended" as const), interrupts.first, lost]);
    // A platform may end for good, or somebody interrupt, before everything has started.
    over.catch(() => undefined);
    await Promise.race([bot.start(), interrupts.first]);
    const reached = await over;
    const end = reached === "ended" ? await Promise.race([bot.idle().then(() => reached), interrupts.first]) : reached;
    if (end === "interrupted" && bot.executing() > 0) {
      // Without a terminal chat this is read by whoever operates the bot.
      const words = terminal === undefined ? chooseWording() : speakAtTerminal(bot).words;
      world.stderr.write(`${words.terminal.stopping(bot.executing())}\n`);
    }
    if (terminal !== undefined) await sayFarewell(bot, terminal);
    await bot.stop({ graceMs: force.signal.aborted ? 0 : GRACE_MS });
    return 0;
  } catch (thrown) {
    log.error("bot_failed", describeThrown(thrown));
    // A library's words may quote what it was given.
    world.stderr.write(`The bot stopped: ${createRedaction(config.redactions)(messageOf(thrown))}\n`);
    await bot.stop({ graceMs: 0 }).catch(() => undefined);
    return 1;
  } finally {
    interrupts.stop();
  }
}

/** Undefined, with words, where the state directory gives no answer. */
async function tryHold(
  config: Config,
  store: RuntimeHost["store"],
  say: (words: string) => void,
): Promise<Holding | undefined> {
  try {
    return await holdState({
      store,
      clock: systemClock,
      ids: systemIds,
      process: describeThisProcess(),
      onWait: (by, forMs) => say(sayWaiting(config, by, forMs)),
    });
  } catch (thrown) {
    if (!(thrown instanceof LobsterError)) throw thrown;
    say(thrown.message);
    return undefined;
  }
}

/** What is wrong with the state directory, found before anything else is started: it must take a document. */
async function findStoreProblem(store: RuntimeHost["store"]): Promise<string | undefined> {
  try {
    const key = `lobster.start_${systemIds.hex(8)}`;
    const written = await store.create(key, { at: new Date().toISOString() });
    if (written.kind === "written") await store.remove(key, written.version);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

interface Interrupts {
  /** Resolves at the first one. */
  readonly first: Promise<"interrupted">;
  readonly raise: () => void;
  readonly stop: () => void;
}

/** The first interrupt asks the bot to stop; the second one ends what still executes. */
function watchInterrupts(world: World, force: AbortController): Interrupts {
  const asked = new AbortController();
  const first = new Promise<"interrupted">((resolve) => {
    asked.signal.addEventListener("abort", () => resolve("interrupted"), { once: true });
  });
  const raise = (): void => {
    if (asked.signal.aborted) force.abort(new Error("The bot was stopped"));
    asked.abort();
  };
  return { first, raise, stop: world.onInterrupt(raise) };
}
