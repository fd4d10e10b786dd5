import { LobsterError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { findValueProblem } from "./argument-values.ts";
import type { ArgDefinition, WorkflowDefinition } from "./definition.ts";

/** Arguments as they are handed to a run: names and values. */
export type GivenArguments = ReadonlyMap<string, JsonValue> | JsonObject;

/**
 * The arguments of a run: the defaults of the file with the given values over them (workflows-and-checkpoints §2.1).
 * Names the file does not declare are kept, as Lobster does; `findUnknownArguments` is for front ends that refuse them.
 * Throws `invalid_request` with everything wrong at once: anything but names and values (fault W37), required arguments
 * that are missing, and values that miss their declaration. Values never appear in the message.
 */
export function resolveArguments(definition: WorkflowDefinition, given: unknown): ReadonlyMap<string, JsonValue> {
  const values = readGiven(given);
  const messages = [...findMissing(definition, values), ...findMisfits(definition, values)];
  if (messages[0] !== undefined) {
    const problems = messages.map((message) => ({ message }));
    throw new LobsterError("invalid_request", messages[0], { problems });
  }
  return layArguments(definition, values);
}

/** Defaults with given values over them, unchecked. */
export function layArguments(
  definition: WorkflowDefinition,
  values: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, JsonValue> {
  const resolved = new Map<string, JsonValue>();
  for (const { name, default: standard } of definition.args.values()) {
    if (standard !== undefined) resolved.set(name, standard.value);
  }
  for (const [name, value] of values) resolved.set(name, value);
  return resolved;
}

/** The names among `names` that a workflow does not declare. Chat refuses them; the CLI takes them as Lobster does. */
export function findUnknownArguments(definition: WorkflowDefinition, names: Iterable<string>): string[] {
  return [...names].filter((name) => !definition.args.has(name));
}

/** Given arguments as a map; nothing given is no arguments. Throws `invalid_request` for lists, text and numbers. */
export function readGiven(given: unknown): ReadonlyMap<string, JsonValue> {
  if (given === undefined || given === null) return new Map();
  if (given instanceof Map) return given as ReadonlyMap<string, JsonValue>; // what a front end built of JSON values
  if (isJsonObject(given)) return new Map(Object.entries(given));
  throw new LobsterError("invalid_request", "Workflow arguments must be a JSON object");
}

function findMissing(definition: WorkflowDefinition, values: ReadonlyMap<string, JsonValue>): string[] {
  const missing = [...definition.args.values()].filter((arg) => isMissing(arg, values)).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [`Workflow requires ${missing.length === 1 ? "the argument" : "the arguments"} ${missing.join(", ")}`];
}

function isMissing(arg: ArgDefinition, values: ReadonlyMap<string, JsonValue>): boolean {
  return arg.required && arg.default === undefined && !values.has(arg.name);
}

function findMisfits(definition: WorkflowDefinition, values: ReadonlyMap<string, JsonValue>): string[] {
  return [...values].flatMap(([name, value]) => {
    const arg = definition.args.get(name);
    const problem = arg === undefined ? undefined : findValueProblem(arg, value);
    return problem === undefined ? [] : [`Workflow argument ${name} ${problem}`];
  });
}

export { convertArgument, type ConvertedArgument } from "./argument-values.ts";
