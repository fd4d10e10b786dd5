import { messageOf } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { parseJson } from "../../stable-json.ts";
import type { ParsedDocument, Place } from "../parse-document.ts";
import { documentError, findLimitProblem, TOO_DEEP, withPlace } from "./document-limits.ts";
import { findJsonOffset, findRepeatedKey } from "./json-offset.ts";

/** Parses JSON text; see `parseDocument`. Integers keep their digits. */
export function parseJsonDocument(text: string): ParsedDocument {
  const value = parseText(text);
  const problem = findLimitProblem(value);
  if (problem !== undefined) throw documentError([{ message: problem }]);
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) {
    throw documentError([withPlace(`Map keys must be unique: ${repeated.name}`, placeAt(text, repeated.offset))]);
  }
  return { value, locate: (path, of) => placeAt(text, findJsonOffset(text, path, of)) };
}

function parseText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw documentError([{ message: TOO_DEEP }], thrown);
    const message = `Workflow file is not valid JSON: ${messageOf(thrown)}`;
    const offset = /\bposition (\d+)/.exec(message)?.[1];
    throw documentError([offset === undefined ? { message } : { message, ...placeAt(text, Number(offset)) }], thrown);
  }
}

function placeAt(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
