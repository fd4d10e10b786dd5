import type { AdaptersConfig, Config, Environment, PersonConfig } from "./config.ts";
import { DEMO_PEOPLE } from "./demo-people.ts";
import { listBotSecrets, withoutBotSecrets } from "./environment.ts";
import type { FileContent } from "./file/decode-file.ts";
import type { Settings } from "./settings.ts";

/** What a configuration is made of beside the content of its file. */
export interface Origin {
  readonly settings: Settings;
  readonly environment: Environment;
  /** False when there is no file at the default place. */
  readonly hasFile: boolean;
}

/** Puts together what the variables and the file say, once both are known to be right. */
export function composeConfig(file: FileContent, { settings, environment, hasFile }: Origin): Config {
  const adapters: AdaptersConfig = {
    ...(settings.telegram === undefined ? {} : { telegram: { ...settings.telegram, ...file.telegram } }),
    ...(settings.discord === undefined ? {} : { discord: { ...settings.discord, ...file.discord } }),
    terminal: isTerminal(settings),
  };
  return {
    ...(hasFile ? { configFile: settings.configFile } : {}),
    ...choosePeople(file, settings),
    chats: file.chats,
    workflows: file.workflows,
    defaults: file.defaults,
    adapters,
    stateDirectory: settings.stateDirectory,
    workflowsDirectory: settings.workflowsDirectory,
    logging: settings.logging,
    redactions: collectRedactions(file.secrets, environment),
    environment: withoutBotSecrets(environment, { adapters }),
  };
}

/** Without any token the terminal chat opens, where everybody goes by their id; without people, with the demo people. */
export function choosePeople(
  file: FileContent,
  settings: Settings,
): { readonly people: readonly PersonConfig[]; readonly demo: boolean } {
  if (!isTerminal(settings)) return { people: file.people, demo: false };
  if (file.people.length === 0) return { people: DEMO_PEOPLE, demo: true };
  const people = file.people.map((person) => ({
    ...person,
    accounts: [...person.accounts, { platform: "terminal" as const, id: person.id }],
  }));
  return { people, demo: false };
}

function isTerminal(settings: Settings): boolean {
  return settings.telegram === undefined && settings.discord === undefined;
}

/** Longest first, so that a secret that contains another is redacted as a whole. */
function collectRedactions(secrets: readonly string[], environment: Environment): readonly string[] {
  const named = secrets.map((name) => environment[name]?.trim() ?? "").filter((value) => value !== "");
  return [...new Set([...listBotSecrets(environment), ...named])].toSorted((one, other) => other.length - one.length);
}
