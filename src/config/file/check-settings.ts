import type { DefaultsConfig, Environment } from "../config.ts";
import type { Finding } from "./finding.ts";

/** Checks that a reminder comes while the gate is open and not at once. */
export function checkDefaults(defaults: DefaultsConfig): readonly Finding[] {
  const { expiresInMs, remindBeforeMs } = defaults;
  if (expiresInMs === null || remindBeforeMs === undefined || remindBeforeMs < expiresInMs) return [];
  return [
    {
      path: ["defaults", "remind_before"],
      part: "value",
      what: "the reminder would come before the gate opens",
      fix: "Make remind_before shorter than expires_in (default 24h), or remove it.",
    },
  ];
}

/** Shorter values would be found in all sorts of innocent text, and redacting them would make cards unreadable. */
const MIN_SECRET_CHARS = 5;

/** Checks that the values of the secret variables can be redacted. Unset variables have nothing to redact. */
export function checkSecrets(names: readonly string[], environment: Environment): readonly Finding[] {
  return names.flatMap((name, index) => {
    const length = environment[name]?.trim().length ?? 0;
    if (length === 0 || length >= MIN_SECRET_CHARS) return [];
    return {
      path: ["secrets", index],
      part: "value",
      what: `the value of ${name} is too short to be redacted`,
      fix: `Give ${name} a value of at least ${MIN_SECRET_CHARS} characters, or remove it from secrets.`,
    };
  });
}
