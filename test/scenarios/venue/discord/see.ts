import type { SeenMessage } from "../../../peers/discord/index.ts";
import type { Place, Seen } from "../venue.ts";
import { readMarkdown } from "./read-markdown.ts";

/** A message of the server as people at a venue see it. */
export function seeDiscord(message: SeenMessage, place: Place): Seen {
  const { id, text, buttons, files, from, edits } = message;
  return {
    id,
    place,
    ...readMarkdown(text),
    buttons: buttons
      .flat()
      .filter(({ isDisabled }) => !isDisabled)
      .map(({ label }) => label),
    files: files.map(({ name, data }) => ({ name, text: data.toString("utf8") })),
    isFromBot: from.isBot,
    edits,
  };
}
