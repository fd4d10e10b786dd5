import { createHash } from "node:crypto";
import type { BotCommand, LanguageCode } from "grammy/types";
import type { AdapterHost, CommandDescription } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import { call } from "../wire/called.ts";
import type { TelegramClient } from "../client.ts";
import type { BotIdentity } from "../decode.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";

/** What registering commands takes. */
export interface CommandParts {
  readonly client: TelegramClient;
  readonly bot: BotIdentity;
  readonly log: Log;
}

const MAX_DESCRIPTION_CHARS = 256;
const MAX_COMMANDS = 100;

/**
 * Registers the commands, for readers of every language and for those of each language with words of its own, where they
 * changed since they were registered last. What fails is logged and tried again at the next start: the commands work
 * all the same, they are only not offered.
 */
export async function registerCommands(
  parts: CommandParts,
  host: Pick<AdapterHost, "commands" | "translatedCommands" | "memory">,
): Promise<void> {
  const languages = [["", host.commands] as const, ...(host.translatedCommands ?? [])];
  for (const [language, commands] of languages) {
    const encoded = encodeCommands(commands);
    const name = `commands ${parts.bot.id} ${language}`.trimEnd();
    const digest = createHash("sha256").update(JSON.stringify(encoded)).digest("hex");
    if ((await host.memory.get(name)) === digest) continue;
    const code = isLanguageCode(language) ? { language_code: language } : {};
    const registered = await call(() => parts.client.api.setMyCommands({ commands: [...encoded], ...code }));
    if (registered.kind === "ok") await host.memory.set(name, digest);
    else parts.log.warn("commands_not_registered", { language, outcome: registered.kind });
  }
}

/** Commands as Telegram names them; one with a name it does not take is left out and can still be typed. */
export function encodeCommands(commands: readonly CommandDescription[]): readonly BotCommand[] {
  return commands
    .filter(({ name, description }) => /^[a-z0-9_]{1,32}$/.test(name) && description !== "")
    .slice(0, MAX_COMMANDS)
    .map(({ name, description }) => ({ command: name, description: cutText(description, MAX_DESCRIPTION_CHARS) }));
}

/** Telegram goes by two letters (ISO 639-1). */
function isLanguageCode(text: string): text is LanguageCode {
  return /^[a-z]{2}$/.test(text);
}
