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

/** The objects of a member that is a list; everything else in it is skipped. */
export function objectsOf(object: Wire, name: string): readonly Wire[] {
  const value = memberOf(object, name);
  return Array.isArray(value) ? (value as readonly unknown[]).filter(isWire) : [];
}
