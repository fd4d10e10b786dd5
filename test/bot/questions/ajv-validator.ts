import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { ValidateFunction } from "ajv";
import type { FormContext, ValidateResponse } from "../../../src/bot/questions/judge/context.ts";
import { form } from "../../../src/bot/wording/en/form.ts";
import type { JsonObject } from "../../../src/runtime/json.ts";
import { toPlainNumbers } from "../../../src/runtime/stable-json.ts";

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** A validator like the runtime's: draft 7, every problem, `/` for the whole answer. */
export const validate: ValidateResponse = (schema, value) => {
  const check = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, check);
  if (check(toPlainNumbers(value))) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => ({
    path: instancePath === "" ? "/" : instancePath,
    message: message ?? "is invalid",
  }));
};

/** True for a schema that a gate could have: the runtime refuses all others before they are asked. */
export function canCompile(schema: JsonObject): boolean {
  try {
    compiled.set(schema, compile(schema));
    return true;
  } catch {
    return false;
  }
}

const ajv = new Ajv({ strict: false, allErrors: true, ownProperties: true, addUsedSchema: false, logger: false });
addFormats.default(ajv);

function compile(schema: JsonObject): ValidateFunction {
  return ajv.compile(toPlainNumbers(schema) as JsonObject);
}

/** What forms need from outside, in tests. */
export const context: FormContext = { validate, wording: form };
