import {
  escapeForDoubleQuotes,
  escapeForSingleQuotes,
  isNumber,
  isOrdinaryWord,
  isPlain,
  quoteAlways,
  quoteWord,
} from "./quoting.ts";

/** The quoting around a placeholder. `none`: what stands there is copied as it is. */
export type Quoting = "bare" | "double" | "single" | "none";

/**
 * How much is let in at a place, from everything to nothing. Below `any` a value goes in only if quoting leaves it
 * unchanged. `plain`: plain characters. `word`: also neither empty nor able to be a keyword or an assignment, for code
 * whose structure is not known. `number`: where shells evaluate. `nothing`: where the shells themselves disagree.
 */
export type Trust = "any" | "plain" | "word" | "number" | "nothing";

/** Where a placeholder stands. The scanner narrows it as it learns more. */
export interface Place {
  quoting: Quoting;
  trust: Trust;
  /** Bare only: the word around it would give even a plain value a meaning. */
  alwaysQuoted: boolean;
  /** Directly behind `$name`, where letters would become part of the name. */
  afterName: boolean;
  /** Directly behind a backslash, which would take the next character if the value were empty. */
  afterBackslash: boolean;
  /** The shell does not expand here: single quotes, comments, quoted here-documents. */
  readonly literal: boolean;
  /** For arguments that a command runs as code: where the placeholder stands in that code. */
  inner?: Place;
}

/** A place with this quoting and nothing else special. */
export function createPlace(quoting: Quoting, trust: Trust, literal = quoting === "single"): Place {
  return { quoting, trust, alwaysQuoted: false, afterName: false, afterBackslash: false, literal };
}

/** Lowers what is let in. */
export function restrict(place: Place, trust: Trust): void {
  if (LEVELS.indexOf(trust) > LEVELS.indexOf(place.trust)) place.trust = trust;
}

/** The value as it is written at a place so that it stays data; undefined when there is no such way. */
export function fitValue(value: string, place: Place): string | undefined {
  const quoted = quoteAt(value, place);
  if (place.trust === "any") return quoted;
  const isInName = place.quoting === "none" && place.afterName;
  const isLetIn = quoted === value && !isInName && isTrusted(value, place);
  if (!isLetIn || (place.inner !== undefined && fitValue(value, place.inner) !== value)) return undefined;
  return value;
}

const LEVELS: readonly Trust[] = ["any", "plain", "word", "number", "nothing"];

function quoteAt(value: string, place: Place): string {
  switch (place.quoting) {
    case "bare":
      return place.alwaysQuoted || place.afterName ? quoteAlways(value) : quoteWord(value);
    case "double":
      // Closing and opening the quotes keeps the value from lengthening the name before it.
      return (place.afterName ? '""' : "") + escapeForDoubleQuotes(value);
    case "single":
      return escapeForSingleQuotes(value);
    case "none":
      return value;
  }
}

function isTrusted(value: string, place: Place): boolean {
  const isEmpty = value === "" && !place.afterBackslash;
  switch (place.trust) {
    case "any":
      return true;
    case "plain":
      return isEmpty || isPlain(value);
    case "word":
      return isOrdinaryWord(value);
    case "number":
      return isEmpty || isNumber(value);
    case "nothing":
      return false;
  }
}
