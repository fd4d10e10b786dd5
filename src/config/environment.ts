import type { Config, Environment } from "./config.ts";

/** Variables that are the bot's own: steps never see them, and their values are shown nowhere (promise 11). */
export const BOT_SECRETS: readonly string[] = ["TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN", "LOBSTER_DATABASE_URL"];

/** Who decides comes from the authenticated sender of a press, never from the bot's own environment (policy rule 3). */
const AMBIENT_DECISION = /^LOBSTER_APPROVAL_/;

/** Names the steps that this process comes from, see `composeStepMark`. */
const STEP_MARKS = "LOBSTER_EXECUTION";

/** A copy of the process environment for the runtime, which never reads `process.env` itself. */
export function readRuntimeEnvironment(processEnvironment: Environment = process.env): Environment {
  const set = Object.entries(processEnvironment).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}

/** Shorter values stand in too many other variables to be told from them. */
const MIN_SECRET_LENGTH = 8;

/** Values that only the bot may know: its tokens and its database's address. */
export function listBotSecrets(environment: Environment): readonly string[] {
  return BOT_SECRETS.map((name) => environment[name]?.trim() ?? "").filter((value) => value !== "");
}

/**
 * What the bot's steps may inherit of `environment`. Left out: the bot's tokens and database address by name (in any
 * letter case, as on Windows), every other variable whose value contains one of them, `LOBSTER_APPROVAL_*`, and the mark of a step
 * that started the bot: what the bot's runs start is theirs, and does not end with that step.
 */
export function withoutBotSecrets(environment: Environment, config: Pick<Config, "adapters">): Environment {
  const { telegram, discord } = config.adapters;
  const tokens = [telegram?.token, discord?.token].filter((token) => token !== undefined);
  const secrets = [...tokens, ...listBotSecrets(environment)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const kept = Object.entries(environment).filter(([name, value]) => {
    const upper = name.toUpperCase();
    if (BOT_SECRETS.includes(upper) || AMBIENT_DECISION.test(upper) || upper === STEP_MARKS) return false;
    return value !== undefined && !secrets.some((secret) => value.includes(secret));
  });
  return Object.fromEntries(kept);
}
