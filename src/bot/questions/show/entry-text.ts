import { readEntryValue } from "../form/entries.ts";
import type { Stop } from "../form/stops.ts";
import type { QuestionWording } from "../wording.ts";
import { writeValue } from "./value-text.ts";

/** What a stop was answered with, in words. */
export function writeEntry(stop: Stop, wording: QuestionWording): string {
  const { entry, field } = stop;
  switch (entry?.kind) {
    case undefined:
      return wording.notAnswered();
    case "skipped":
      return wording.left();
    case "open":
      return wording.filledIn();
    case "list":
      return wording.entries({ count: entry.count });
    case "value": {
      const value = readEntryValue(entry);
      return value === undefined ? wording.notAnswered() : writeValue(field, value, wording);
    }
  }
}
