import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { findPatternFault, findValueProblem } from "../argument-values.ts";
import { argumentVariable } from "../references/variables.ts";
import { ARGUMENT_TYPES, decodeArgument } from "../decode/argument.ts";
import type { ArgDefinition } from "../definition.ts";
import { filledList, type Finding, type Findings } from "./finding.ts";

/** Checks the declarations under `args:`. An entry without anything declares the name. */
export function checkArguments(file: JsonObject): Findings {
  const args = ownMember(file, "args") ?? null;
  if (args === null) return { problems: [], warnings: [] };
  if (!isJsonObject(args)) {
    return { problems: [{ message: "Workflow args must be an object", path: ["args"] }], warnings: [] };
  }
  const problems = Object.entries(args).flatMap(([name, value]) => checkDeclaration(name, value));
  return { problems, warnings: findCollisions(Object.keys(args)) };
}

function checkDeclaration(name: string, value: JsonValue): Finding[] {
  const path = ["args", name];
  const finding = (text: string, ...below: string[]): Finding => ({
    message: `Workflow argument ${name} ${text}`,
    path: [...path, ...below],
  });
  if (value === null) return [];
  if (!isJsonObject(value)) return [finding("must be an object such as { default: … }")];
  const shape = checkShape(value).map(([key, text]) => finding(`${key} ${text}`, key));
  return shape.length > 0 ? shape : checkValues(decodeArgument(name, value)).map((text) => finding(text));
}

/** What is wrong with the keys of a declaration, one by one. */
function checkShape(fields: JsonObject): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const check = (key: string, isGood: (value: JsonValue) => boolean, text: string): void => {
    const value = ownMember(fields, key);
    if (value !== undefined && !isGood(value)) found.push([key, text]);
  };
  check(
    "type",
    (value) => ARGUMENT_TYPES.some((type) => type === value),
    `must be one of ${ARGUMENT_TYPES.join(", ")}`,
  );
  check("required", (value) => typeof value === "boolean", "must be a boolean");
  check("raw", (value) => typeof value === "boolean", "must be a boolean");
  check("enum", (value) => filledList(value) !== undefined, "must be a non-empty list");
  check("pattern", (value) => typeof value === "string", "must be a string");
  const pattern = ownMember(fields, "pattern");
  const fault = typeof pattern === "string" ? findPatternFault(pattern) : undefined;
  if (fault !== undefined) found.push(["pattern", `is not a regular expression: ${fault}`]);
  return found;
}

/** A default and the choices must be values the argument may have. `default: null` says "nothing", whatever the type. */
function checkValues(arg: ArgDefinition): string[] {
  const { enum: choices, default: standard, ...rest } = arg;
  const badChoice = (choices ?? [])
    .map((choice) => findValueProblem({ ...rest, typed: true }, choice))
    .find((problem) => problem !== undefined);
  const advice = arg.typed ? "" : "; declare the argument's type";
  if (badChoice !== undefined) return [`enum has a value that ${badChoice}${advice}`];
  const badDefault =
    standard === undefined || standard.value === null ? undefined : findValueProblem(arg, standard.value);
  return badDefault === undefined ? [] : [`default ${badDefault}`];
}

/**
 * Names that come out alike as `LOBSTER_ARG_…` hide each other from steps that read the variable (fault W37); `${name}` still
 * tells them apart, so a file that uses only that loads.
 */
function findCollisions(names: readonly string[]): Finding[] {
  const owners = new Map<string, string>();
  return names.flatMap((name): Finding[] => {
    const variable = argumentVariable(name);
    if (variable === undefined) return [];
    const other = owners.get(variable);
    owners.set(variable, name);
    if (other === undefined) return [];
    const message = `Workflow arguments ${other} and ${name} share the variable ${variable}; only the last is seen there`;
    return [{ message, path: ["args", name], of: "key" }];
  });
}
