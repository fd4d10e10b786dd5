import { ownMember } from "../../runtime/json.ts";
import type { Platform } from "../adapter.ts";
import type { People } from "../people/people.ts";
import { describeThrown, type Log } from "../log.ts";
import type { OpenShelf } from "../storage/shelf.ts";
import { LANGUAGES, matchLanguage, type Language } from "../wording/language.ts";

/**
 * The languages in which people use their platforms, as their events told last. Kept over restarts, so that a card which
 * nobody's event draws (a gate that expires at night) is still in the language it was in.
 */
export interface SpokenLanguages {
  /** Reads what is known of everybody in the configuration. */
  load(): Promise<void>;
  /** On this platform, else on another one. */
  of(personId: string, platform: Platform): Language | undefined;
  /** Notes the locale an event told. What cannot be kept is known until the bot stops. */
  note(personId: string, platform: Platform, locale: string): Promise<void>;
}

type Spoken = Readonly<Record<string, Language>>;

/** Creates the memory; one small entry a person. */
export function createSpokenLanguages(parts: {
  readonly openShelf: OpenShelf;
  readonly people: Pick<People, "all">;
  readonly log: Log;
}): SpokenLanguages {
  const shelf = parts.openShelf("languages", (value): Spoken => {
    const read = Object.keys(value).map((platform) => [platform, asLanguage(ownMember(value, platform))] as const);
    return Object.fromEntries(
      read.flatMap(([platform, language]) => (language === undefined ? [] : [[platform, language]])),
    );
  });
  const known = new Map<string, Spoken>();
  return {
    load: async () => {
      for (const { id } of parts.people.all) {
        const spoken = await shelf.get(id);
        if (spoken !== undefined) known.set(id, spoken);
      }
    },
    of: (personId, platform) => {
      const spoken = known.get(personId) ?? {};
      return ownMember<Language>(spoken, platform) ?? Object.values(spoken)[0];
    },
    note: async (personId, platform, locale) => {
      const spoken = known.get(personId) ?? {};
      // A language the bot does not speak counts, too: it is answered in the first one.
      const language = matchLanguage(locale) ?? LANGUAGES[0];
      if (ownMember(spoken, platform) === language) return;
      const after = { ...spoken, [platform]: language };
      known.set(personId, after);
      try {
        await shelf.set(personId, after);
      } catch (thrown) {
        parts.log.warn("language_not_kept", describeThrown(thrown));
      }
    },
  };
}

function asLanguage(value: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}
