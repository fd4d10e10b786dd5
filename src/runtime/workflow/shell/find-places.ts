import { scanList } from "./commands/command-list.ts";
import { judgeWholeText } from "./code/whole-text.ts";
import type { Place } from "./place.ts";
import { placeholdersIn, type Placeholder, type Unit } from "./placeholder.ts";
import { createScan, readNested, restrictPlaceholder, type Grammar } from "./scan.ts";
import { scanExpansion } from "./words/expansion.ts";

/**
 * Where each placeholder of a POSIX shell command stands. What cannot be told for certain, or is not the same to all such
 * shells, is a place where nothing, or only plain text, is let in. Never throws; takes time in proportion to the text.
 */
export function findPlaces(units: readonly Unit[]): ReadonlyMap<Placeholder, Place> {
  return scanCode(units, 0);
}

function scanCode(units: readonly Unit[], nesting: number): Map<Placeholder, Place> {
  const scan = createScan(units, GRAMMAR, nesting);
  readNested(scan, 0, () => scanList(scan, "end"));
  const whole = judgeWholeText(units);
  for (const placeholder of scan.assigned) {
    restrictPlaceholder(scan, placeholder, scan.assignedTrust);
    restrictPlaceholder(scan, placeholder, whole.assigned);
  }
  for (const placeholder of placeholdersIn(units)) {
    if (!scan.places.has(placeholder)) restrictPlaceholder(scan, placeholder, "nothing");
    restrictPlaceholder(scan, placeholder, whole.everywhere);
  }
  return scan.places;
}

const GRAMMAR: Grammar = { scanExpansion, scanList, scanCode };
