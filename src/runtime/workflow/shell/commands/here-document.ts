import { createPlace } from "../place.ts";
import { placeholdersIn, unitsText, type Unit } from "../placeholder.ts";
import { scanWord } from "../words/scan-word.ts";
import {
  giveUp,
  isMisleading,
  notePlace,
  peek,
  restrictPlaceholder,
  skipBlanks,
  type PendingHereDocument,
  type Scan,
} from "../scan.ts";
import { createWord, wordPlaceholders, wordText } from "../words/word.ts";

/** Reads the delimiter behind `<<` or `<<-`; the body follows after the next line break. */
export function scanDelimiter(scan: Scan, stripsTabs: boolean): void {
  skipBlanks(scan);
  const word = scanWord(scan, "argument");
  const delimiter = wordText(word);
  for (const placeholder of wordPlaceholders(word)) restrictPlaceholder(scan, placeholder, "plain");
  if (word.isDynamic || delimiter.includes("\n") || word.cooked.length === 0) giveUp(scan, word.start);
  else scan.pending.push({ delimiter, isLiteral: word.isQuoted, stripsTabs, trust: "plain" });
}

/** Reads the bodies that wait, from the start of a line to behind the last delimiter. */
export function scanBodies(scan: Scan): void {
  const { pending } = scan;
  scan.pending = [];
  for (const document of pending) scanBody(scan, document);
}

function scanBody(scan: Scan, document: PendingHereDocument): void {
  // Lines that a backslash joins: shells disagree on whether such a line can be the delimiter.
  let joined = "";
  while (scan.at < scan.units.length) {
    const start = scan.at;
    const line = readLine(scan);
    const text = unitsText(line);
    if (isDelimiter(text, document) && joined === "" && placeholdersIn(line).length === 0) {
      scan.at += line.length + 1;
      return;
    }
    // Inside `$(…)`, some shells take what begins like the delimiter for the end, and old ones mind quotes in the body.
    const isMisread = scan.depth > 0 && (nearlyEnds(text, document) || isMisleading(text));
    const isUncertain = isMisread || (nearlyEnds(text, document) && joined !== "");
    if (isUncertain || (joined !== "" && nearlyEnds(joined + text, document))) return giveUp(scan, start);
    scanLine(scan, line, document);
    joined = !document.isLiteral && /(^|[^\\])(\\\\)*\\$/.test(text) ? joined + text.slice(0, -1) : "";
  }
}

/** The units up to the end of the line. */
function readLine(scan: Scan): readonly Unit[] {
  const end = scan.units.indexOf("\n", scan.at);
  return scan.units.slice(scan.at, end < 0 ? undefined : end);
}

function isDelimiter(line: string, { delimiter, stripsTabs }: PendingHereDocument): boolean {
  return (stripsTabs ? line.replace(/^\t+/, "") : line) === delimiter;
}

/** The line is the delimiter or begins with it. */
function nearlyEnds(line: string, document: PendingHereDocument): boolean {
  const { delimiter } = document;
  return isDelimiter(line, document) || (delimiter !== "" && line.replace(/^\t+/, "").startsWith(delimiter));
}

/** Notes the placeholders of a line, whose values must not make it the delimiter, and goes past it. */
function scanLine(scan: Scan, line: readonly Unit[], document: PendingHereDocument): void {
  const end = scan.at + line.length;
  const isEnding = nearlyEnds(unitsText(line), document);
  const { isBlocked } = scan;
  scan.isBlocked = true; // An expansion that goes on in the next line may hide the delimiter, or not.
  while (scan.at < end) scanUnit(scan, document.isLiteral);
  scan.isBlocked = isBlocked;
  for (const placeholder of placeholdersIn(line)) {
    restrictPlaceholder(scan, placeholder, isEnding ? "nothing" : document.trust);
  }
  if (scan.at > end) giveUp(scan, end);
  scan.at += 1;
}

function scanUnit(scan: Scan, isLiteral: boolean): void {
  const unit = peek(scan);
  if (unit !== undefined && typeof unit !== "string") notePlace(scan, unit, createPlace("none", "plain", isLiteral));
  else if (isLiteral) scan.at += 1;
  else if (unit === "\\") scanEscape(scan);
  else if (unit === "$" || unit === "`") {
    scan.depth += 1;
    scan.grammar.scanExpansion(scan, createWord(scan.at), "double");
    scan.depth -= 1;
  } else scan.at += 1;
}

function scanEscape(scan: Scan): void {
  const escaped = peek(scan, 1);
  scan.at += 1;
  if (escaped === "\n" || escaped === undefined) return;
  if (typeof escaped === "string") scan.at += 1;
  else notePlace(scan, escaped, { ...createPlace("none", "plain", true), afterBackslash: true });
}
