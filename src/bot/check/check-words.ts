import type { Config, DefaultsConfig, PostTarget, Principal } from "../../config/config.ts";
import { conversationKey, type Platform } from "../adapter.ts";
import type { Person } from "../people/people.ts";
import { chooseReminder } from "../runs/reminder-time.ts";
import { matchLanguage } from "../wording/language.ts";

/** The first lines of the check report: where the configuration comes from, and who and what it knows. */
export function describeConfig(config: Config, idle: readonly Person[]): readonly string[] {
  const chats = config.chats.map(conversationKey);
  return [
    `Configuration ${config.configFile ?? "(no lobster.config.yaml)"}`,
    `  platforms: ${describePlatforms(config)}`,
    `  people: ${namePeople(config.people)}${config.demo ? " (built-in demo people)" : ""}`,
    ...(idle.length === 0 ? [] : [`  cannot act, having no account on these platforms: ${namePeople(idle)}`]),
    `  groups: ${describeGroups(config)}`,
    ...(config.adapters.terminal
      ? []
      : [`  conversations: ${chats.join(", ") || "none; only /whoami and /help answer"}`]),
    ...listUnspoken(config).map((locale) => `  language ${locale} is not spoken; English is used`),
    `  workflows: ${config.workflowsDirectory}`,
    `  state: ${config.stateDirectory}`,
  ];
}

/** Locales in the configuration that no catalogue is for, each once. */
function listUnspoken({ people, chats }: Pick<Config, "people" | "chats">): readonly string[] {
  const locales = [...people, ...chats].map(({ locale }) => locale).filter((locale) => locale !== undefined);
  return [...new Set(locales)].filter((locale) => matchLanguage(locale) === undefined);
}

/** `Release manager (release-manager)`, and so on. */
export function namePeople(people: readonly Person[]): string {
  return people.map(({ id, name }) => (name === id ? id : `${name} (${id})`)).join(", ") || "nobody";
}

/** Persons and groups as they stand in the file; without a rule, everybody. */
export function namePrincipals(principals: readonly Principal[] | undefined): string {
  if (principals === undefined) return "every registered person";
  return principals.map((one) => (one.kind === "person" ? one.id : `group:${one.group}`)).join(", ");
}

/** Where a workflow may be used. */
export function describePlaces(config: Config, workflow: string): string {
  if (config.adapters.terminal) return "the terminal";
  const chats = config.chats.filter((chat) => chat.workflows === undefined || chat.workflows.includes(workflow));
  if (chats.length === 0) return "no conversation; add one under chats";
  return chats.map((chat) => `${conversationKey(chat)}${noteOff(config, chat.platform)}`).join(", ");
}

/** Where the cards of a workflow go. */
export function describePostTo(config: Config, workflow: string): string {
  const targets: readonly PostTarget[] = config.workflows.get(workflow)?.postTo ?? [{ kind: "origin" }];
  return targets
    .map((target) => {
      if (target.kind === "origin") return "the conversation where the run was started";
      return `${conversationKey(target.conversation)}${noteOff(config, target.conversation.platform)}`;
    })
    .join(", ");
}

/** When a gate expires and when people are reminded, by its file and, where that says nothing, by the configuration. */
export function describeExpiry(
  defaults: DefaultsConfig,
  terms: { readonly expiresInMs?: number | null; readonly remindBeforeMs?: number } = {},
): string {
  const { expiresInMs = defaults.expiresInMs } = terms;
  if (expiresInMs === null) return "never";
  const wanted = terms.remindBeforeMs ?? defaults.remindBeforeMs;
  const remind = chooseReminder(expiresInMs, wanted);
  return `${formatDuration(expiresInMs)} after it opens; reminder ${formatDuration(remind)} before`;
}

/** In the largest units that fit: `1 d`, `1 h 30 min`, `7 s`. */
export function formatDuration(ms: number): string {
  let rest = Math.round(ms / 1_000);
  const parts = UNITS.flatMap(([seconds, unit]) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(" ") || "0 s";
}

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  telegram: "Telegram",
  discord: "Discord",
  terminal: "the terminal chat",
};

/** True when the adapter of a platform is on. */
export function isPlatformOn(config: Config, platform: Platform): boolean {
  return platform === "terminal" ? config.adapters.terminal : config.adapters[platform] !== undefined;
}

function describePlatforms(config: Config): string {
  const on = (["telegram", "discord", "terminal"] as const).filter((platform) => isPlatformOn(config, platform));
  const names = on.map((platform) => PLATFORM_NAMES[platform]).join(", ");
  return config.adapters.terminal ? `${names}, because no bot token is set` : names;
}

function noteOff(config: Config, platform: Platform): string {
  return isPlatformOn(config, platform) ? "" : ` (${PLATFORM_NAMES[platform]} is off: its bot token is not set)`;
}

function describeGroups(config: Config): string {
  const groups = [...new Set(config.people.flatMap((person) => person.groups))].toSorted();
  const named = groups.map((group) => {
    const members = config.people.filter((person) => person.groups.includes(group)).map(({ id }) => id);
    return `${group} (${members.join(", ")})`;
  });
  return named.join(", ") || "none";
}
