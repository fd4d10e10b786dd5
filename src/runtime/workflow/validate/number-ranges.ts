import type { JsonValue } from "../../json.ts";

/** The largest delay a timer can hold, in ms (about 24.8 days). */
export const MAX_TIMER_MS = 2_147_483_647;

/** A number in any of its forms, else undefined. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : undefined;
}

/** 1, 2, 3 … */
export function isPositiveInteger(value: JsonValue | undefined): boolean {
  const number = asNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 1;
}

/** Zero or more, and finite. */
export function isNonNegative(value: JsonValue | undefined): boolean {
  const number = asNumber(value);
  return number !== undefined && Number.isFinite(number) && number >= 0;
}

/** A number of milliseconds that a timer can hold, at least 1. */
export function isTimerMs(value: JsonValue | undefined): boolean {
  const number = asNumber(value);
  return isPositiveInteger(value) && number !== undefined && number <= MAX_TIMER_MS;
}
