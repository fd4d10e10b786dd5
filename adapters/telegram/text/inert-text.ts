import type { MessageEntity } from "grammy/types";

/** A text as Telegram takes it: offsets and lengths of its entities count UTF-16 code units. */
export interface EncodedText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

/**
 * What Telegram makes clickable by itself although no entity says so: a mention notifies whom it names, and a command is
 * sent in the name of whoever touches it. Both are found wherever Telegram's own server would find them, or in more places.
 */
const CLICKABLE =
  /(?<![\p{L}\p{N}_])@[A-Za-z0-9_]{2,}|(?<![\p{L}\p{N}_/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\p{L}\p{N}_/<>])/gu;

/** Inside these, Telegram finds nothing by itself. */
const INERT: ReadonlySet<MessageEntity["type"]> = new Set(["code", "pre", "text_link", "text_mention", "date_time"]);

/** These may be cut in two; others contain code or are contained nowhere near it. */
const DIVISIBLE: ReadonlySet<MessageEntity["type"]> = new Set(["bold", "italic"]);

/**
 * Sets mentions and commands in a text as code, in which they are only text: what comes from workflows, steps and people
 * calls nobody and starts nothing. Code cannot overlap bold or italic, so these are cut around it.
 */
export function makeInert({ text, entities }: EncodedText): EncodedText {
  const found = [...text.matchAll(CLICKABLE)]
    .map((match) => ({ offset: match.index, length: match[0].length }))
    .filter((part) => !entities.some((entity) => INERT.has(entity.type) && isOverlapping(entity, part)));
  if (found.length === 0) return { text, entities };
  const cut = entities.flatMap((entity) => (DIVISIBLE.has(entity.type) ? cutAround(entity, found) : [entity]));
  const code = found.map((part): MessageEntity => ({ type: "code", ...part }));
  return { text, entities: sortEntities([...cut, ...code]) };
}

interface Range {
  readonly offset: number;
  readonly length: number;
}

function isOverlapping(one: Range, other: Range): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

function cutAround(entity: MessageEntity, holes: readonly Range[]): readonly MessageEntity[] {
  const end = entity.offset + entity.length;
  const parts: MessageEntity[] = [];
  let from = entity.offset;
  for (const hole of holes.filter((candidate) => isOverlapping(entity, candidate))) {
    if (hole.offset > from) parts.push({ ...entity, offset: from, length: hole.offset - from });
    from = Math.max(from, hole.offset + hole.length);
  }
  if (from < end) parts.push({ ...entity, offset: from, length: end - from });
  return parts;
}

/** Where two begin together, the longer one contains the other and comes first. */
function sortEntities(entities: readonly MessageEntity[]): readonly MessageEntity[] {
  return entities.toSorted((one, other) => one.offset - other.offset || other.length - one.length);
}
