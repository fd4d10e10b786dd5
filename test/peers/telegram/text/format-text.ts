import { malformed } from "../api/error.ts";
import type { NoteOddity } from "../api/decode-value.ts";
import type { Wire } from "../../shared/wire.ts";
import { numberOf, textOf } from "../../shared/wire.ts";
import { arrangeEntities } from "./arrange-entities.ts";
import { cleanText, isBlank } from "./clean-text.ts";
import { detectEntities } from "./detect-entities.ts";
import { endOf, sortEntities } from "./entity.ts";
import type { Entity, FormattedText } from "./entity.ts";
import { trimText } from "./trim-text.ts";

/** Text of more bytes is refused before anything else is looked at. */
const MAX_BYTES = 32_768;

/**
 * Makes of text and the entities sent with it what the server keeps: checked, cleaned, trimmed, with the entities the
 * server finds itself. Empty text comes back empty; whether it may be is the caller's.
 */
export function formatText(input: string, given: readonly Wire[], note: NoteOddity = () => undefined): FormattedText {
  if (Buffer.byteLength(input) > MAX_BYTES) throw malformed("Text is too long");
  const { text, moved } = cleanText(input);
  const entities = readEntities(given, note);
  const arranged = arrangeEntities(entities);
  if (JSON.stringify(arranged) !== JSON.stringify(sortEntities(entities)))
    note("entities cross or nest: the server rearranges them");
  for (const entity of arranged) checkBounds(input, entity);
  const shifted = arranged.map((entity) => shift(entity, moved));
  const trimmed = trimText({ text, entities: shifted });
  if (isBlank(trimmed.text)) return { text: "", entities: [] };
  const found = detectEntities(trimmed.text, trimmed.entities);
  return { text: trimmed.text, entities: sortEntities([...trimmed.entities, ...found]) };
}

/** Entities the server finds itself are passed over when a bot sends them. */
function readEntities(given: readonly Wire[], note: NoteOddity): readonly Entity[] {
  const read = given.map(readEntity);
  for (const { type } of read) if (FOUND_BY_SERVER.has(type)) note(`the server passes over entities of type ${type}`);
  return read.filter(({ type, length }) => !FOUND_BY_SERVER.has(type) && length > 0);
}

const FOUND_BY_SERVER: ReadonlySet<string> = new Set([
  "mention",
  "hashtag",
  "cashtag",
  "bot_command",
  "url",
  "email",
  "phone_number",
]);

function readEntity(wire: Wire): Entity {
  const type = textOf(wire, "type") ?? "";
  const offset = numberOf(wire, "offset") ?? 0;
  const length = numberOf(wire, "length") ?? 0;
  if (offset < 0 || offset > 1_000_000) throw malformed(`Receive an entity with incorrect offset ${offset}`);
  if (length < 0 || length > 1_000_000) throw malformed(`Receive an entity with incorrect length ${length}`);
  for (const name of NEEDED[type] ?? []) {
    if (wire[name] === undefined) throw malformed(`Can't parse MessageEntity: Can't find field "${name}"`);
  }
  const url = textOf(wire, "url");
  if (type === "text_link" && url !== undefined && !isLink(url)) {
    throw malformed(`Entity URL '${url}' is invalid: Wrong HTTP URL`);
  }
  const details = (DETAILS[type] ?? []).flatMap((name) => (wire[name] === undefined ? [] : [[name, wire[name]]]));
  return { type, offset, length, details: Object.fromEntries(details) };
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  text_link: ["url"],
  text_mention: ["user"],
  custom_emoji: ["custom_emoji_id"],
  date_time: ["unix_time"],
};

const DETAILS: Readonly<Record<string, readonly string[]>> = {
  ...NEEDED,
  pre: ["language"],
  date_time: ["unix_time", "date_time_format"],
};

function isLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  if (["tg:", "ton:", "mailto:", "tel:"].includes(parsed.protocol)) return true;
  return ["http:", "https:"].includes(parsed.protocol) && /[.:]/.test(parsed.hostname);
}

/** Offsets must lie in the text and not inside a surrogate pair. */
function checkBounds(text: string, entity: Entity): void {
  if (entity.offset >= text.length) {
    throw malformed(`Entity begins after the end of the text at UTF-16 offset ${entity.offset}`);
  }
  if (endOf(entity) > text.length) {
    throw malformed(
      `Entity beginning at UTF-16 offset ${entity.offset} ends after the end of the text at UTF-16 offset ${endOf(entity)}`,
    );
  }
  if (isInsidePair(text, entity.offset)) {
    throw malformed(`Entity begins in a middle of a UTF-16 symbol at byte offset ${byteAfter(text, entity.offset)}`);
  }
  if (isInsidePair(text, endOf(entity))) {
    throw malformed(
      `Entity beginning at UTF-16 offset ${entity.offset} ends in a middle of a UTF-16 symbol at byte offset ${byteAfter(text, endOf(entity))}`,
    );
  }
}

function isInsidePair(text: string, offset: number): boolean {
  return /[\ud800-\udbff]$/.test(text.slice(0, offset)) && /^[\udc00-\udfff]/.test(text.slice(offset));
}

/** Where the next whole character begins, in bytes. */
function byteAfter(text: string, offset: number): number {
  return Buffer.byteLength(text.slice(0, offset + 1));
}

function shift(entity: Entity, moved: readonly number[]): Entity {
  const offset = moved[entity.offset] ?? 0;
  return { ...entity, offset, length: (moved[endOf(entity)] ?? offset) - offset };
}
