import type { Wire } from "../../shared/wire.ts";

/** A piece of text with a meaning; offset and length in UTF-16 code units. */
export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  /** What belongs to the type: `url`, `language`, `user`, `unix_time` … */
  readonly details: Wire;
}

/** Text as the server keeps it. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

/** Text without entities. */
export const NO_TEXT: FormattedText = { text: "", entities: [] };

/** Types that may overlap others: the server splits them. All other types stand whole or not at all. */
export const SPLITTABLE: ReadonlySet<string> = new Set(["bold", "italic", "underline", "strikethrough", "spoiler"]);

/** Types in which the server keeps no other entity. */
export const LITERAL: ReadonlySet<string> = new Set(["code", "pre"]);

/** Types that hold other blocks of text. */
export const QUOTES: ReadonlySet<string> = new Set(["blockquote", "expandable_blockquote"]);

/** Where an entity ends. */
export function endOf(entity: Entity): number {
  return entity.offset + entity.length;
}

/** Outer before inner: by offset, then by length; at the same place what may be split comes last. */
export function sortEntities(entities: readonly Entity[]): readonly Entity[] {
  const rank = ({ type }: Entity): number => (QUOTES.has(type) ? 0 : SPLITTABLE.has(type) ? 2 : 1);
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || rank(a) - rank(b));
}

/** True when two entities share a character. */
export function overlap(a: Entity, b: Entity): boolean {
  return a.offset < endOf(b) && b.offset < endOf(a);
}

/** The wire form, as in `Message.entities`. */
export function encodeEntity({ type, offset, length, details }: Entity): Wire {
  return { offset, length, type, ...details };
}
