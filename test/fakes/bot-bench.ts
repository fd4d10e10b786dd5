import { createBot, type Bot } from "../../src/bot/bot.ts";
import type { BotConfig } from "../../src/bot/core.ts";
import { createRuntime, describeThisProcess, systemClock, systemIds, type Runtime } from "../../src/runtime/index.ts";
import { configFor, type Workspace } from "../scenarios/workspace.ts";
import type { FakeMessage, FakePlatform } from "./fake-adapter.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";

/** A bot over fake platforms, a store in memory and the real runtime. */
export interface BotBench {
  readonly store: MemoryStore;
  runtime: Runtime;
  bot: Bot;
  /** Ends this bot at once, as a crash would, and starts another on the same store. */
  restart(): Promise<void>;
  /** The newest message of a platform that shows this text. */
  find(platform: FakePlatform, text: string): FakeMessage;
}

/** Starts a bot on these platforms. */
export async function startBench(
  workspace: Workspace,
  platforms: readonly FakePlatform[],
  config: Partial<BotConfig>,
): Promise<BotBench> {
  const store = createMemoryStore();
  const open = (): Pick<BotBench, "runtime" | "bot"> => {
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
    const bot = createBot({
      runtime,
      config: configFor(workspace, config),
      adapters: platforms.map(({ adapter }) => adapter),
      store,
      clock: systemClock,
      ids: systemIds,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    return { runtime, bot };
  };
  const bench: BotBench = {
    store,
    ...open(),
    restart: async () => {
      await bench.bot.stop({ graceMs: 0 });
      Object.assign(bench, open());
      await bench.bot.start();
      await bench.bot.idle();
    },
    find: (platform, text) => {
      const found = platform.messages.findLast(
        (message) => !message.deleted && platform.textOf(message).includes(text),
      );
      if (found === undefined) {
        throw new Error(
          `Nothing shows ${JSON.stringify(text)}: ${JSON.stringify(platform.messages.map(platform.textOf))}`,
        );
      }
      return found;
    },
  };
  await bench.bot.start();
  return bench;
}

/** The payload of a message's button. */
export function payloadOf(message: FakeMessage, label: string): string {
  const button = (message.content.buttons ?? []).flat().find((known) => known.label === label);
  if (button === undefined) throw new Error(`No button ${label}: ${JSON.stringify(message.content.buttons)}`);
  return button.payload;
}
