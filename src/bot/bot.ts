import type { Clock } from "../runtime/ports.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import type { AdapterHost, Platform } from "./adapter.ts";
import { describeCommands } from "./commands/all-commands.ts";
import { speakTo } from "./voice/speak-to.ts";
import { LANGUAGES } from "./wording/language.ts";
import { chooseWording } from "./wording/wording.ts";
import type { AuditFiles } from "./audit/log/files.ts";
import { composeCore, type CoreParts } from "./compose-core.ts";
import type { SharedCore } from "./core.ts";
import { createRedaction } from "./text/redaction.ts";
import { createRouter } from "./router.ts";
import { createChangeFeed } from "./runs/change-feed.ts";
import { createSeldomLog } from "./seldom-log.ts";
import { createSeenEvents } from "./seen-events.ts";
import { expectText, createShelves, type OpenShelf } from "./storage/shelf.ts";
import { startAdapters } from "./start-adapters.ts";
import { suggest } from "./typing/suggest.ts";
import { keepSwept } from "./sweep/keep-swept.ts";
import { createVisibleText } from "./text/visible-text.ts";

/** Everything the bot is made of; nothing else reaches it from outside. */
export interface BotParts extends Omit<CoreParts, "audit"> {
  readonly store: StateStore;
  /** The files of the audit log; without them nothing is recorded. */
  readonly auditFiles?: AuditFiles;
}

/** The chat front end, running. */
export interface Bot {
  /** Connects every platform, repairs the cards of announced runs and follows what changes. */
  start(): Promise<void>;
  /** Resolves when one of the platforms has ended for good; rejects with its final error. */
  readonly ended: Promise<void>;
  /** Resolves when nothing executes and everything is shown. Gates that wait are stored and keep nobody. */
  idle(): Promise<void>;
  /** How many runs execute or wait for their turn in this process. */
  executing(): number;
  /**
   * Takes no more events, lets what executes finish for `graceMs`, then ends it, shows the last state and disconnects.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
  /** The parts, for whoever composes the bot: a greeting, a farewell. */
  readonly core: SharedCore;
}

const DEFAULT_GRACE_MS = 10_000;
const LAST_WORDS_MS = 5_000;

/** Puts the bot together. Nothing happens before `start`. */
export function createBot(parts: BotParts): Bot {
  const openShelf = createShelves(parts.store);
  const visible = createVisibleText(createRedaction(parts.config.redactions));
  const { store, auditFiles: files } = parts;
  const audit = files === undefined ? {} : { audit: { files, store } };
  const core = composeCore({ ...parts, ...audit }, openShelf, visible);
  const feed = createChangeFeed({ ...core, log: createSeldomLog(core.log, core.clock) });
  const handle = createRouter({ core, seen: createSeenEvents(openShelf, parts.clock), visible });
  const sweeping = new AbortController();
  let swept: Promise<void> = Promise.resolve();
  const failing = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    failing.signal.addEventListener("abort", () => reject(failing.signal.reason as Error), { once: true });
  });
  const ended = Promise.race([...parts.adapters.map((adapter) => adapter.ended), failed]);
  // It may fail before anybody asks.
  ended.catch(() => undefined);

  const idle = async (): Promise<void> => {
    // Each may give work to the next; the last look finds nothing.
    for (let round = 0; round < 3; round += 1) {
      await core.queue.idle();
      await core.keeper.idle();
      await core.outbox.idle();
    }
    await core.audit?.idle();
  };

  return {
    core,
    ended,
    executing: () => core.queue.count(),
    idle,
    start: async () => {
      await core.languages.load();
      const host = createHost(core, openShelf, handle);
      await startAdapters({ ...parts, host, signal: sweeping.signal, onFailed: (thrown) => failing.abort(thrown) });
      await feed.start();
      // What is not recorded yet is not removed, and what the audit log finds missing in its index is added before that goes.
      swept = Promise.resolve(core.audit?.catchUp()).then(() => keepSwept(core, store, sweeping.signal));
    },
    stop: async ({ graceMs = DEFAULT_GRACE_MS } = {}) => {
      sweeping.abort();
      await Promise.all(parts.adapters.map((adapter) => adapter.stopReceiving()));
      core.queue.close();
      await within(parts.clock, graceMs, core.queue.idle());
      core.queue.abort();
      await within(parts.clock, DEFAULT_GRACE_MS, core.queue.idle());
      await feed.stop();
      await within(parts.clock, LAST_WORDS_MS, swept);
      await within(
        parts.clock,
        LAST_WORDS_MS,
        core.keeper.idle().then(() => core.outbox.idle()),
      );
      core.outbox.stop();
      if (core.audit !== undefined) await within(parts.clock, LAST_WORDS_MS, core.audit.stop());
      await Promise.all(parts.adapters.map((adapter) => adapter.stop()));
    },
  };
}

function createHost(
  core: SharedCore,
  openShelf: OpenShelf,
  handle: AdapterHost["handle"],
): (platform: Platform) => AdapterHost {
  const translatedCommands = new Map(
    LANGUAGES.slice(1).map((language) => [language, describeCommands(chooseWording(language))] as const),
  );
  const memory = openShelf("adapters", (value) => ({ text: expectText(value, "text") }));
  return (platform) => ({
    handle,
    suggest: async (request) => await suggest(await speakTo(core, request.sender, request.conversation), request),
    wordsFor: (sender, conversation) => core.voices.toSender(sender, conversation).words,
    commands: describeCommands(chooseWording()),
    translatedCommands,
    moved: async (from, to) => {
      await core.outbox.moved.record(from, to);
      // Cards that wait for somebody stayed behind: they are needed where people are now.
      for (const runId of core.keeper.active()) void core.keeper.refresh(runId);
    },
    memory: {
      get: async (name) => (await memory.get(`${platform} ${name}`))?.text,
      set: (name, text) => memory.set(`${platform} ${name}`, { text }),
    },
  });
}

async function within(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = clock.sleep(limitMs, done.signal).catch(() => undefined);
  await Promise.race([work, late]);
  done.abort();
}
