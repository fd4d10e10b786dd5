import { createPlace, type Trust } from "./place.ts";
import { placeholdersIn, unitsText, type Unit } from "./placeholder.ts";
import { scanWord } from "./scan-word.ts";
import { giveUp, notePlace, peek, restrictPlaceholder, skipBlanks, type PendingHereDocument, type Scan } from "./scan.ts";
import { createWord, wordPlaceholders, wordText } from "./word.ts";

/** Reads the delimiter behind `<<` or `<<-`; the body follows after the next line break. */
export function scanDelimiter(scan: Scan, stripsTabs: boolean): void {
  skipBlanks(scan);
  const word = scanWord(scan, "argument");
  const delimiter = wordText(word);
  for (const placeholder of wordPlaceholders(word)) restrictPlaceholder(scan, placeholder, "plain");
  if (word.isDynamic || delimiter.includes("\n") || word.cooked.length === 0) return giveUp(scan, word.start);
  scan.pending.push({ delimiter, isLiteral: word.isQuoted, stripsTabs });
}

/** Reads the bodies that wait, from the start of a line. */
export function scanBodies(scan: Scan): void {
  const { pending } = scan;
  scan.pending = [];
  for (const document of pending) scanBody(scan, document);
}

function scanBody(scan: Scan, document: PendingHereDocument): void {
  let isContinued = false;
  for (;;) {
    if (scan.at >= scan.units.length) return;
    const line = readLine(scan);
    const text = unitsText(line);
    const shown = document.stripsTabs ? text.replace(/^\t+/, "") : text;
    const mayEnd = shown === document.delimiter || (document.delimiter !== "" && shown.startsWith(document.delimiter));
    if (mayEnd && (isContinued || shown !== document.delimiter || placeholdersIn(line).length > 0)) {
      if (!endsForAll(scan, line, shown, document, isContinued)) return giveUp(scan, scan.at);
    }
    if (shown === document.delimiter) return skipLine(scan, line);
    if (!document.isLiteral && hasOpenExpansion(text)) return giveUp(scan, scan.at);
    noteLine(scan, line, document);
    isContinued = !document.isLiteral && /(^|[^\\])(\\\\)*\\$/.test(text);
  }
}
