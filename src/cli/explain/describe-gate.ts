import type { GateExplanation } from "../../runtime/gate/explain.ts";
import { describeTerms } from "../../runtime/gate/policy-words.ts";
import { isJsonObject, ownMember, type JsonObject } from "../../runtime/json.ts";
import type { ApprovalDefinition, InputDefinition, StepDefinition } from "../../runtime/workflow/definition.ts";
import type { Cast } from "./cast.ts";
import { textOf } from "./describe-step.ts";
import type { ExplainedGate, NamedPerson } from "./explanation.ts";

/** A step's gate in words: what it asks, what it shows, and who can open it where people are known. */
export function describeGate(
  step: StepDefinition,
  explained: GateExplanation | undefined,
  cast: Cast | undefined,
): ExplainedGate | undefined {
  if (explained === undefined) return undefined;
  const { kind, need, fourEyes } = explained;
  const base = { kind, policy: need, terms: listTerms(step), fourEyes, ...nameOpeners(step, explained, cast) };
  if (step.work.kind === "input") return { ...base, ...describeInput(step, step.work.input) };
  return step.approval === undefined ? undefined : { ...base, ...describeApproval(step, step.approval) };
}

type Opening = Pick<ExplainedGate, "openers" | "stuckFor" | "stuck">;

function listTerms({ work, approval }: StepDefinition): readonly string[] {
  return describeTerms((work.kind === "input" ? work.input : approval) ?? {});
}

/** Whom a front end lets answer a question that the file leaves open is its own rule. */
function nameOpeners(
  { work }: StepDefinition,
  { openers, stuckFor, stuck }: GateExplanation,
  cast: Cast | undefined,
): Opening {
  if (cast === undefined || (work.kind === "input" && work.input.answerBy === undefined)) return {};
  const pick = (ids: readonly string[]): readonly NamedPerson[] =>
    cast.people.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));
  return { openers: pick(openers), stuckFor: pick(stuckFor), ...(stuck === undefined ? {} : { stuck }) };
}

function describeApproval(
  step: StepDefinition,
  { prompt, items, preview }: ApprovalDefinition,
): Pick<ExplainedGate, "prompt" | "content"> {
  const written = [
    ...(items === undefined ? [] : [`${items.length} ${items.length === 1 ? "item" : "items"} written in the file`]),
    ...(preview === undefined ? [] : ["a preview written in the file"]),
  ];
  const content = written.length > 0 ? written.join(" and ") : describeResult(step);
  return { prompt: prompt ?? `Approve ${step.id}?`, content };
}

/** What the file leaves out comes from the step's own result, which may also add restrictions, and lift none. */
function describeResult({ work, stdin }: StepDefinition): string {
  if (work.kind !== "pass") return "what the step prints; it may add restrictions, never lift one";
  return stdin === undefined || stdin.value === null ? "nothing but the prompt" : textOf(stdin.value);
}

function describeInput(step: StepDefinition, input: InputDefinition): Pick<ExplainedGate, "prompt" | "content"> {
  const about = step.stdin === undefined || step.stdin.value === null ? "" : `; about ${textOf(step.stdin.value)}`;
  return { prompt: input.prompt, content: `${describeSchema(input.responseSchema)}${about}` };
}

function describeSchema(schema: JsonObject): string {
  const properties = ownMember(schema, "properties");
  const required = ownMember(schema, "required");
  if (!isJsonObject(properties)) {
    const type = ownMember(schema, "type");
    return type === undefined ? "any JSON value" : `a value of type ${textOf(type)}`;
  }
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const names = Object.keys(properties).map((name) => (isRequired(name) ? name : `${name} (optional)`));
  return names.length === 0 ? "an object" : names.join(", ");
}
