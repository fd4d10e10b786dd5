import { createHash } from "node:crypto";
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from "discord.js";
import type { AdapterHost, CommandDescription } from "../../../src/bot/adapter.ts";
import type { Log } from "../../../src/bot/log.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import type { DiscordClient } from "../client.ts";
import type { BotIdentity } from "../decode.ts";
import { call, describeFailure } from "../wire/called.ts";

/** What registering commands takes. */
export interface CommandParts {
  readonly client: DiscordClient;
  readonly bot: BotIdentity;
  /** The server whose commands they are; absent for commands everywhere. */
  readonly guild?: string | undefined;
  readonly log: Log;
}

const MAX_DESCRIPTION_CHARS = 100;
const MAX_COMMANDS = 100;
const MAX_OPTIONS = 25;

/** Which commands are registered, and where. */
const REGISTERED = "commands";

/**
 * Registers the commands, with words for readers of every language there are words for, when they or the place where they
 * are offered changed since they were registered last; they are taken away from the place they are no longer offered in.
 * What fails is logged and tried again at the next start.
 */
export async function registerCommands(
  parts: CommandParts,
  host: Pick<AdapterHost, "commands" | "translatedCommands" | "memory">,
): Promise<void> {
  const { client, bot, guild, log } = parts;
  const commands = encodeCommands(host.commands, host.translatedCommands);
  const digest = createHash("sha256").update(JSON.stringify(commands)).digest("hex");
  const place = `${bot.application} ${guild ?? "everywhere"}`;
  const before = (await host.memory.get(REGISTERED)) ?? "";
  if (before === `${place} ${digest}`) return;
  const registered = await call(() => client.api.setCommands(bot.application, guild, commands));
  if (registered.kind !== "ok") {
    log.warn("commands_not_registered", { why: describeFailure(registered).why });
    return;
  }
  await withdraw(parts, before, place);
  await host.memory.set(REGISTERED, `${place} ${digest}`);
}

/** Commands that stand in two places are offered twice. */
async function withdraw({ client, bot, log }: CommandParts, before: string, place: string): Promise<void> {
  const [application, scope] = before.split(" ");
  if (application !== bot.application || scope === undefined || `${application} ${scope}` === place) return;
  const guild = scope === "everywhere" ? undefined : scope;
  const withdrawn = await call(() => client.api.setCommands(bot.application, guild, []));
  if (withdrawn.kind !== "ok") log.warn("commands_not_withdrawn", { why: describeFailure(withdrawn).why });
}

/** Commands as Discord names them; one with a name it does not take is left out. */
export function encodeCommands(
  commands: readonly CommandDescription[],
  translated: ReadonlyMap<string, readonly CommandDescription[]> = new Map(),
) {
  return commands
    .filter(({ name }) => isName(name))
    .slice(0, MAX_COMMANDS)
    .map((command) => {
      const others = listTranslations(translated, ({ name }) => name === command.name);
      return {
        name: command.name,
        type: ApplicationCommandType.ChatInput,
        ...describe(command.description, others),
        // In servers and in the bot's direct messages; nowhere the bot was not invited to.
        contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
        integration_types: [ApplicationIntegrationType.GuildInstall],
        options: orderOptions(command).map((parameter) =>
          encodeOption(
            parameter,
            others.map(([locale, other]) => [locale, other.parameters.find(({ name }) => name === parameter.name)]),
          ),
        ),
      };
    });
}

type Parameter = CommandDescription["parameters"][number];

/** Discord wants those that must be there first. */
function orderOptions({ parameters }: CommandDescription): readonly Parameter[] {
  const named = parameters.filter(({ name }) => isName(name));
  return [...named.filter(({ required }) => required), ...named.filter(({ required }) => !required)].slice(
    0,
    MAX_OPTIONS,
  );
}

function encodeOption(
  { name, description, kind, required }: Parameter,
  others: readonly (readonly [string, Parameter | undefined])[],
) {
  const isFile = kind === "file";
  const known = others.flatMap(([locale, other]) => (other === undefined ? [] : [[locale, other] as const]));
  return {
    name,
    ...describe(description, known),
    required,
    type: isFile ? ApplicationCommandOptionType.Attachment : ApplicationCommandOptionType.String,
    ...(isFile || kind === "text" ? {} : { autocomplete: true }),
  };
}

/** Languages that Discord names with a region of its own choice. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  en: ["en-US", "en-GB"],
  es: ["es-ES", "es-419"],
  pt: ["pt-BR"],
  sv: ["sv-SE"],
  zh: ["zh-CN"],
};

/** Languages that Discord names by their code alone. */
const PLAIN_LOCALES: ReadonlySet<string> = new Set(
  "bg cs da de el fi fr hi hr hu id it ja ko lt nl no pl ro ru th tr uk vi".split(" "),
);

function listTranslations(
  translated: ReadonlyMap<string, readonly CommandDescription[]>,
  isSame: (command: CommandDescription) => boolean,
): readonly (readonly [string, CommandDescription])[] {
  return [...translated].flatMap(([language, commands]) => {
    const command = commands.find(isSame);
    const locales = Object.hasOwn(LOCALES, language)
      ? (LOCALES[language] ?? [])
      : PLAIN_LOCALES.has(language)
        ? [language]
        : [];
    return command === undefined ? [] : locales.map((locale) => [locale, command] as const);
  });
}

function describe(description: string, others: readonly (readonly [string, { readonly description: string }])[]) {
  const localized = others.map(([locale, other]) => [locale, shorten(other.description)] as const);
  return {
    description: shorten(description),
    ...(localized.length === 0 ? {} : { description_localizations: Object.fromEntries(localized) }),
  };
}

function shorten(description: string): string {
  return description.trim() === "" ? "…" : cutText(description, MAX_DESCRIPTION_CHARS);
}

function isName(name: string): boolean {
  return /^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$/u.test(name);
}
