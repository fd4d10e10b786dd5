import { LobsterError } from "../../errors.ts";
import type { JsonObject, JsonValue } from "../../json.ts";
import { parseJson } from "../../stable-json.ts";
import { validateResponse } from "../../workflow/response-schema.ts";
import { showText } from "../show-text.ts";
import type { StageQuestion } from "../stage-context.ts";
import type { InputTerminal, ReadLineOptions } from "../terminal.ts";

/** Throws `invalid_answer`, naming the first place where `response` misses the schema; `label` starts the message. */
export function assertAnswerFits(schema: JsonObject, response: JsonValue, label: string): void {
  const problem = validateResponse(schema, response)[0];
  if (problem === undefined) return;
  throw new LobsterError("invalid_answer", `${label} failed schema validation at ${problem.path}: ${problem.message}`);
}

/** Asks a question at the terminal and reads one line of JSON as its answer. */
export async function askAtTerminal(
  question: StageQuestion,
  terminal: InputTerminal,
  wait: ReadLineOptions,
): Promise<JsonValue> {
  terminal.write(`${showText(question.prompt)}\n> `);
  const line = await terminal.readLine(wait);
  const response = readAnswer(line);
  assertAnswerFits(question.responseSchema, response, "requestInput response");
  return response;
}

function readAnswer(line: string): JsonValue {
  try {
    return parseJson(line.trim());
  } catch {
    throw new LobsterError("invalid_answer", "requestInput response must be valid JSON");
  }
}
