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
import { failureOf } from "./deliver.ts";

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

/** Which commands are registered, and where; below it, the places where others still have to be taken away. */
const REGISTERED = "commands";

/**
 * Registers the commands, with words for readers of every language there are words for, when they or the place where they
 * are offered changed since they were registered last; they are taken away from the places they are no longer offered in.
 * What fails is logged and tried again at the next start.
 */
export async function registerCommands(
  parts: CommandParts,
  host: Pick<AdapterHost, "commands" | "translatedCommands" | "memory">,
): Promise<void> {
  const { client, bot, guild, log } = parts;
  const commands = encodeCommands(host.commands, host.translatedCommands);
  const digest = createHash("sha256").update(JSON.stringify(commands)).digest("hex");
  const place = `${bot.application} ${guild ?? EVERYWHERE}`;
  const before = (await host.memory.get(REGISTERED)) ?? "";
  const [registered = "", ...others] = before.split("\n");
  if (registered !== `${place} ${digest}`) {
    const set = await call(() => client.api.setCommands(bot.application, guild, commands));
    if (set.kind !== "ok") {
      log.warn("commands_not_registered", { why: describeFailure(set).why });
      return;
    }
  }
  const elsewhere = new Set([placeOf(registered), ...others].filter((other) => other !== place));
  const left = await withdraw(parts, [...elsewhere]);
  const now = [`${place} ${digest}`, ...left].join("\n");
  if (now !== before) await host.memory.set(REGISTERED, now);
}

const EVERYWHERE = "everywhere";

/** The place of registered commands: whose they are, and the server. */
function placeOf(registered: string): string {
  return registered.split(" ").slice(0, 2).join(" ");
}

/** Commands that stand in two places are offered twice. Gives the places where they still stand, perhaps. */
async function withdraw({ client, bot, log }: CommandParts, places: readonly string[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const place of places) {
    const [application, scope] = place.split(" ");
    if (application !== bot.application || scope === undefined) continue;
    const guild = scope === EVERYWHERE ? undefined : scope;
    const withdrawn = await call(() => client.api.setCommands(bot.application, guild, []));
    if (withdrawn.kind === "ok") continue;
    log.warn("commands_not_withdrawn", { why: describeFailure(withdrawn).why });
    // Refused for good: the bot is no longer in that server, and offers nothing there.
    if (failureOf(withdrawn).kind !== "gone") left.push(place);
  }
  return left;
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
