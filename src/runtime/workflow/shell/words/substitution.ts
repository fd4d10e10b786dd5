import { restrict } from "../place.ts";
import { placeholdersIn, type Unit } from "../placeholder.ts";
import { giveUp, passLineBreak, peek, readNested, restrictPlaceholder, type Around, type Scan } from "../scan.ts";

/** Reads commands up to behind their `)`, as in `$(…)` and `<(…)`. `start` is where that begins. */
export function scanSubstitution(scan: Scan, start: number): void {
  const { pending, isBlocked } = scan;
  scan.isBlocked = isBlocked || pending.length > 0;
  scan.pending = [];
  scan.depth += 1;
  scanNested(scan, start);
  // Its text would begin behind the bracket, or not at all.
  if (scan.pending.length > 0) giveUp(scan, start);
  scan.depth -= 1;
  scan.pending = pending;
  scan.isBlocked = isBlocked;
}

/** Reads commands up to behind their `)`, without what a substitution changes. */
export function scanNested(scan: Scan, start: number): void {
  readNested(scan, start, () => {
    if (scan.grammar.scanList(scan, "parenthesis") === "parenthesis") scan.at += 1;
    else giveUp(scan, start, "plain");
  });
}

/**
 * Reads `` `…` ``: the commands are what stands up to the next backquote. Backslashes inside are read twice, and double
 * quotes inside double quotes differ between shells; then nothing is let in.
 */
export function scanBackquotes(scan: Scan, around: Around): void {
  const start = scan.at;
  const inner: Unit[] = [];
  scan.at += 1;
  for (;;) {
    const unit = peek(scan);
    if (unit === undefined) return giveUp(scan, start, "plain");
    if (unit === "`") break;
    inner.push(unit);
    if (unit === "\n") passLineBreak(scan);
    else scan.at += 1;
    const escaped = unit === "\\" ? peek(scan) : undefined;
    if (escaped === undefined) continue;
    inner.push(escaped);
    scan.at += 1;
  }
  scan.at += 1;
  const isUnclear = inner.includes("\\") || (around === "double" && inner.includes('"'));
  if (isUnclear) {
    for (const placeholder of placeholdersIn(inner)) restrictPlaceholder(scan, placeholder, "nothing");
    return;
  }
  const places = scan.grammar.scanCode(inner, scan.nesting + 1);
  for (const [placeholder, place] of places) {
    restrict(place, "plain");
    scan.places.set(placeholder, place);
  }
}
