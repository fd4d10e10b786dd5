import { findNearestName } from "../../config/nearest-name.ts";
import type { JsonValue } from "../../runtime/json.ts";
import { convertArgument } from "../../runtime/workflow/arguments.ts";
import type { ArgDefinition } from "../../runtime/workflow/definition.ts";
import { quoteWord, splitWords, type CommandWord } from "./command-words.ts";
import type { TypingProblem } from "./typing-problem.ts";

/** What stands after `/run`. Without a workflow the person gets buttons. */
export type RunCommand =
  | { readonly kind: "choose" }
  | { readonly kind: "run"; readonly workflow: string; readonly given: TypedArguments }
  | { readonly kind: "malformed"; readonly problem: TypingProblem };

/** Arguments as they were typed, by name. */
export type TypedArguments = ReadonlyMap<string, string>;

/** The arguments of a line, or what keeps it from being read. */
export type ParsedArguments =
  | { readonly kind: "arguments"; readonly given: TypedArguments }
  | { readonly kind: "malformed"; readonly problem: TypingProblem };

/** Reads the text after `/run`: `<workflow> [name=value …]`, quoted as {@link splitWords} says. */
export function parseRunCommand(rest: string): RunCommand {
  const split = splitWords(rest);
  if (split.kind === "malformed") return split;
  const [first, ...others] = split.words;
  if (first === undefined) return { kind: "choose" };
  if (first.equals !== undefined) {
    return { kind: "malformed", problem: { kind: "workflow_first" } };
  }
  const parsed = readAssignments(others);
  return parsed.kind === "malformed" ? parsed : { kind: "run", workflow: first.text, given: parsed.given };
}

/** Reads `[name=value …]` alone, for a platform that gives the workflow and the arguments in fields of their own. */
export function parseArguments(text: string): ParsedArguments {
  const split = splitWords(text);
  return split.kind === "malformed" ? split : readAssignments(split.words);
}

/** Writes a `/run` line that {@link parseRunCommand} reads back unchanged. */
export function formatRunCommand(workflow: string, given: TypedArguments): string {
  const assignments = [...given].map(([name, value]) => `${quoteWord(name)}=${quoteWord(value)}`);
  return ["/run", quoteWord(workflow), ...assignments].join(" ");
}

/** Typed values checked against what the workflow declares. `missing` become questions. */
export type ConvertedArguments =
  | {
      readonly kind: "converted";
      readonly args: Readonly<Record<string, JsonValue>>;
      readonly missing: readonly ArgDefinition[];
    }
  | { readonly kind: "refused"; readonly problems: readonly TypingProblem[] };

/**
 * Converts what was given by declared type, refuses names the workflow does not have, and says which required arguments
 * are still missing. Defaults are left to the runtime. All problems are found at once.
 */
export function convertArguments(
  definitions: ReadonlyMap<string, ArgDefinition>,
  given: TypedArguments,
): ConvertedArguments {
  const problems: TypingProblem[] = [];
  const args: [string, JsonValue][] = [];
  for (const [name, text] of given) {
    const definition = definitions.get(name);
    if (definition === undefined) {
      problems.push(findUnknown(name, [...definitions.keys()]));
      continue;
    }
    const converted = convertArgument(definition, text);
    if (converted.ok) args.push([name, converted.value]);
    else problems.push({ kind: "bad_value", name, fault: converted.fault });
  }
  if (problems.length > 0) return { kind: "refused", problems };
  const missing = [...definitions.values()].filter(
    (definition) => definition.required && definition.default === undefined && !given.has(definition.name),
  );
  return { kind: "converted", args: Object.fromEntries(args), missing };
}

function readAssignments(words: readonly CommandWord[]): ParsedArguments {
  const given = new Map<string, string>();
  for (const { text, equals } of words) {
    if (equals === undefined) return { kind: "malformed", problem: { kind: "no_assignment", text } };
    const name = text.slice(0, equals);
    if (name === "") return { kind: "malformed", problem: { kind: "no_name", text } };
    if (given.has(name)) return { kind: "malformed", problem: { kind: "given_twice", name } };
    given.set(name, text.slice(equals + 1));
  }
  return { kind: "arguments", given };
}

function findUnknown(name: string, known: readonly string[]): TypingProblem {
  const nearest = findNearestName(name, known);
  return { kind: "no_such_argument", name, known, ...(nearest === undefined ? {} : { nearest }) };
}
