import { isJsonObject, type JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { line, type Block } from "../../text/rich-text.ts";
import { countEntries } from "../form/change-list.ts";
import { isMarkStop, readMarks } from "../form/marks.ts";
import type { Stop } from "../state/stops.ts";
import type { FormView } from "../state/turn.ts";
import { isTyped } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import { COMFORTABLE_OPTIONS } from "./form-step.ts";

/** How a stop is answered, in words. */
export function writeHint(view: FormView, stop: Stop, wording: QuestionWording): readonly Block[] {
  const { field } = stop;
  switch (field.kind) {
    case "boolean":
      return [];
    case "choice":
      return field.options.length > COMFORTABLE_OPTIONS
        ? say(wording.expectChoice({ count: field.options.length }))
        : [];
    case "multi_choice": {
      const marked = isMarkStop(stop) ? readMarks(view.state, stop).length : 0;
      return say(wording.expectChoices({ min: field.minItems, max: field.maxItems, marked }));
    }
    case "number":
    case "integer":
      return say(wording.expectNumber({ whole: field.kind === "integer", range: field.range }));
    case "text":
      return say(wording.expectText(field));
    case "date":
    case "time":
    case "date-time":
      return say(wording.expectTime({ kind: field.kind }));
    case "json":
      return isAnything(field.schema)
        ? say(wording.expectAnyJson())
        : [...say(wording.expectJson()), { kind: "code", text: stringifyJson(field.schema, 2), language: "json" }];
    case "object":
      return say(wording.expectGroup());
    case "list": {
      const { minItems: min, maxItems: max, item } = field;
      return say(wording.expectEntries({ count: countEntries(stop), min, max, typed: isTyped(item) }));
    }
  }
}

function say(text: string): readonly Block[] {
  return [line({ kind: "italic", text })];
}

/** True for a schema that says nothing but words. */
function isAnything(schema: JsonValue): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).every((keyword) => WORDS.has(keyword)));
}

const WORDS: ReadonlySet<string> = new Set(["title", "description", "$schema", "$comment", "default", "examples"]);
