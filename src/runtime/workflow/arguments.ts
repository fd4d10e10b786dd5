import { LobsterError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { convertArgument, findValueProblem } from "./argument-values.ts";
import type { ArgDefinition, WorkflowDefinition } from "./definition.ts";
import { argumentVariable } from "./references/variables.ts";

/** Arguments as they are handed to a run: names and values. */
export type GivenArguments = ReadonlyMap<string, JsonValue> | JsonObject;

/** How given values are read. */
export interface ArgumentOptions {
  /** Converts text to the declared type: what a calling step hands on is always text where it was a template. */
  readonly convertText?: boolean;
}

/**
 * The arguments of a run: the defaults of the file with the given values over them (workflows-and-checkpoints §2.1).
 * Names the file does not declare are kept, as Lobster does; `findUnknownArguments` is for front ends that refuse them.
 * Throws `invalid_request` with everything wrong at once: anything but names and values (fault W37), required arguments
 * that are missing, values that miss their declaration, and names that would hide another argument from the steps. Values
 * never appear in the message.
 */
export function resolveArguments(
  definition: WorkflowDefinition,
  given: unknown,
  options: ArgumentOptions = {},
): ReadonlyMap<string, JsonValue> {
  const plain = readGiven(given);
  const values = options.convertText === true ? convertTexts(definition, plain) : plain;
  const messages = findArgumentProblems(definition, values);
  if (messages[0] !== undefined) {
    const problems = messages.map((message) => ({ message }));
    throw new LobsterError("invalid_request", messages[0], { problems });
  }
  return layArguments(definition, values);
}

/** What is wrong with given values. `isLater` names arguments whose value is not known yet. */
export function findArgumentProblems(
  definition: WorkflowDefinition,
  values: ReadonlyMap<string, JsonValue>,
  isLater: (name: string) => boolean = () => false,
): string[] {
  return [
    ...findMissing(definition, (name) => values.has(name) || isLater(name)),
    ...findMisfits(definition, values),
    ...findHiding(definition, values),
  ];
}

/** Text for arguments of another declared type as that type, where it can be read so. */
export function convertTexts(
  definition: WorkflowDefinition,
  values: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, JsonValue> {
  const convert = (name: string, value: JsonValue): JsonValue => {
    const arg = definition.args.get(name);
    if (typeof value !== "string" || arg === undefined || !arg.typed || arg.type === "string") return value;
    const converted = convertArgument(arg, value);
    return converted.ok ? converted.value : value;
  };
  return new Map([...values].map(([name, value]) => [name, convert(name, value)]));
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

function findMissing(definition: WorkflowDefinition, isGiven: (name: string) => boolean): string[] {
  const missing = [...definition.args.values()]
    .filter((arg: ArgDefinition) => arg.required && arg.default === undefined && !isGiven(arg.name))
    .map(({ name }) => name);
  if (missing.length === 0) return [];
  return [`Workflow requires ${missing.length === 1 ? "the argument" : "the arguments"} ${missing.join(", ")}`];
}

function findMisfits(definition: WorkflowDefinition, values: ReadonlyMap<string, JsonValue>): string[] {
  return [...values].flatMap(([name, value]) => {
    const arg = definition.args.get(name);
    const problem = arg === undefined ? undefined : findValueProblem(arg, value);
    return problem === undefined ? [] : [`Workflow argument ${name} ${problem}`];
  });
}

/**
 * Names that the file does not declare and whose `LOBSTER_ARG_…` is that of another argument (fault W37). What a gate showed
 * as one argument would reach the steps as the other.
 */
function findHiding(definition: WorkflowDefinition, values: ReadonlyMap<string, JsonValue>): string[] {
  const owners = new Map<string, string>();
  for (const name of definition.args.keys()) {
    const variable = argumentVariable(name);
    if (variable !== undefined) owners.set(variable, name);
  }
  return findUnknownArguments(definition, values.keys()).flatMap((name) => {
    const variable = argumentVariable(name);
    if (variable === undefined) return [];
    const owner = owners.get(variable);
    if (owner !== undefined)
      return [
        `Workflow arguments ${quoteName(owner)} and ${quoteName(name)} are both ${variable}; give only one of them`,
      ];
    owners.set(variable, name);
    return [];
  });
}

/** Names come from outside, where they may be anything. */
function quoteName(name: string): string {
  const characters = Array.from(name.slice(0, 2 * MAX_NAME_CHARACTERS));
  const shown = characters.slice(0, MAX_NAME_CHARACTERS).join("");
  return JSON.stringify(shown.length < name.length ? `${shown}…` : shown);
}

const MAX_NAME_CHARACTERS = 40;

export { convertArgument, type ConvertedArgument, type ValueFault } from "./argument-values.ts";
