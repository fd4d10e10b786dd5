/** A JSON value as it goes over the wire; `undefined` members are left out when it is written. */
export type WireValue = string | number | boolean | null | undefined | readonly WireValue[] | Wire;

/** A JSON object as it goes over the wire. */
export interface Wire {
  readonly [name: string]: WireValue;
}

/** True for a JSON object: not null and not a list. */
export function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member an object itself holds: names come from outside. */
export function memberOf(object: Wire, name: string): WireValue {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** True when the member is there and not null: Discord takes null for "not given" in most places. */
export function isGiven(object: Wire, name: string): boolean {
  const value = memberOf(object, name);
  return value !== undefined && value !== null;
}

/** A member that is text; `undefined` for anything else. */
export function textOf(object: Wire, name: string): string | undefined {
  const value = memberOf(object, name);
  return typeof value === "string" ? value : undefined;
}

/** A member that is a number; `undefined` for anything else. */
export function numberOf(object: Wire, name: string): number | undefined {
  const value = memberOf(object, name);
  return typeof value === "number" ? value : undefined;
}

/** A member that is an id or a number as text; empty for anything else. */
export function wordOf(object: Wire, name: string): string {
  const value = memberOf(object, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A member that is an object; an empty one for anything else. */
export function objectOf(object: Wire, name: string): Wire {
  const value = memberOf(object, name);
  return isWire(value) ? value : {};
}

/** The objects of a member that is a list; everything else in it is skipped. */
export function objectsOf(object: Wire, name: string): readonly Wire[] {
  return listOf(object, name).filter(isWire);
}

/** A member that is a list; an empty one for anything else. */
export function listOf(object: Wire, name: string): readonly WireValue[] {
  const value = memberOf(object, name);
  return Array.isArray(value) ? (value as readonly WireValue[]) : [];
}
