import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { findReferences, type Reference } from "../reference.ts";
import { findArgumentNames } from "../template.ts";
import type { Finding } from "../validate/finding.ts";
import type { Path } from "../parse-document.ts";
import { mayHaveValue, nameUnit, type FileScope, type Unit } from "./check-scope.ts";

/**
 * Warns of references in texts that will not be filled in. Text with an unknown reference stays as it is written, so this
 * never keeps a file from loading; only what looks like a mistake is named.
 */
export function findDoubtfulTexts(unit: Unit, file: FileScope): Finding[] {
  return textsOf(unit.fields).flatMap(({ text, path, isCommand, seesItself }) => {
    const outer = path[0] === "env" ? (unit.knownToEnv ?? unit.known) : unit.known;
    const known = seesItself ? new Set([...outer, unit.id]) : outer;
    const doubts = [
      ...findReferences(text).map((reference) => doubtReference(reference, known, file)),
      ...(isCommand ? [] : findArgumentNames(text).map((name) => doubtArgument(name, file))),
    ].filter((doubt) => doubt !== undefined);
    return [...new Set(doubts)].map((doubt) => ({
      message: `${nameUnit(unit)} ${path[0]} ${doubt}`,
      path: [...unit.path, ...path],
    }));
  });
}

interface TemplateText {
  readonly text: string;
  readonly path: Path;
  /** In commands `${name}` may be the shell's own. */
  readonly isCommand: boolean;
  /** Texts of a gate are filled when it opens, after the step's own work. */
  readonly seesItself: boolean;
}

/** The texts of a unit in which templates are filled. */
function textsOf(fields: JsonObject): TemplateText[] {
  const own = (isCommand: boolean, ...keys: readonly string[]): TemplateText[] =>
    keys
      .flatMap((key) => listTexts(ownMember(fields, key), [key], 1))
      .map((found) => ({ ...found, isCommand, seesItself: false }));
  const stdin = ownMember(fields, "stdin");
  const gate = ["approval", "input"].flatMap((key) => {
    const value = ownMember(fields, key);
    if (!isJsonObject(value)) return listTexts(value, [key], 0);
    return ["prompt", "items", "preview", "confirm"].flatMap((field) =>
      listTexts(ownMember(value, field), [key, field], MAX_ITEM_DEPTH),
    );
  });
  return [
    ...own(true, "run", "command", "pipeline"),
    ...own(false, "env", "workflow", "workflow_args"),
    ...(typeof stdin === "string" ? own(false, "stdin") : []),
    ...gate.map((found) => ({ ...found, isCommand: false, seesItself: true })),
  ];
}

const MAX_ITEM_DEPTH = 100;

/** The texts in a value, down to `depth` levels of lists and objects. */
function listTexts(
  value: JsonValue | undefined,
  path: Path,
  depth: number,
): { readonly text: string; readonly path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  const members: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? [...(value as readonly JsonValue[]).entries()]
    : Object.entries(value as JsonObject);
  return members.flatMap(([key, member]) => listTexts(member, [...path, key], depth - 1));
}

/** The fields a step's result may have; see `StepResult`. */
const RESULT_FIELDS: ReadonlySet<string> = new Set(
  "id stdout json skipped error errorMessage approved approvedBy initiatedBy approvals reason subject response".split(
    " ",
  ),
);

function doubtReference(reference: Reference, known: ReadonlySet<string>, file: FileScope): string | undefined {
  const [field = ""] = reference.path;
  if (known.has(reference.stepId)) {
    return RESULT_FIELDS.has(field) ? undefined : `reads $${reference.text}, but results have no field '${field}'`;
  }
  if (file.ids.has(reference.stepId)) {
    return `reads $${reference.text}, but '${reference.stepId}' has no result by then; the text stays as written`;
  }
  return RESULT_FIELDS.has(field) ? `reads $${reference.text}, but no step is called '${reference.stepId}'` : undefined;
}

function doubtArgument(name: string, file: FileScope): string | undefined {
  return mayHaveValue(file, name)
    ? undefined
    : `uses \${${name}}, an argument without a value; the text stays as written`;
}
