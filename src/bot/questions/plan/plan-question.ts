import type { JsonObject, JsonValue } from "../../../runtime/json.ts";
import { MAX_JSON_DEPTH, measureDepth } from "../json-text.ts";
import type { QuestionPlan } from "../question-plan.ts";
import { createFieldPlanner } from "./plan-field.ts";

/**
 * Turns the schema of an input gate into fields a conversation can go through. `defaults` are the gate's. Never throws, whatever
 * the schema: what has no form (unions of shapes, conditions, cycles, unknown types, more than 100 fields, deep nesting)
 * becomes a question that is answered with JSON.
 */
export function planQuestion(schema: JsonObject | boolean, defaults?: JsonValue): QuestionPlan {
  const whole = schema === true ? {} : schema === false ? { not: {} } : schema;
  return {
    schema: whole,
    ...(defaults === undefined || isTooDeep(defaults) ? {} : { defaults }),
    root: isTooDeep(whole) ? planUnshown() : createFieldPlanner(whole)(),
  };
}

function isTooDeep(value: JsonValue): boolean {
  return measureDepth(value, MAX_JSON_DEPTH) >= MAX_JSON_DEPTH;
}

/** A schema nested too deeply even to be shown. */
function planUnshown(): QuestionPlan["root"] {
  return { kind: "json", ordinal: 0, title: "", required: true, nullable: false, schema: true };
}
