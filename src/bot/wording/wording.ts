import type { Catalogue } from "./catalogue.ts";
import { en } from "./en/index.ts";
import { ja } from "./ja/index.ts";
import { ko } from "./ko/index.ts";
import { matchLanguage, type Language } from "./language.ts";
import { uk } from "./uk/index.ts";

/** What is said to one reader, or to the readers of one conversation: in their language, with times in their zone. */
export interface Wording extends Omit<Catalogue, "sayTime"> {
  readonly language: Language;
  /** A point in time where the platform cannot show it in the reader's own zone; the zone is named. */
  sayTime(at: number): string;
}

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, uk, ja, ko };

const made = new Map<string, Wording>();

/**
 * The words for a locale (its base language counts; English for one that is not spoken) and an IANA time zone, UTC
 * without one. Zones come from the checked configuration, so that what is kept here stays small.
 */
export function chooseWording(locale?: string, timezone = "UTC"): Wording {
  const language = matchLanguage(locale) ?? "en";
  const key = `${language} ${timezone}`;
  const catalogue = CATALOGUES[language];
  const wording = made.get(key) ?? { ...catalogue, language, sayTime: (at) => catalogue.sayTime(at, timezone) };
  made.set(key, wording);
  return wording;
}
