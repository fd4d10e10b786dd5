/** A unit that lengths of time are said in. */
export type TimeUnit = "second" | "minute" | "hour" | "day";

/** The parts of a point in time, as digits without leading zeros but for minutes. */
export interface TimeParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** What a language does in its own way. */
export interface Habits<Form extends Intl.LDMLPluralRule> {
  /** BCP 47 tag that numbers, lists and plural forms go by. */
  readonly tag: string;
  /** A count with its unit: `3 min`. */
  readonly unit: (count: string, unit: TimeUnit) => string;
  /** Stands between two units. */
  readonly between: string;
  readonly moment: (parts: TimeParts) => string;
  /** The plural forms a catalogue has to give, the most general one last. */
  readonly forms: readonly [Form, ...Form[]];
}

/** How counts, lists, lengths of time and points in time are said in one language. */
export interface Say<Form extends Intl.LDMLPluralRule> {
  /** A number with its digits grouped. */
  readonly sayNumber: (count: number) => string;
  /** The form of a word that goes with a number. */
  readonly plural: (count: number, forms: Readonly<Record<Form, string>>) => string;
  /** `a`, `a and b`, `a, b and c`. */
  readonly sayList: (parts: readonly string[]) => string;
  /** `a`, `a or b`, `a, b or c`. */
  readonly sayChoice: (parts: readonly string[]) => string;
  /** A length of time in two units at most: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
  readonly sayDuration: (ms: number) => string;
  /** A point in time in a zone, which is named: `2026-01-31 14:05 UTC+2`. */
  readonly sayTime: (at: number, timezone: string) => string;
}

/** Makes the sayings of a language. What they stand upon is made when it is first needed: few bots speak all languages. */
export function createSay<Form extends Intl.LDMLPluralRule>(habits: Habits<Form>): Say<Form> {
  const { tag, forms } = habits;
  const numbers = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));
  const tenths = once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const lists = once(() => new Intl.ListFormat(tag, { type: "conjunction" }));
  const choices = once(() => new Intl.ListFormat(tag, { type: "disjunction" }));
  const rules = once(() => new Intl.PluralRules(tag));
  const general = forms.at(-1) ?? forms[0];
  return {
    sayNumber: (count) => numbers().format(count),
    plural: (count, given) => given[forms.find((form) => form === rules().select(count)) ?? general],
    sayList: (parts) => lists().format(parts),
    sayChoice: (parts) => choices().format(parts),
    sayDuration: (ms) =>
      measure(ms)
        .map(([count, unit]) =>
          habits.unit((unit === "second" && ms < TENTHS_BELOW_MS ? tenths() : numbers()).format(count), unit),
        )
        .join(habits.between),
    sayTime: (at, timezone) => `${habits.moment(readMoment(at, timezone))} ${nameOffset(at, timezone)}`,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Below this, seconds are told to the tenth, ms. */
const TENTHS_BELOW_MS = 9_950;

/** The two largest units that are not nothing. */
function measure(ms: number): readonly (readonly [number, TimeUnit])[] {
  if (ms < TENTHS_BELOW_MS) return [[Math.max(0, ms) / 1000, "second"]];
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return [[seconds, "second"]];
  if (seconds < 3600) return split(seconds, 60, "minute", "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return split(minutes, 60, "hour", "minute");
  return split(Math.round(minutes / 60), 24, "day", "hour");
}

function split(
  count: number,
  size: number,
  large: TimeUnit,
  small: TimeUnit,
): readonly (readonly [number, TimeUnit])[] {
  const rest = count % size;
  const whole = [Math.floor(count / size), large] as const;
  return rest === 0 ? [whole] : [whole, [rest, small]];
}

function readMoment(at: number, timezone: string): TimeParts {
  const parts = new Map(
    formatFor(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const digits = (type: Intl.DateTimeFormatPartTypes): string => String(Number(parts.get(type) ?? 0));
  return {
    year: digits("year"),
    month: digits("month"),
    day: digits("day"),
    hour: digits("hour"),
    minute: digits("minute").padStart(2, "0"),
  };
}

/** `UTC`, `UTC+2`, `UTC+5:30`: says in every language which zone is meant. */
function nameOffset(at: number, timezone: string): string {
  const name = formatFor(timezone)
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return (name ?? "GMT").replace("GMT", "UTC").replace(/[+]0$/, "");
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Zones come from the checked configuration, so there are few. */
function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone) ?? createFormat(timezone);
  formats.set(timezone, known);
  return known;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
    timeZone,
    timeZoneName: "shortOffset",
  });
}
