import { readAnswerFields } from "../../approvers/answer-fields.ts";
import { isJsonObject, ownMember } from "../../json.ts";
import { compileResponseSchema } from "../response-schema.ts";
import { messageOf } from "../../errors.ts";
import { stepFinding, type Finding, type RawStep } from "./finding.ts";

/** Checks 40 to 43 of workflows-and-checkpoints §1.3: the question of an input gate. */
export function checkInput(step: RawStep): Finding | undefined {
  const input = ownMember(step.fields, "input");
  if (input === undefined) return undefined;
  if (!isJsonObject(input)) return stepFinding(step, "input must be an object", "input");
  if (typeof ownMember(input, "prompt") !== "string") {
    return stepFinding(step, "input.prompt must be a string", "input", "prompt");
  }
  const schema = ownMember(input, "responseSchema");
  if (!isJsonObject(schema)) {
    return stepFinding(step, "input.responseSchema must be an object", "input", "responseSchema");
  }
  try {
    compileResponseSchema(schema);
    return undefined;
  } catch (thrown) {
    const text = `input.responseSchema is invalid: ${messageOf(thrown)}`;
    return stepFinding(step, text, "input", "responseSchema");
  }
}

/** Checks an `input:` beyond that: who may answer, and until when. */
export function findInputMistakes(step: RawStep): Finding[] {
  const input = ownMember(step.fields, "input");
  if (!isJsonObject(input)) return [];
  return readAnswerFields(input).problems.map(({ key, text }) =>
    stepFinding(step, `input.${key} ${text}`, "input", key),
  );
}

/** What the schema of a sound question asks for and nobody checks, such as an unknown format. */
export function findInputDoubts(step: RawStep): Finding[] {
  const input = ownMember(step.fields, "input");
  const schema = isJsonObject(input) ? ownMember(input, "responseSchema") : undefined;
  if (!isJsonObject(schema)) return [];
  return compileResponseSchema(schema).warnings.map((text) =>
    stepFinding(step, `input.responseSchema: ${text}`, "input", "responseSchema"),
  );
}
