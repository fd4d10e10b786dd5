import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { Path } from "../parse-document.ts";
import { filledList, isFilledText, type Finding, type Findings, type RawStep } from "./finding.ts";
import { asNumber } from "./number-ranges.ts";

/** An object that may set an environment, a directory and work: the file, a step, a branch or a sub-step. */
interface Unit {
  readonly label: string;
  readonly fields: JsonObject;
  readonly path: Path;
}

/** What {@link checkShapes} needs to know besides the step. */
export interface ShapeOptions {
  /** Blank work is told as a warning: a dry run shows it as what it is, a step that does nothing. */
  readonly allowBlankWork: boolean;
}

/** Checks `env` and `cwd` of the file itself. */
export function checkFileShapes(file: JsonObject): Findings {
  return checkSurroundings({ label: "Workflow", fields: file, path: [] });
}

/** Checks `env`, `cwd` and blank work of a step, its branches and its sub-steps, and keys that stand where nothing reads them. */
export function checkShapes({ id, fields, path }: RawStep, options: ShapeOptions): Findings {
  const step: Unit = { label: `Workflow step ${id}`, fields, path };
  const units = [step, ...branchesOf(step), ...subStepsOf(step)];
  const found = units.flatMap((unit) => [checkSurroundings(unit), checkBlankWork(unit, options)]);
  return {
    problems: [...found.flatMap(({ problems }) => problems), ...findMisplacedKeys(step)],
    warnings: [...found.flatMap(({ warnings }) => warnings), ...units.flatMap(findHiddenKeys), ...findIdleKeys(step)],
  };
}

function branchesOf(step: Unit): Unit[] {
  const block = ownMember(step.fields, "parallel");
  const branches = isJsonObject(block) ? ownMember(block, "branches") : undefined;
  return unitsIn(branches, `${step.label} parallel branch`, [...step.path, "parallel", "branches"]);
}

function subStepsOf(step: Unit): Unit[] {
  return unitsIn(ownMember(step.fields, "steps"), `${step.label} for_each sub-step`, [...step.path, "steps"]);
}

function unitsIn(list: JsonValue | undefined, label: string, path: Path): Unit[] {
  return (filledList(list) ?? []).flatMap((fields, index) => {
    if (!isJsonObject(fields)) return [];
    const id = ownMember(fields, "id");
    return [{ label: `${label} ${typeof id === "string" ? id : index + 1}`, fields, path: [...path, index] }];
  });
}

function finding(unit: Unit, text: string, ...below: Path): Finding {
  return { message: `${unit.label} ${text}`, path: [...unit.path, ...below] };
}

/** Null counts as absent: a key whose lines are all commented out. */
function checkSurroundings(unit: Unit): Findings {
  const env = ownMember(unit.fields, "env") ?? null;
  const cwd = ownMember(unit.fields, "cwd") ?? null;
  const badCwd = cwd === null || typeof cwd === "string" ? [] : [finding(unit, "cwd must be a string", "cwd")];
  if (env === null) return { problems: badCwd, warnings: [] };
  if (!isJsonObject(env)) return { problems: [finding(unit, "env must be an object", "env"), ...badCwd], warnings: [] };
  const values = Object.entries(env);
  return {
    problems: [
      ...values
        .filter(([, value]) => typeof value !== "string" && asNumber(value) === undefined)
        .map(([name]) => finding(unit, `env.${name} must be a string`, "env", name)),
      ...badCwd,
    ],
    warnings: values
      .filter(([, value]) => asNumber(value) !== undefined)
      .map(([name]) => finding(unit, `env.${name} is a number and is not set; quote it`, "env", name)),
  };
}

/** Blank text runs nothing; an empty `run` even hides a `command` (W7). */
function checkBlankWork(unit: Unit, options: ShapeOptions): Findings {
  const blank = ["run", "command", "pipeline", "for_each"]
    .filter((key) => {
      const value = ownMember(unit.fields, key);
      return typeof value === "string" && !isFilledText(value);
    })
    .map((key) => finding(unit, `${key} is blank and would do nothing; remove it or write what to do`, key));
  return options.allowBlankWork ? { problems: [], warnings: blank } : { problems: blank, warnings: [] };
}

/** Keys that mean something only beside another one. */
const BELONGS_TO: readonly (readonly [string, string])[] = [
  ["steps", "for_each"],
  ["item_var", "for_each"],
  ["index_var", "for_each"],
  ["batch_size", "for_each"],
  ["pause_ms", "for_each"],
  ["workflow_args", "workflow"],
];

function findMisplacedKeys(step: Unit): Finding[] {
  const has = (key: string): boolean => ownMember(step.fields, key) !== undefined;
  const misplaced = BELONGS_TO.filter(([key, owner]) => has(key) && !has(owner)).map(([key, owner]) =>
    finding(step, `${key} means nothing without ${owner}; remove it or add ${owner}`, key),
  );
  const blankNames = ["item_var", "index_var"]
    .filter((key) => has(key) && !isFilledText(ownMember(step.fields, key)))
    .map((key) => finding(step, `${key} is blank; name the variable or remove it`, key));
  return [...misplaced, ...blankNames];
}

/** Keys that another key hides. */
function findHiddenKeys(unit: Unit): Finding[] {
  return [...findIdle(unit, ["condition"], "when", "beside when"), ...findIdle(unit, ["command"], "run", "beside run")];
}

/** Keys that Lobster accepts on a kind of step and does not use there. */
function findIdleKeys(step: Unit): Finding[] {
  return [
    ...findIdle(step, ["timeout_ms", "retry", "on_error"], "input", "on an input step"),
    ...findIdle(step, ["stdin"], "parallel", "on a parallel step; give it to the branches"),
    ...findIdle(step, ["stdin"], "workflow", "on a workflow step; use workflow_args"),
  ];
}

function findIdle(unit: Unit, keys: readonly string[], beside: string, where: string): Finding[] {
  const has = (key: string): boolean => (ownMember(unit.fields, key) ?? null) !== null;
  return has(beside) ? keys.filter(has).map((key) => finding(unit, `${key} has no effect ${where}`, key)) : [];
}
