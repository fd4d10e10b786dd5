import { createPlace, restrict, type Place, type Trust } from "./place.ts";
import type { Placeholder, Unit } from "./placeholder.ts";
import type { Word } from "./words/word.ts";

/** A here-document whose body begins after the next line break. */
export interface PendingHereDocument {
  readonly delimiter: string;
  /** The delimiter was quoted: nothing in the body is expanded. */
  readonly isLiteral: boolean;
  /** `<<-`: tabs before the lines and the delimiter do not count. */
  readonly stripsTabs: boolean;
  /** How much is let in; less when a shell runs the body. */
  trust: Trust;
}

/** The scanner's position in a command, and what it found so far. */
export interface Scan {
  readonly units: readonly Unit[];
  at: number;
  readonly places: Map<Placeholder, Place>;
  /** How many substitutions are open around the position: inside one, only plain values are let in. */
  depth: number;
  /** How many brackets of any kind are open. */
  nesting: number;
  pending: PendingHereDocument[];
  /** Here-documents wait for a body outside the substitution that is being read. */
  isBlocked: boolean;
  /** Where the last `$name` ended. */
  nameEnd: number;
  /** The text so far has a pipe: something may be read as input by a later command. */
  hasPipe: boolean;
  /** Placeholders in values of variables, and how much is let in there: variables may be run or evaluated later. */
  readonly assigned: Placeholder[];
  assignedTrust: Trust;
  /** The rest of the grammar, for what may hold anything. */
  readonly grammar: Grammar;
}

/** The mutually recursive parts of the grammar. */
export interface Grammar {
  /** Reads what begins with `$` or a backquote. */
  scanExpansion(scan: Scan, word: Word, around: Around): void;
  /** Reads commands up to a closing character or the end. */
  scanList(scan: Scan, closer: Closer): Ending;
  /** Finds the places in code that is read by itself, such as the argument of `eval`. */
  scanCode(units: readonly Unit[], nesting: number): Map<Placeholder, Place>;
}

/** The quotes around an expansion. The body of a here-document counts as double quotes. */
export type Around = "bare" | "double";

/** What ends a list of commands: the end of the text, `)`, or the end of a branch of `case`. */
export type Closer = "end" | "parenthesis" | "branch";

/** What did end it. A `)` is not consumed; `;;` and `esac` are. */
export type Ending = "end" | "parenthesis" | "branch" | "esac";

/** Starts at the beginning of a text. */
export function createScan(units: readonly Unit[], grammar: Grammar, nesting: number): Scan {
  return {
    units,
    at: 0,
    places: new Map(),
    depth: 0,
    nesting,
    pending: [],
    isBlocked: false,
    nameEnd: -1,
    hasPipe: false,
    assigned: [],
    assignedTrust: "any",
    grammar,
  };
}

/** The unit at the position, or `ahead` of it; undefined at the end. */
export function peek(scan: Scan, ahead = 0): Unit | undefined {
  return scan.units[scan.at + ahead];
}

/** True when the text at the position begins with `text`. */
export function isAt(scan: Scan, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (peek(scan, index) !== text.charAt(index)) return false;
  }
  return true;
}

/**
 * True at an operator within which a line is continued: shells join its halves, and read `((`, say, where two brackets are
 * seen here.
 */
export function isSplitOperator(scan: Scan): boolean {
  const first = peek(scan);
  let ahead = 1;
  while (peek(scan, ahead) === "\\" && peek(scan, ahead + 1) === "\n") ahead += 2;
  const second = peek(scan, ahead);
  return ahead > 1 && typeof first === "string" && typeof second === "string" && JOINED.has(first + second);
}

/** What two characters of an operator can be; further ones that begin with `<` or `>` are put together by whoever reads them. */
const JOINED: ReadonlySet<string> = new Set("(( ;; ;& ;| && &> || |& << <( >(".split(" "));

/** Goes past backslashes at line ends, which the shell removes before it reads on. */
export function skipContinuations(scan: Scan): void {
  while (isAt(scan, "\\\n")) scan.at += 2;
}

/** Goes past spaces, tabs and continued lines. */
export function skipBlanks(scan: Scan): void {
  for (;;) {
    skipContinuations(scan);
    if (peek(scan) !== " " && peek(scan) !== "\t") return;
    scan.at += 1;
  }
}

/** Records where a placeholder stands and goes past it. Inside substitutions at most plain values are let in. */
export function notePlace(scan: Scan, placeholder: Placeholder, place: Place): void {
  if (scan.depth > 0) restrict(place, "plain");
  place.afterName ||= scan.nameEnd === scan.at;
  scan.places.set(placeholder, place);
  scan.at += 1;
}

/** Lowers what is let in at a placeholder, wherever it was found to stand. */
export function restrictPlaceholder(scan: Scan, placeholder: Placeholder, trust: Trust): void {
  const place = scan.places.get(placeholder) ?? createPlace("none", trust);
  restrict(place, trust);
  scan.places.set(placeholder, place);
}

/** Reads something that may hold its like. Deeper than 64 levels the reading ends at `start`. */
export function readNested(scan: Scan, start: number, read: () => void): void {
  if (scan.nesting >= MAX_NESTING) return giveUp(scan, start);
  scan.nesting += 1;
  read();
  scan.nesting -= 1;
}

const MAX_NESTING = 64;

/**
 * Stops reading: the text from `from` on cannot be read with certainty, or shells read it differently. Everything from
 * there on is let in up to `trust` only.
 */
export function giveUp(scan: Scan, from: number, trust: Trust = "nothing"): void {
  for (const unit of scan.units.slice(from)) {
    if (typeof unit !== "string") restrictPlaceholder(scan, unit, trust);
  }
  scan.at = scan.units.length;
}

/** True for what ends something when it is read without regard to comments, here-documents and patterns. */
export function isMisleading(text: string): boolean {
  return /['"`()\\]/.test(text);
}

/**
 * Goes past a line break inside quotes or brackets. Shells disagree on where the body of a here-document begins when one
 * is waiting, so that ends the reading.
 */
export function passLineBreak(scan: Scan): void {
  if (scan.isBlocked || scan.pending.length > 0) giveUp(scan, scan.at);
  else scan.at += 1;
}
