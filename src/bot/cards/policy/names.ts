import type { Voice } from "../run-view.ts";

/** Names in one line of a card; the others are counted. */
const MAX_NAMES = 20;

/** People as they are listed. */
export function listNames(
  ids: readonly string[],
  { words, nameOf }: Pick<Voice, "words" | "nameOf">,
): readonly string[] {
  const names = ids.map((id) => words.gates.person(nameOf(id)));
  return capNames(names, words);
}

/** A list that people can read: of what is too much the number alone. */
export function capNames(names: readonly string[], { gates }: Pick<Voice["words"], "gates">): readonly string[] {
  if (names.length <= MAX_NAMES) return names;
  return [...names.slice(0, MAX_NAMES), gates.moreNames(names.length - MAX_NAMES)];
}
