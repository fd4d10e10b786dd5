import type { SeenMessage, SeenSelect } from "../../../peers/discord/index.ts";
import type { Place, Seen, SeenList } from "../venue.ts";
import { readMarkdown } from "./read-markdown.ts";

/** A message of the server as people at a venue see it. */
export function seeDiscord(message: SeenMessage, place: Place): Seen {
  const { id, text, buttons, selects, files, from, edits } = message;
  const [list] = selects;
  return {
    id,
    place,
    ...readMarkdown(text),
    buttons: buttons
      .flat()
      .filter(({ isDisabled }) => !isDisabled)
      .map(({ label }) => label),
    ...(list === undefined ? {} : { list: seeList(list) }),
    files: files.map(({ name, data }) => ({ name, text: data.toString("utf8") })),
    isFromBot: from.isBot,
    edits,
  };
}

function seeList({ options, minValues, maxValues }: SeenSelect): SeenList {
  return {
    options: options.map(({ label }) => label),
    chosen: options.filter(({ isChosen }) => isChosen).map(({ label }) => label),
    min: minValues,
    max: maxValues,
  };
}
