import type { ChatAdapter, Platform } from "../bot/adapter.ts";
import { chooseWording } from "../bot/wording/wording.ts";
import type { Config } from "../config/config.ts";
import type { Clock, IdSource } from "../runtime/ports.ts";
import path from "node:path";
import type { Log } from "../bot/log.ts";
import type { World } from "./world.ts";

/** What an adapter may need beside its own part of the configuration. */
export interface AdapterParts {
  readonly config: Config;
  readonly world: World;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Resolves when the bot has nothing more to do or to show. */
  readonly idle: () => Promise<void>;
  readonly onInterrupt: () => void;
}

type OpenAdapter = (parts: AdapterParts) => Promise<ChatAdapter>;

/** One line a platform. Each is loaded only when it is on. */
const ADAPTERS: Readonly<Record<Platform, OpenAdapter>> = {
  terminal: openTerminal,
  telegram: openTelegram,
  discord: openDiscord,
};

/** Opens every platform that is on. */
export async function openAdapters(parts: AdapterParts): Promise<readonly ChatAdapter[]> {
  return await Promise.all(listPlatforms(parts.config).map((platform) => ADAPTERS[platform](parts)));
}

function listPlatforms({ adapters }: Config): readonly Platform[] {
  return [
    ...(adapters.telegram === undefined ? [] : (["telegram"] as const)),
    ...(adapters.discord === undefined ? [] : (["discord"] as const)),
    ...(adapters.terminal ? (["terminal"] as const) : []),
  ];
}

async function openTelegram({ config, clock, ids, log }: AdapterParts): Promise<ChatAdapter> {
  const { createTelegramAdapter } = await import("../../adapters/telegram/index.ts");
  const { telegram } = config.adapters;
  if (telegram === undefined) throw new TypeError("Telegram was opened without a token");
  return createTelegramAdapter({ config: telegram, clock, ids, log });
}

async function openDiscord({ config, clock, log }: AdapterParts): Promise<ChatAdapter> {
  const { createDiscordAdapter } = await import("../../adapters/discord/index.ts");
  const { discord } = config.adapters;
  if (discord === undefined) throw new TypeError("Discord was opened without a token");
  return createDiscordAdapter({ config: discord, clock, log });
}

async function openTerminal({ config, world, clock, ids, idle, onInterrupt }: AdapterParts): Promise<ChatAdapter> {
  const { createTerminalAdapter } = await import("../../adapters/terminal/index.ts");
  const isTerminal = world.stdout.isTTY;
  return createTerminalAdapter({
    input: world.stdin,
    output: world.stdout,
    isInteractive: world.stdin.isTTY && isTerminal,
    hasColours: isTerminal && !world.wantsNoColours,
    speakers: config.people.map(({ id, name }) => ({ id, name })),
    wordsFor: (speaker) => chooseWording(config.people.find(({ id }) => id === speaker)?.locale).terminal,
    session: ids.hex(4),
    filesDirectory: path.join(config.stateDirectory, "files"),
    idle,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    onInterrupt,
  });
}
