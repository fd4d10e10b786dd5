import { endOf } from "./entity.ts";
import type { Entity, FormattedText } from "./entity.ts";

/** Removes spaces and line breaks at both ends, and moves, cuts and drops entities so that they fit what is left. */
export function trimText({ text, entities }: FormattedText): FormattedText {
  const start = /^[ \n]*/.exec(text)?.[0].length ?? 0;
  const end = text.length - (/[ \n]*$/.exec(text)?.[0].length ?? 0);
  if (start >= end) return { text: "", entities: [] };
  const trimmed = text.slice(start, end);
  return {
    text: trimmed,
    entities: entities.flatMap((entity) => fitEntity(entity, start, end)).filter((entity) => hasInk(trimmed, entity)),
  };
}

function fitEntity(entity: Entity, start: number, end: number): readonly Entity[] {
  const from = Math.max(entity.offset, start);
  const length = Math.min(endOf(entity), end) - from;
  return length > 0 ? [{ ...entity, offset: from - start, length }] : [];
}

function hasInk(text: string, entity: Entity): boolean {
  return /[^ \n]/.test(text.slice(entity.offset, endOf(entity)));
}
