import type { JsonValue } from "../json.ts";
import { textOf } from "./item-text.ts";

/**
 * A point in time as text, in UTC: ISO 8601, or by a format of `YYYY MM DD HH mm ss`. Numbers, and texts of digits only,
 * are epoch milliseconds; those of exactly ten digits are seconds, as milliseconds of that length lie in 1970. What is
 * no time stays as it is.
 */
export function formatDate(value: JsonValue | undefined, format: string | undefined): string {
  const date = readDate(value);
  if (date === undefined) return textOf(value);
  const iso = date.toISOString();
  return format === undefined ? iso : format.replace(/YYYY|MM|DD|HH|mm|ss/g, (token) => pieceOf(date, token));
}

function readDate(value: JsonValue | undefined): Date | undefined {
  const text = textOf(value);
  if (text.trim() === "") return undefined;
  const isNumber = typeof value === "number" || /^\d+$/.test(text);
  const date = isNumber ? new Date(Number(text) * (/^\d{10}$/.test(text) ? 1000 : 1)) : new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function pieceOf(date: Date, token: string): string {
  switch (token) {
    case "YYYY":
      return String(date.getUTCFullYear()).padStart(4, "0");
    case "MM":
      return twoDigits(date.getUTCMonth() + 1);
    case "DD":
      return twoDigits(date.getUTCDate());
    case "HH":
      return twoDigits(date.getUTCHours());
    case "mm":
      return twoDigits(date.getUTCMinutes());
    default:
      return twoDigits(date.getUTCSeconds());
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
