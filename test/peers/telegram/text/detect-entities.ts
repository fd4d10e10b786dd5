import { LITERAL, overlap } from "./entity.ts";
import type { Entity } from "./entity.ts";

/**
 * What the server finds in plain text by itself, for users and bots alike: links, mail addresses, mentions, commands,
 * hashtags, cashtags. The patterns are close to the server's, not the same. The first match takes a place.
 */
export function detectEntities(text: string, taken: readonly Entity[]): readonly Entity[] {
  const closed = taken.filter(({ type }) => LITERAL.has(type) || STANDING.has(type));
  const found: Entity[] = [];
  for (const [type, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const entity: Entity = { type, offset: match.index, length: match[0].length, details: {} };
      if (![...closed, ...found].some((other) => overlap(other, entity))) found.push(entity);
    }
  }
  return found;
}

/** Entities in which nothing is found: what they are is said already. */
const STANDING: ReadonlySet<string> = new Set(["text_link", "text_mention", "custom_emoji", "date_time"]);

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ["url", /\b(?:https?|ftp|tg):\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'»]/giu],
  ["email", /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu],
  [
    "url",
    /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|info|me|co|ru|uk|de|eu|us|xyz)(?:\/[^\s<>"]*)?(?!\w)/giu,
  ],
  ["bot_command", /(?<![\p{L}\p{N}_/<>])\/\w{1,64}(?:@\w{3,32})?(?![\w/<>])/gu],
  ["mention", /(?<![\p{L}\p{N}_@/])@\w{4,32}(?![\w@])/gu],
  ["hashtag", /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu],
  ["cashtag", /(?<![\p{L}\p{N}_$])\$[A-Z]{1,8}(?![\p{L}\p{N}_])/gu],
];
