import { stringifyJson } from "../../runtime/stable-json.ts";
import { showVisibly } from "../visible.ts";
import type { ExplainedArgument, ExplainedGate, ExplainedStep, Explanation, NamedPerson } from "./explanation.ts";

/** An explanation for people, as text that is safe at a terminal. */
export function formatExplanation(explanation: Explanation): string {
  const { file, name, description, pinned, notes, warnings } = explanation;
  const sections = [
    [`${name}${description === undefined ? "" : `: ${description}`}`, file],
    section("Arguments", explanation.arguments.map(formatArgument)),
    section("For every step", explanation.settings),
    section("Steps", explanation.steps.flatMap(formatStep)),
    section("Pinned when a run starts, whatever happens to the files afterwards", [
      ...pinned.map((one) => `${one.file}  ${one.digest.slice(0, SHOWN_DIGITS)}`),
      "the arguments of the run",
      "not pinned: programs and scripts that commands start, and the environment",
    ]),
    section(
      "To be known",
      notes.map(({ step, text }) => (step === undefined ? text : `step ${step.join(" > ")}: ${text}`)),
    ),
    section("Warnings", warnings),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return showVisibly(`${shown.join("\n\n")}\n`);
}

/** As on cards. */
const SHOWN_DIGITS = 12;

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map(indent)];
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}

function formatArgument({ name, type, required, description, raw, pattern, ...arg }: ExplainedArgument): string {
  const facts = [
    type,
    ...(arg.default === undefined ? (required ? ["required"] : []) : [`default ${stringifyJson(arg.default)}`]),
    ...(arg.enum === undefined ? [] : [`one of ${arg.enum.map((choice) => stringifyJson(choice)).join(", ")}`]),
    ...(pattern === undefined ? [] : [`matching ${pattern}`]),
    ...(raw ? ["RAW: becomes part of commands"] : []),
  ];
  return `${name}: ${facts.join(", ")}${description === undefined ? "" : ` (${description})`}`;
}

function formatStep({ number, id, details, gate }: ExplainedStep): readonly string[] {
  const lines = [...details, ...(gate === undefined ? [] : formatGate(gate))];
  return [`${number}. ${id}`, ...lines.map((line) => indent(indent(line)))];
}

function formatGate(gate: ExplainedGate): readonly string[] {
  const { kind, prompt, content, policy, terms, openers } = gate;
  const rules = [`  policy: ${[policy, ...terms].join("; ")}`, ...formatOpeners(gate)];
  if (kind === "approval") return [`APPROVAL GATE asks: ${prompt}`, `  shows: ${content}`, ...rules];
  const isPlain = openers === undefined && terms.length === 0 && policy === "needs an answer";
  return [`INPUT GATE asks: ${prompt}`, `  answer: ${content}`, ...(isPlain ? [] : rules)];
}

function gateVerb(kind: ExplainedGate["kind"]): string {
  return kind === "input" ? "answer it" : "open it";
}

function formatOpeners({ kind, openers, stuckFor = [], stuck, fourEyes }: ExplainedGate): readonly string[] {
  if (openers === undefined) return [];
  const act = gateVerb(kind);
  if (stuck !== undefined) return [`  can ${act}: NOBODY; it ${stuck}`];
  return [
    `  can ${act}: ${namePeople(openers)}${fourEyes ? "; never for a run they started" : ""}`,
    ...(stuckFor.length === 0 ? [] : [`  NOBODY can when started by: ${namePeople(stuckFor)}`]),
  ];
}

function namePeople(people: readonly NamedPerson[]): string {
  return people.map(({ id, name }) => (name === id ? id : `${name} (${id})`)).join(", ");
}
