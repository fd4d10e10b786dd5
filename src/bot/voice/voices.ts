import type { ChatConfig } from "../../config/config.ts";
import { findChat, type AccessRules } from "../people/access.ts";
import type { Conversation, Sender } from "../adapter.ts";
import type { Voice } from "../cards/run-view.ts";
import type { People, Person } from "../people/people.ts";
import type { Redact } from "../text/redaction.ts";
import type { SpokenLanguages } from "./spoken-languages.ts";
import { chooseWording } from "../wording/wording.ts";

/**
 * Chooses how something is said. To one person: the language of their entry in the configuration, else the one their
 * platform reports, else the conversation's; times in their zone, else in the conversation's. On what everybody in a
 * conversation reads: the language and zone of its entry under `chats`; in a private chat those of the person it is with;
 * else the language of whoever started the run. English and UTC where nothing is known.
 */
export interface Voices {
  /** To whoever acts: also to somebody the configuration does not know. */
  toSender(sender: Sender, conversation: Conversation): Voice;
  /** To one person, in a conversation or in a direct message on its platform. Without a person, to everybody there. */
  toPerson(person: Person | undefined, conversation: Conversation): Voice;
  /** To everybody in a conversation, about a run of this person, where it is about one. */
  toAll(conversation: Conversation, startedBy?: string): Voice;
}

/** What choosing takes. */
export interface VoiceParts {
  readonly config: Pick<AccessRules, "chats">;
  readonly people: Pick<People, "findByAccount" | "findById" | "findWith">;
  readonly languages: Pick<SpokenLanguages, "of">;
  readonly redact: Redact;
}

interface Manner {
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
}

/** Creates the choice. It only reads what is known, so that it can be asked anywhere. */
export function createVoices(parts: VoiceParts): Voices {
  const { people, languages, redact } = parts;
  const nameOf = (id: string): string => people.findById(id)?.name ?? id;
  const groupsOf: Voice["groupsOf"] = (id, account) => people.findWith(id, account)?.groups;
  const speak = ({ locale, timezone }: Manner): Voice => ({
    words: chooseWording(locale, timezone),
    nameOf,
    groupsOf,
    redact,
  });

  const mannerOf = (person: Person, { platform }: Conversation): Manner => ({
    locale: person.locale ?? languages.of(person.id, platform),
    timezone: person.timezone,
  });
  /** As far as it follows from the conversation alone. */
  const mannerIn = (conversation: Conversation): Manner => {
    const chat: ChatConfig | undefined = findChat(parts.config, conversation);
    const owner = findOwner(people, conversation);
    const own = owner === undefined ? {} : mannerOf(owner, conversation);
    return { locale: chat?.locale ?? own.locale, timezone: chat?.timezone ?? own.timezone };
  };
  const toPerson = (person: Person, conversation: Conversation, told?: string): Voice => {
    const own = mannerOf(person, conversation);
    const around = mannerIn(conversation);
    return speak({
      locale: person.locale ?? told ?? own.locale ?? around.locale,
      timezone: own.timezone ?? around.timezone,
    });
  };
  const toAll = (conversation: Conversation, startedBy?: string): Voice => {
    const around = mannerIn(conversation);
    const starter = startedBy === undefined ? undefined : people.findById(startedBy);
    const locale = around.locale ?? (starter === undefined ? undefined : mannerOf(starter, conversation).locale);
    return speak({ ...around, locale });
  };

  return {
    toSender: (sender, conversation) => {
      const person =
        sender.nobody === undefined ? people.findByAccount(conversation.platform, sender.account) : undefined;
      if (person !== undefined) return toPerson(person, conversation, sender.locale);
      const around = mannerIn(conversation);
      return speak({ ...around, locale: sender.locale ?? around.locale });
    },
    toPerson: (person, conversation) => (person === undefined ? toAll(conversation) : toPerson(person, conversation)),
    toAll,
  };
}

/** A private chat goes by the id of the account it is with (Telegram); a terminal is nobody's own. */
function findOwner(people: VoiceParts["people"], { platform, id }: Conversation): Person | undefined {
  return platform === "terminal" ? undefined : people.findByAccount(platform, id);
}
