import { scanBodies } from "./here-document.ts";
import { createPlace } from "../place.ts";
import { notePlace, passLineBreak, peek, skipBlanks, type Scan } from "../scan.ts";

/** Goes past a line break between commands, and the here-documents that begin there. */
export function scanLineBreak(scan: Scan): void {
  if (scan.isBlocked) return passLineBreak(scan);
  scan.at += 1;
  scanBodies(scan);
}

/** Goes past a comment, up to the line break. */
export function scanComment(scan: Scan): void {
  for (;;) {
    const unit = peek(scan);
    if (unit === undefined || unit === "\n") return;
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
