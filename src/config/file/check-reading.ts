import type { Finding, Path } from "./finding.ts";

/** Checks the language and the time zone of a person or a conversation (`at`). */
export function checkReading(
  { locale, timezone }: { readonly locale?: string; readonly timezone?: string },
  at: Path,
): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (key: string, what: string, fix: string): void => {
    findings.push({ path: [...at, key], part: "value", what, fix });
  };
  if (locale !== undefined && !isLocale(locale)) {
    add("locale", "this is not a language that is known", "Write a language tag such as en, en-GB or uk.");
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    add("timezone", "this is not a time zone that is known", "Write an IANA name such as Europe/Kyiv.");
  }
  return findings;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false; // RangeError: not a language tag
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false; // RangeError: no such zone
  }
}
