import { findTemplatePlaces } from "../../pipeline/template-text.ts";
import type { Placeholder } from "../shell/placeholder.ts";
import { filledText, type FilledText } from "./filled-text.ts";

/** A field's name or path as a value may give it: neither a separator nor anything with a meaning in an expression. */
export function isFieldName(value: string): boolean {
  return /^[\p{L}\p{M}\p{N}_./:@%+-]+$/u.test(value);
}

/**
 * The first value that would take part in a template instead of being text of it: by opening or closing a placeholder, or
 * by being more than a field's name inside one.
 */
export function findTemplateFault({ units, masked, filled }: FilledText): Placeholder | undefined {
  const places = findTemplatePlaces(masked);
  const starts: number[] = [];
  let length = 0;
  let firstValue: Placeholder | undefined;
  let place = 0;
  for (const [index, unit] of units.entries()) {
    starts.push(length);
    length += typeof unit === "string" ? unit.length : unit.value.length;
    if (typeof unit === "string") continue;
    while ((places[place]?.end ?? Infinity) <= index) place += 1;
    const isInside = (places[place]?.start ?? Infinity) < index;
    if (isInside && !isFieldName(unit.value)) return unit;
    if (firstValue === undefined || (!hasBrace(firstValue) && hasBrace(unit))) firstValue = unit;
  }
  starts.push(length);
  const expected = places.map(({ start, end }) => `${starts[start] ?? ""}-${starts[end] ?? ""}`);
  const found = findTemplatePlaces(filled).map(({ start, end }) => `${start}-${end}`);
  return expected.join() === found.join() ? undefined : firstValue;
}

function hasBrace({ value }: Placeholder): boolean {
  return /[{}]/.test(value);
}

/** The same for a field of `map`, `key=template`: a value cannot give it another key either. */
export function findFieldFault({ units }: FilledText): Placeholder | undefined {
  const equals = units.indexOf("=");
  const key = equals < 0 ? units : units.slice(0, equals);
  const fault = key.find((unit) => typeof unit !== "string" && unit.value.includes("="));
  if (typeof fault === "object") return fault;
  return equals < 0 ? undefined : findTemplateFault(filledText(units.slice(equals + 1)));
}
