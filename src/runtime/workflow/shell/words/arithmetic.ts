import { createPlace } from "../place.ts";
import { giveUp, notePlace, passLineBreak, peek, skipContinuations, type Scan } from "../scan.ts";
import { createWord } from "./word.ts";

/**
 * Reads an expression up to behind its `))`. `start` is where its `$((` or `((` begins. Numbers only are let in: shells
 * look names up and evaluate what they find, commands in subscripts included. Quotes mean different things to different
 * shells here, and so does a single `)` at the end.
 */
export function scanArithmetic(scan: Scan, start: number): void {
  scan.depth += 1;
  let open = 0;
  for (;;) {
    skipContinuations(scan);
    const unit = peek(scan);
    if (unit === undefined) giveUp(scan, start);
    if (unit === undefined || (unit === ")" && open === 0)) break;
    if (unit === "(") open += 1;
    if (unit === ")") open -= 1;
    if (typeof unit !== "string") {
      const before = scan.units[scan.at - 1];
      const isGlued = typeof before !== "string" || /[A-Za-z0-9_]/.test(before);
      notePlace(scan, unit, createPlace("none", isGlued ? "nothing" : "number"));
    } else if (unit === "$") scan.grammar.scanExpansion(scan, createWord(scan.at), "double");
    else if ("'\"\\`".includes(unit)) giveUp(scan, start);
    else if (unit === "\n") passLineBreak(scan);
    else scan.at += 1;
  }
  scan.depth -= 1;
  scan.at += 1;
  skipContinuations(scan);
  if (peek(scan) === ")") scan.at += 1;
  else giveUp(scan, start);
}

/**
 * Reads `((…))` as a command, from its first parenthesis. To shells that do not know it, these are two subshells: what
 * would be read differently then ends the reading.
 */
export function scanArithmeticCommand(scan: Scan): void {
  const start = scan.at;
  scan.at += 2;
  scanArithmetic(scan, start);
  const text = scan.units
    .slice(start, scan.at)
    .filter((unit) => typeof unit === "string")
    .join("");
  if (/<<|[#\n]/.test(text)) giveUp(scan, start);
}
