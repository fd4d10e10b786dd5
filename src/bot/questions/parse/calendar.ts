/** What typed text is as a day, a time, or both. The value is in the form RFC 3339 gives it. */
export type TimeReading =
  | { readonly kind: "value"; readonly value: string }
  /** Day and month cannot be told apart: the two days it may be. */
  | { readonly kind: "ambiguous"; readonly meanings: readonly [string, string] }
  | { readonly kind: "no_such_day" }
  | { readonly kind: "no_such_time" }
  | { readonly kind: "needs_offset" }
  | { readonly kind: "unreadable" };

/** Names of a month, lower case, January first; each with its short forms. */
export type MonthNames = readonly (readonly string[])[];

/** Longer text is none of the forms; the bound keeps the matching below cheap. */
const MAX_CHARS = 60;

/**
 * Reads a day: `2026-12-01`, `2026/12/1`, `1.12.2026`, `1 December 2026`, `Dec 1, 2026`, `1 грудня 2026 р.`, `2026年12月1日`,
 * `2026년 12월 1일`. `01/02/2026` is a different day in different countries and is not guessed; years have four digits.
 */
export function parseDate(text: string, months: MonthNames): TimeReading {
  const typed = text.trim();
  if (typed.length > MAX_CHARS) return { kind: "unreadable" };
  return (
    readYearFirst(typed) ??
    readDotted(typed) ??
    readYearLast(typed) ??
    readNamed(typed, months) ?? { kind: "unreadable" }
  );
}

/** Reads a time of day with its offset from UTC: `14:30Z`, `14:30:05 +02:00`, `9:05 UTC`. */
export function parseTime(text: string): TimeReading {
  if (text.length > MAX_CHARS) return { kind: "unreadable" };
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(z|utc|gmt|[+−-]\d{1,2}(?::?\d{2})?)?$/iu.exec(
    text.trim(),
  );
  if (match === null) return { kind: "unreadable" };
  const [, hour = "", minute = "", second = "00", fraction = "", zone] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return { kind: "no_such_time" };
  if (zone === undefined) return { kind: "needs_offset" };
  const offset = readOffset(zone);
  if (offset === undefined) return { kind: "no_such_time" };
  return { kind: "value", value: `${hour.padStart(2, "0")}:${minute}:${second}${fraction}${offset}` };
}

/** Reads a day and a time with its offset, between them a space, a comma or a `T`. */
export function parseDateTime(text: string, months: MonthNames): TimeReading {
  if (text.length > 2 * MAX_CHARS) return { kind: "unreadable" };
  const match = /^(?<day>.*?)(?:\s*,\s*|\s+|(?<=\d)[Tt])(?<time>\d{1,2}:.*)$/su.exec(text.trim());
  if (match?.groups === undefined) return { kind: "unreadable" };
  const day = parseDate(match.groups["day"] ?? "", months);
  if (day.kind !== "value") return day;
  const time = parseTime(match.groups["time"] ?? "");
  return time.kind === "value" ? { kind: "value", value: `${day.value}T${time.value}` } : time;
}

function readYearFirst(text: string): TimeReading | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/u.exec(text);
  return match === null ? readYearMarked(text) : writeDay(Number(match[1]), Number(match[3]), Number(match[4]));
}

/** Year, month and day, each with the sign that Japanese or Korean puts behind it. */
function readYearMarked(text: string): TimeReading | undefined {
  const match = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u.exec(text);
  return match === null ? undefined : writeDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

function readDotted(text: string): TimeReading | undefined {
  const match = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/u.exec(text);
  return match === null ? undefined : writeDay(Number(match[3]), Number(match[2]), Number(match[1]));
}

/** `a/b/yyyy`: the month is known only where the other number cannot be one, or where both are the same. */
function readYearLast(text: string): TimeReading | undefined {
  const match = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/u.exec(text);
  if (match === null) return undefined;
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (first > 12) return writeDay(year, second, first);
  const monthFirst = writeDay(year, first, second);
  if (second > 12 || first === second) return monthFirst;
  const dayFirst = writeDay(year, second, first);
  if (monthFirst.kind !== "value" || dayFirst.kind !== "value") return { kind: "no_such_day" };
  return { kind: "ambiguous", meanings: [monthFirst.value, dayFirst.value] };
}

function readNamed(text: string, months: MonthNames): TimeReading | undefined {
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?\s+(\p{L}+)\.?,?\s+(\d{4})(?:\s?(?:р\.|року))?$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(text);
  const name = (dayFirst?.[2] ?? monthFirst?.[1] ?? "").toLowerCase();
  const month = months.findIndex((names) => names.includes(name));
  if (month < 0) return undefined;
  return writeDay(Number(dayFirst?.[3] ?? monthFirst?.[3]), month + 1, Number(dayFirst?.[1] ?? monthFirst?.[2]));
}

function writeDay(year: number, month: number, day: number): TimeReading {
  const longest = month >= 1 && month <= 12 ? daysIn(year, month) : 0;
  if (year < 1 || day < 1 || day > longest) return { kind: "no_such_day" };
  return { kind: "value", value: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` };
}

function pad(part: number, length: number): string {
  return String(part).padStart(length, "0");
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

function readOffset(zone: string): string | undefined {
  if (/^[a-z]/iu.test(zone)) return "Z";
  const match = /^([+−-])(\d{1,2}):?(\d{2})?$/u.exec(zone);
  if (match === null) return undefined;
  const [, sign = "+", hours = "0", minutes = "00"] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
}
