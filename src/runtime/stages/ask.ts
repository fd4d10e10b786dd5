import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { takesNothing, takesText } from "../pipeline/flags/kinds.ts";
import { collectItems, drainItems } from "../pipeline/item-stream.ts";
import { assertAnswerFits } from "../pipeline/request-input/answer.ts";
import { showText } from "../pipeline/show-text.ts";
import type { StageContext } from "../pipeline/stage-context.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { answerTimeoutMs, type InputTerminal } from "../pipeline/terminal.ts";
import { stringifyJson, tryParseJson } from "../stable-json.ts";
import { compileResponseSchema, validateResponse } from "../workflow/response-schema.ts";

/** `ask`: asks a person and passes on the answer, nothing else (stages-and-cli §10.2). */
export const ask = defineStage({
  name: "ask",
  description: "Ask a question and pass on the answer as the only item",
  flags: {
    prompt: takesText("The question (default: Input required)"),
    schema: takesText("JSON Schema of the answer (default: decision approve, reject or redraft, with feedback)"),
    subjectFromStdin: takesNothing("Show the input items with the question"),
    emit: takesNothing("Stop with the question as the pipeline's gate; the answer goes to the next command"),
  },
  examples: ["exec cat draft.txt | ask --subject-from-stdin --prompt 'Send it?' | where decision=approve"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags }) => ({
    prompt: flags.prompt?.trim() ? flags.prompt : "Input required",
    responseSchema: readSchema(flags.schema),
  }),
  run: async ({ input, flags, plan, context }) => {
    const { requestInput, mode, terminal } = context;
    const kept = requestInput.getSuspendedState();
    const items = kept === undefined ? await readItems(input, flags) : [];
    const subject = kept === undefined ? describeSubject(flags.subjectFromStdin, items) : readSubject(kept);
    const question = { ...plan, ...(subject !== undefined && { subject }) };
    if (mode === "tool" && flags.emit !== true) {
      const suspendedState = { type: "ask", ...(subject !== undefined && { subject }) };
      return { output: [await requestInput({ ...question, suspendedState })] };
    }
    if (flags.emit === true || mode !== "human" || terminal === null) {
      return { halt: { request: { type: "input_request", ...question }, items } };
    }
    return { output: [await askAtTerminal(plan, subject, terminal, context)] };
  },
});

const DEFAULT_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "reject", "redraft"] },
    feedback: { type: "string", description: "Feedback for redraft" },
  },
  required: ["decision"],
};

function readSchema(text: string | undefined): JsonObject {
  if (text === undefined) return DEFAULT_SCHEMA;
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw usageError("ask --schema must be valid JSON");
  if (!isJsonObject(parsed.value)) throw usageError("ask --schema must decode to a JSON schema object");
  try {
    compileResponseSchema(parsed.value);
  } catch (error) {
    throw usageError("ask response schema is invalid", { cause: error });
  }
  return parsed.value;
}

async function readItems(
  input: AsyncIterable<JsonValue>,
  flags: { readonly subjectFromStdin: boolean | undefined; readonly emit: boolean | undefined },
): Promise<readonly JsonValue[]> {
  if (flags.subjectFromStdin === true || flags.emit === true) return collectItems(input);
  await drainItems(input);
  return [];
}

/** Characters of the items shown with a question. */
const SUBJECT_CHARACTERS = 2000;

function describeSubject(isAsked: boolean | undefined, items: readonly JsonValue[]): JsonObject | undefined {
  if (isAsked !== true || items.length === 0) return undefined;
  const text = items.map((item) => (typeof item === "string" ? item : stringifyJson(item))).join("\n");
  const characters = Array.from(text);
  if (characters.length <= SUBJECT_CHARACTERS) return { text };
  return { text: characters.slice(0, SUBJECT_CHARACTERS).join(""), truncated: true, characters: characters.length };
}

function readSubject(state: JsonValue): JsonValue | undefined {
  return isJsonObject(state) ? ownMember(state, "subject") : undefined;
}

/** A wrong answer leaves the question open this often (promise 9). */
const ATTEMPTS = 3;

async function askAtTerminal(
  { prompt, responseSchema }: { readonly prompt: string; readonly responseSchema: JsonObject },
  subject: JsonValue | undefined,
  terminal: InputTerminal,
  { signal, environment }: StageContext,
): Promise<JsonValue> {
  const text = isJsonObject(subject) ? ownMember(subject, "text") : undefined;
  const shown = typeof text === "string" ? `${text}\n` : "";
  terminal.write(`${showText(shown)}${showText(prompt)}\n> `);
  for (let attempt = 1; ; attempt += 1) {
    const line = await terminal.readLine({ signal, timeoutMs: answerTimeoutMs(environment) });
    try {
      return readAnswer(line.trim(), responseSchema);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error)) throw error;
      terminal.write(`${showText(error.message)}\n> `);
    }
  }
}

/** JSON counts as it is; a text counts as itself or as the decision, whichever fits the schema. */
function readAnswer(line: string, schema: JsonObject): JsonValue {
  const parsed = tryParseJson(line);
  const isText = parsed === undefined || typeof parsed.value === "string";
  const text = typeof parsed?.value === "string" ? parsed.value : line;
  const candidates = isText ? [text, { decision: text }] : [parsed.value];
  for (const candidate of candidates.slice(0, -1)) {
    if (fits(schema, candidate)) return candidate;
  }
  const last = candidates.at(-1) ?? text;
  assertAnswerFits(schema, last, "ask response");
  return last;
}

function fits(schema: JsonObject, answer: JsonValue): boolean {
  return validateResponse(schema, answer).length === 0;
}
