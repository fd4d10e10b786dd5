import path from "node:path";
import type { Environment, LoggingConfig, LogLevel } from "./config.ts";
import { resolveGivenPath, resolveStateDirectory } from "./state-directory.ts";

/** What the variables alone decide. All paths are absolute. */
export interface Settings {
  readonly telegram?: { readonly token: string; readonly apiRoot?: string };
  readonly discord?: { readonly token: string; readonly apiBase?: string };
  readonly stateDirectory: string;
  readonly workflowsDirectory: string;
  readonly configFile: string;
  /** True when `LOBSTER_CONFIG` names the file, so that it must exist. */
  readonly configFileGiven: boolean;
  readonly logging: LoggingConfig;
}

/** A variable with a value that cannot be used. The value itself never stands here. */
export interface VariableProblem {
  readonly name: string;
  readonly what: string;
  readonly fix: string;
}

/** Where relative paths and `~` start. */
export interface Places {
  readonly cwd: string;
  readonly home: string;
}

/** Decodes the bot's variables. Blank counts as not set, so that an empty variable turns an adapter of `.env` off. */
export function readSettings(
  environment: Environment,
  { cwd, home }: Places,
): { readonly settings: Settings; readonly problems: readonly VariableProblem[] } {
  const problems: VariableProblem[] = [];
  const read = createReader(environment, problems);
  const telegramToken = read("TELEGRAM_BOT_TOKEN", decodeToken);
  const apiRoot = read("TELEGRAM_API_ROOT", decodeAddress);
  const discordToken = read("DISCORD_BOT_TOKEN", decodeToken);
  const apiBase = read("DISCORD_API_BASE", decodeAddress);
  const configFile = given(environment, "LOBSTER_CONFIG");
  const settings: Settings = {
    ...(telegramToken === undefined
      ? {}
      : { telegram: { token: telegramToken, ...(apiRoot === undefined ? {} : { apiRoot }) } }),
    ...(discordToken === undefined
      ? {}
      : { discord: { token: discordToken, ...(apiBase === undefined ? {} : { apiBase }) } }),
    stateDirectory: resolveStateDirectory(environment, home, cwd),
    workflowsDirectory: resolveGivenPath(given(environment, "LOBSTER_WORKFLOWS_DIR") ?? "workflows", home, cwd),
    configFile:
      configFile === undefined ? path.join(cwd, "lobster.config.yaml") : resolveGivenPath(configFile, home, cwd),
    configFileGiven: configFile !== undefined,
    logging: {
      level: read("LOBSTER_LOG_LEVEL", decodeLevel) ?? "info",
      pretty: read("LOBSTER_LOG_PRETTY", decodeFlag) ?? false,
    },
  };
  return { settings, problems };
}

/** A decoded value, or what is wrong with the text. */
type Decoded<T> = { readonly value: T } | { readonly what: string; readonly fix: string };

type Read = <T>(name: string, decode: (text: string) => Decoded<T>) => T | undefined;

function createReader(environment: Environment, problems: VariableProblem[]): Read {
  return (name, decode) => {
    const text = given(environment, name);
    if (text === undefined) return undefined;
    const decoded = decode(text);
    if ("value" in decoded) return decoded.value;
    problems.push({ name, ...decoded });
    return undefined;
  };
}

function given(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim() ?? "";
  return text === "" ? undefined : text;
}

/** Shorter texts are no tokens, and redacting or withholding them would hit innocent text. */
const MIN_TOKEN_CHARS = 8;

function decodeToken(text: string): Decoded<string> {
  if (text.length >= MIN_TOKEN_CHARS && !/\s/.test(text)) return { value: text };
  return { what: "is not a bot token", fix: "Copy the whole token, without spaces, from where the platform shows it." };
}

function decodeAddress(text: string): Decoded<string> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const usable = address?.protocol === "http:" || address?.protocol === "https:";
  if (address !== undefined && address.username + address.password !== "") {
    return {
      what: "has a name or a password in it, which is not sent",
      fix: "Leave them out; let something of your own on this machine add them.",
    };
  }
  if (!usable) return { what: "is not an http or https address", fix: "Write one such as http://127.0.0.1:8080." };
  return { value: text.replace(/\/+$/, "") };
}

const LEVELS: readonly LogLevel[] = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

function decodeLevel(text: string): Decoded<LogLevel> {
  const level = LEVELS.find((candidate) => candidate === text.toLowerCase());
  if (level !== undefined) return { value: level };
  return { what: "is not a log level", fix: `Use one of ${LEVELS.join(", ")}.` };
}

function decodeFlag(text: string): Decoded<boolean> {
  if (/^(1|true|yes|on)$/i.test(text)) return { value: true };
  if (/^(0|false|no|off)$/i.test(text)) return { value: false };
  return { what: "is neither on nor off", fix: "Write 1 or 0." };
}
