import { scanBodies } from "./here-document.ts";
import { createPlace } from "../place.ts";
import { giveUp, isMisleading, notePlace, passLineBreak, peek, skipBlanks, type Scan } from "../scan.ts";

/** Goes past a line break between commands, and the here-documents that begin there. */
export function scanLineBreak(scan: Scan): void {
  if (scan.isBlocked) return passLineBreak(scan);
  scan.at += 1;
  scanBodies(scan);
}

/**
 * Goes past a comment, up to the line break. Inside `$(…)`, bash before version 4 (the `sh` of macOS) looks for the end
 * without minding comments: what could mislead it ends the reading.
 */
export function scanComment(scan: Scan): void {
  const start = scan.at;
  for (;;) {
    const unit = peek(scan);
    if (unit === undefined || unit === "\n") return;
    if (scan.depth > 0 && typeof unit === "string" && isMisleading(unit)) return giveUp(scan, start);
    if (typeof unit === "string") scan.at += 1;
    else notePlace(scan, unit, createPlace("none", "plain", true));
  }
}

/** Goes past blanks, line breaks and comments. */
export function skipLines(scan: Scan): void {
  for (;;) {
    skipBlanks(scan);
    const unit = peek(scan);
    if (unit === "\n") scanLineBreak(scan);
    else if (unit === "#") scanComment(scan);
    else return;
  }
}
