import type { JsonObject, JsonValue } from "../../json.ts";
import type { ArgDefinition } from "../definition.ts";
import type { Path } from "../parse-document.ts";
import { findArgumentNames, renderArguments } from "../template.ts";

/** Names of pipeline stages; anything with a `has`, such as a registry. */
export interface StageCatalog {
  has(name: string): boolean;
}

/**
 * What a file is loaded for. `plan` is a dry run: nothing runs, so children are not opened, blank work is shown as what it
 * is, and messages name the place as a dry run does.
 */
export type LoadPurpose = "run" | "plan";

/** The arguments of a file as far as they are known when it loads. */
export interface ArgumentView {
  readonly values: ReadonlyMap<string, JsonValue>;
  /** Names whose value only a step's output decides. */
  readonly pending: ReadonlySet<string>;
  /** Names whose value is given when a run starts. */
  readonly open: ReadonlySet<string>;
  /** False while any other name may be given as well: the file is only looked at, no run starts. */
  readonly isFinal: boolean;
}

/** What the checks know about the file they are in. */
export interface FileScope {
  readonly declared: ReadonlyMap<string, ArgDefinition>;
  readonly args: ArgumentView;
  /** Ids of all steps and branches, also of those that could not be read. */
  readonly ids: ReadonlySet<string>;
  readonly purpose: LoadPurpose;
  readonly stages: StageCatalog | undefined;
  /** True for a variable that every step of the file finds in its environment. */
  readonly hasVariable: (variable: string) => boolean;
}

/** A step, or a branch or sub-step of one, with the results that exist when it is reached. */
export interface Unit {
  readonly kind: "step" | "branch" | "sub_step";
  readonly stepId: string;
  readonly id: string;
  readonly fields: JsonObject;
  readonly path: Path;
  /** The step that a branch or sub-step belongs to: its environment is theirs as well. */
  readonly owner?: JsonObject;
  readonly known: ReadonlySet<string>;
  /** What its `env` sees: a loop's is filled for each item. */
  readonly knownToEnv?: ReadonlySet<string>;
}

/** What a message says a unit is. Branches are named alone, as Lobster does: their ids are unique in the file. */
export function nameUnit(unit: Unit): string {
  if (unit.kind === "branch") return `Parallel branch ${unit.id}`;
  return unit.kind === "step"
    ? `Workflow step ${unit.id}`
    : `Workflow step ${unit.stepId} for_each sub-step ${unit.id}`;
}

/** Has this argument a value, or will it have one? A required one does: a run without it is refused. */
export function mayHaveValue({ args, declared }: FileScope, name: string): boolean {
  if (args.values.has(name) || args.pending.has(name) || args.open.has(name)) return true;
  const declaration = declared.get(name);
  return declaration !== undefined && (declaration.required || !args.isFinal);
}

/** Will this argument only have a value when a run starts? */
export function isOpen(name: string, args: ArgumentView): boolean {
  return args.open.has(name) || (!args.isFinal && !args.values.has(name) && !args.pending.has(name));
}

/**
 * Text with its arguments, or undefined where a value is not known yet. Names that stand for nothing stay as written.
 */
export function renderKnown(text: string, args: ArgumentView): string | undefined {
  const isUnknown = (name: string): boolean => args.pending.has(name) || isOpen(name, args);
  return findArgumentNames(text).some(isUnknown) ? undefined : renderArguments(text, args.values);
}
