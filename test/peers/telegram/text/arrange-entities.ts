import { endOf, LITERAL, overlap, QUOTES, sortEntities, SPLITTABLE } from "./entity.ts";
import type { Entity } from "./entity.ts";

/**
 * What the server makes of entities that cross: of those that stand whole the first stays, those that cross the border
 * of a quote go, nothing stays inside code, and bold, italic and the like are cut at every border they cross. It never
 * refuses them.
 */
export function arrangeEntities(entities: readonly Entity[]): readonly Entity[] {
  const sorted = sortEntities(entities.filter(({ length }) => length > 0));
  const quotes = keepFirst(sorted.filter(({ type }) => QUOTES.has(type)));
  const whole = keepFirst(sorted.filter(({ type }) => !QUOTES.has(type) && !SPLITTABLE.has(type))).filter((entity) =>
    quotes.every((quote) => !crosses(entity, quote)),
  );
  const fixed = [...quotes, ...whole];
  const splittable = mergeSame(sorted.filter(({ type }) => SPLITTABLE.has(type)));
  const borders = [...fixed, ...splittable];
  const pieces = splittable
    .flatMap((entity) => splitAt(entity, borders))
    .filter((piece) => !whole.some((entity) => LITERAL.has(entity.type) && overlap(entity, piece)));
  return sortEntities([...fixed, ...pieces]);
}

function keepFirst(sorted: readonly Entity[]): readonly Entity[] {
  const kept: Entity[] = [];
  for (const entity of sorted) if (kept.every((other) => !overlap(other, entity))) kept.push(entity);
  return kept;
}

/** Overlap without one holding the other. */
function crosses(a: Entity, b: Entity): boolean {
  return overlap(a, b) && !holds(a, b) && !holds(b, a);
}

function holds(outer: Entity, inner: Entity): boolean {
  return outer.offset <= inner.offset && endOf(outer) >= endOf(inner);
}

/** Neighbours and overlaps of one type become one. */
function mergeSame(sorted: readonly Entity[]): readonly Entity[] {
  const merged: Entity[] = [];
  for (const entity of sorted) {
    const index = merged.findIndex((other) => other.type === entity.type && endOf(other) >= entity.offset);
    const other = merged[index];
    if (other === undefined) merged.push(entity);
    else merged[index] = { ...other, length: Math.max(endOf(other), endOf(entity)) - other.offset };
  }
  return merged;
}

function splitAt(entity: Entity, others: readonly Entity[]): readonly Entity[] {
  const inside = (offset: number): boolean => offset > entity.offset && offset < endOf(entity);
  const literal = others.filter(({ type }) => LITERAL.has(type));
  const cuts = [...others.filter((other) => crosses(other, entity)), ...literal]
    .flatMap((other) => [other.offset, endOf(other)])
    .filter(inside);
  const points = [...new Set([entity.offset, ...cuts, endOf(entity)])].toSorted((a, b) => a - b);
  return points.slice(1).map((end, index) => {
    const offset = points[index] ?? entity.offset;
    return { ...entity, offset, length: end - offset };
  });
}
