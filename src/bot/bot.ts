import type { Clock, IdSource } from "../runtime/ports.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import type { AdapterHost, ChatAdapter, Platform } from "./adapter.ts";
import { createQuestionDesk } from "./asking/question-desk.ts";
import { createButtonReferences } from "./buttons.ts";
import { createCatalog } from "./catalog.ts";
import { describeCommands } from "./commands/all-commands.ts";
import type { BotConfig, Core } from "./core.ts";
import { createOutbox } from "./delivery/outbox.ts";
import { describeThrown, type Log } from "./log.ts";
import { createPeople, type People } from "./people.ts";
import { createRedaction } from "./redaction.ts";
import { createRouter } from "./router.ts";
import { createCardKeeper } from "./runs/card-keeper.ts";
import { createChangeFeed } from "./runs/change-feed.ts";
import { reportUndelivered, tellReopened } from "./runs/notices.ts";
import { createRunDirectory } from "./runs/run-directory.ts";
import { createRunMessages } from "./runs/run-messages.ts";
import { createRunQueue } from "./runs/run-queue.ts";
import { createRunRecords } from "./runs/run-records.ts";
import { createSeenEvents, SEEN_SHELF } from "./seen-events.ts";
import { expectText, createShelves, type OpenShelf } from "./storage/shelf.ts";
import { sweepExpired } from "./storage/keyv-store.ts";
import { suggest } from "./suggest.ts";
import { createVisibleText, type VisibleText } from "./visible-text.ts";
import { chooseWording } from "./wording/wording.ts";
import type { Voice } from "./cards/run-view.ts";

/** Everything the bot is made of; nothing else reaches it from outside. */
export interface BotParts {
  readonly runtime: Runtime;
  readonly config: BotConfig;
  readonly adapters: readonly ChatAdapter[];
  readonly store: StateStore;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, "hex">;
  readonly log: Log;
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
  readonly core: Core;
}

const SWEEP_MS = 60 * 60_000;
const DEFAULT_GRACE_MS = 10_000;
const LAST_WORDS_MS = 5_000;

/** Puts the bot together. Nothing happens before `start`. */
export function createBot(parts: BotParts): Bot {
  const openShelf = createShelves(parts.store);
  const visible = createVisibleText(createRedaction(parts.config.redactions));
  const core = createCore(parts, openShelf, visible);
  const feed = createChangeFeed(core);
  const handle = createRouter({ core, seen: createSeenEvents(openShelf, parts.clock), visible });
  const sweeping = new AbortController();
  const ended = Promise.race(parts.adapters.map((adapter) => adapter.ended));
  // It may fail before anybody asks.
  ended.catch(() => undefined);

  const idle = async (): Promise<void> => {
    // Each may give work to the next; the last look finds nothing.
    for (let round = 0; round < 3; round += 1) {
      await core.queue.idle();
      await core.keeper.idle();
      await core.outbox.idle();
    }
  };

  return {
    core,
    ended,
    executing: () => core.queue.count(),
    idle,
    start: async () => {
      const host = createHost(core, openShelf, handle);
      for (const adapter of parts.adapters) await adapter.start(host(adapter.platform));
      await feed.start();
      void sweep(parts, sweeping.signal);
    },
    stop: async ({ graceMs = DEFAULT_GRACE_MS } = {}) => {
      sweeping.abort();
      await Promise.all(parts.adapters.map((adapter) => adapter.stopReceiving()));
      core.queue.close();
      await within(parts.clock, graceMs, core.queue.idle());
      core.queue.abort();
      await within(parts.clock, DEFAULT_GRACE_MS, core.queue.idle());
      await feed.stop();
      await within(
        parts.clock,
        LAST_WORDS_MS,
        core.keeper.idle().then(() => core.outbox.idle()),
      );
      core.outbox.stop();
      await Promise.all(parts.adapters.map((adapter) => adapter.stop()));
    },
  };
}

function createCore(parts: BotParts, openShelf: OpenShelf, visible: VisibleText): Core {
  const { runtime, config, clock, ids, log } = parts;
  const adapters: ReadonlyMap<Platform, ChatAdapter> = new Map(
    parts.adapters.map((adapter) => [adapter.platform, adapter]),
  );
  const people = createPeople(config);
  const voice = createVoice(people);
  const records = createRunRecords(openShelf);
  const outbox = createOutbox({
    adapters,
    openShelf,
    visible,
    clock,
    ids,
    log,
    onUndelivered: (slot) => void reportUndelivered(core, slot),
  });
  const messages = createRunMessages({ outbox, records, clock });
  const buttons = createButtonReferences(openShelf);
  const directory = createRunDirectory(openShelf);
  const queue = createRunQueue({
    runtime,
    maxParallel: config.defaults.maxParallel,
    log,
    onProgress: (runId) => void core.keeper.refresh(runId, "progress"),
    onReport: (runId, report) => {
      void core.keeper.refresh(runId);
      if (report?.kind === "failed" && report.reopened !== undefined) void tellReopened(core, report);
    },
  });
  const keeper = createCardKeeper({
    adapters,
    buttons,
    clock,
    directly: config.defaults.notifyStarter,
    directory,
    drawQuestion: (view, gate, conversation) => core.questions.draw(view, gate, conversation),
    log,
    messages,
    outbox,
    people,
    queue,
    records,
    remindBeforeMs: config.defaults.remindBeforeMs,
    runtime,
    visible,
    voice,
  });
  const catalog = createCatalog({ directory: config.workflowsDirectory, load: (file) => runtime.load(file) });
  const rest = { config, runtime, adapters, people, catalog, buttons, outbox, records, directory, messages };
  const core: Core = {
    ...rest,
    queue,
    keeper,
    voice,
    clock,
    log,
    questions: createQuestionDesk(() => core, openShelf),
  };
  return core;
}

function createVoice(people: People): Voice {
  return { words: chooseWording(), nameOf: (id) => people.findById(id)?.name ?? id };
}

function createHost(
  core: Core,
  openShelf: OpenShelf,
  handle: AdapterHost["handle"],
): (platform: Platform) => AdapterHost {
  const memory = openShelf("adapters", (value) => ({ text: expectText(value, "text") }));
  return (platform) => ({
    handle,
    suggest: (request) => suggest(core, request),
    commands: describeCommands(core.voice.words),
    memory: {
      get: async (name) => (await memory.get(`${platform} ${name}`))?.text,
      set: (name, text) => memory.set(`${platform} ${name}`, { text }),
    },
  });
}

/** Removes expired event ids now and then, until stopped. */
async function sweep({ store, clock, log }: BotParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweepExpired(store, SEEN_SHELF, clock.now());
    } catch (thrown) {
      log.warn("sweep_failed", describeThrown(thrown));
    }
    await clock.sleep(SWEEP_MS, signal).catch(() => undefined);
  }
}

async function within(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = clock.sleep(limitMs, done.signal).catch(() => undefined);
  await Promise.race([work, late]);
  done.abort();
}
