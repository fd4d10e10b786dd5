import type { JsonValue } from "../../../runtime/json.ts";
import { readEntryValue } from "../state/entries.ts";
import type { Stop } from "../state/stops.ts";
import type { Field } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import { writeValue } from "./value-text.ts";

/** An answer in words. `literal` tells a value from a word about it: the text "None" from no value at all. */
export interface ShownAnswer {
  readonly text: string;
  readonly literal: boolean;
}

/** What a stop was answered with. */
export function showEntry(stop: Stop, wording: QuestionWording): ShownAnswer {
  const { entry, field } = stop;
  switch (entry?.kind) {
    case undefined:
      return { text: wording.notAnswered(), literal: false };
    case "skipped":
      return { text: wording.left(), literal: false };
    case "open":
      return { text: wording.filledIn(), literal: false };
    case "list":
      return { text: wording.entries({ count: entry.count }), literal: false };
    case "value": {
      const value = readEntryValue(entry);
      return value === undefined ? { text: wording.notAnswered(), literal: false } : showAnswer(field, value, wording);
    }
  }
}

/** A value as an answer. */
export function showAnswer(field: Field, value: JsonValue, wording: QuestionWording): ShownAnswer {
  const isWord = field.kind !== "json" && (value === null || value === "" || typeof value === "boolean");
  return { text: writeValue(field, value, wording), literal: !isWord };
}
