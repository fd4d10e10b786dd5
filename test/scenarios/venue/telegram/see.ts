import type { SeenEntity, SeenMessage } from "../../../peers/telegram/index.ts";
import type { Mark, MarkKind, Place, Seen } from "../venue.ts";

/** A message of the server as people at a venue see it. */
export function seeTelegram(message: SeenMessage, place: Place): Seen {
  const { id, text, entities, buttons, document, from, edits } = message;
  return {
    id: String(id),
    place,
    text,
    marks: entities.map(readEntity),
    buttons: buttons.flat().map(({ label }) => label),
    files: document === undefined ? [] : [{ name: document.name, text: document.data.toString("utf8") }],
    isFromBot: from?.isBot === true,
    edits,
  };
}

/** The kinds of entities that say what their words are; everything else leads or calls nobody anywhere. */
const KINDS: Readonly<Record<string, MarkKind>> = {
  bold: "bold",
  italic: "italic",
  code: "code",
  pre: "code",
  blockquote: "quote",
  expandable_blockquote: "quote",
  text_link: "link",
  mention: "mention",
  text_mention: "mention",
  bot_command: "command",
  spoiler: "spoiler",
  strikethrough: "strike",
  custom_emoji: "emoji",
};

function readEntity({ type, text }: SeenEntity): Mark {
  return { kind: (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? "other", text };
}
