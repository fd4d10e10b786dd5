/** The languages the bot speaks, by ISO 639-1 code. The first one is spoken where nothing better is known. */
export const LANGUAGES = ["en", "uk", "ja", "ko"] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/**
 * The language of a locale as people and platforms write it (`uk`, `uk-UA`, `ja_JP`), by its base language alone;
 * undefined for one the bot does not speak, and for text that is no locale.
 */
export function matchLanguage(locale: string | undefined): Language | undefined {
  const base = locale?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === base);
}
