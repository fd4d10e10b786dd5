import { findNearestName } from "../config/nearest-name.ts";
import type { JsonValue } from "../runtime/json.ts";
import { convertArgument } from "../runtime/workflow/arguments.ts";
import type { ArgDefinition } from "../runtime/workflow/definition.ts";
import { quoteWord, splitWords, type CommandWord } from "./command-words.ts";

/** What stands after `/run`. Without a workflow the person gets buttons. */
export type RunCommand =
  | { readonly kind: "choose" }
  | { readonly kind: "run"; readonly workflow: string; readonly given: TypedArguments }
  | { readonly kind: "malformed"; readonly message: string };

/** Arguments as they were typed, by name. */
export type TypedArguments = ReadonlyMap<string, string>;

/** The arguments of a line, or what keeps it from being read. */
export type ParsedArguments =
  | { readonly kind: "arguments"; readonly given: TypedArguments }
  | { readonly kind: "malformed"; readonly message: string };

/** Reads the text after `/run`: `<workflow> [name=value …]`, quoted as {@link splitWords} says. */
export function parseRunCommand(rest: string): RunCommand {
  const split = splitWords(rest);
  if (split.kind === "malformed") return split;
  const [first, ...others] = split.words;
  if (first === undefined) return { kind: "choose" };
  if (first.equals !== undefined) {
    return {
      kind: "malformed",
      message: "The workflow comes first: /run <workflow> name=value. /workflows lists them.",
    };
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
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/**
 * Converts what was given by declared type, refuses names the workflow does not have, and says which required arguments
 * are still missing. Defaults are left to the runtime. All problems are found at once.
 */
export function convertArguments(
  definitions: ReadonlyMap<string, ArgDefinition>,
  given: TypedArguments,
): ConvertedArguments {
  const problems: string[] = [];
  const args: [string, JsonValue][] = [];
  for (const [name, text] of given) {
    const definition = definitions.get(name);
    const converted =
      definition === undefined
        ? ({ ok: false, message: describeUnknown(name, [...definitions.keys()]) } as const)
        : convertArgument(definition, text);
    if (converted.ok) args.push([name, converted.value]);
    else problems.push(converted.message);
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
    if (equals === undefined) return { kind: "malformed", message: describeNoAssignment(text) };
    const name = text.slice(0, equals);
    if (name === "")
      return { kind: "malformed", message: `There is no name before ${shorten(text)}. Write name=value.` };
    if (given.has(name)) return { kind: "malformed", message: `${name} is given twice. Give it once.` };
    given.set(name, text.slice(equals + 1));
  }
  return { kind: "arguments", given };
}

function describeNoAssignment(text: string): string {
  const curly = /[“”„‘’]/.test(text) ? " Use straight quotes; curly ones are part of the value." : "";
  return `${shorten(text)} is not name=value. A value with spaces needs quotes: name="a value".${curly}`;
}

function describeUnknown(name: string, known: readonly string[]): string {
  const message = `There is no argument ${name}.`;
  if (known.length === 0) return `${message} This workflow takes none.`;
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return `${message}${hint} Known: ${known.join(", ")}.`;
}

/** Enough of what was typed to recognise it; the whole is in the person's own message. */
function shorten(text: string): string {
  return text.length <= 40 ? text : `${Array.from(text).slice(0, 40).join("")}…`;
}
