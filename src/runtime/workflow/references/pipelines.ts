import { messageOf } from "../../errors.ts";
import { ownMember } from "../../json.ts";
import { parsePipeline, type PipelineStage } from "../../pipeline/grammar.ts";
import { findReferences } from "../reference.ts";
import { findArgumentNames } from "../template.ts";
import { isFilledText, type Finding } from "../validate/finding.ts";
import { mayHaveValue, nameUnit, renderKnown, type FileScope, type Unit } from "./check-scope.ts";

/** Checks a unit's pipeline: that it parses, and that its stages exist where the stages are known (W26). */
export function checkPipeline(unit: Unit, file: FileScope): Finding[] {
  const text = ownMember(unit.fields, "pipeline");
  if (!isFilledText(text)) return [];
  const found = (message: string): Finding => ({ message, path: [...unit.path, "pipeline"] });
  const parsed = parseStages(text, file);
  switch (parsed.kind) {
    case "open":
      return [];
    case "malformed":
      return [
        found(file.purpose === "plan" ? parsed.message : `${nameUnit(unit)} pipeline parse failed: ${parsed.message}`),
      ];
    case "parsed":
      return parsed.stages.flatMap(({ name }) => {
        const problem = checkStageName(name, unit, file);
        return problem === undefined ? [] : [found(problem)];
      });
  }
}

/** Whether a pipeline may stop at a gate of its own, as far as its text tells: a stage asks, or may be one that does. */
export function mayPause(text: string, file: FileScope): boolean {
  const parsed = parseStages(text, file);
  if (parsed.kind !== "parsed") return true;
  return parsed.stages.some(({ name }) => PAUSING_STAGES.has(name) || isComputed(name, file));
}

const PAUSING_STAGES: ReadonlySet<string> = new Set(["ask", "approve"]);

type ParsedText =
  | { readonly kind: "parsed"; readonly stages: readonly PipelineStage[] }
  | { readonly kind: "malformed"; readonly message: string }
  /** The value of a `raw` argument is still missing, and it may change how the text parses. */
  | { readonly kind: "open" };

/** Only arguments declared `raw` are put into the text before it is parsed. */
function parseStages(text: string, file: FileScope): ParsedText {
  const { args, declared } = file;
  const isRaw = (name: string): boolean => declared.get(name)?.raw === true;
  const values = new Map([...args.values].filter(([name]) => isRaw(name)));
  const raw = findArgumentNames(text).some(isRaw) ? renderKnown(text, { ...args, values }) : text;
  if (raw === undefined) return { kind: "open" };
  try {
    return { kind: "parsed", stages: parsePipeline(raw) };
  } catch (thrown) {
    return { kind: "malformed", message: messageOf(thrown) };
  }
}

function checkStageName(name: string, unit: Unit, file: FileScope): string | undefined {
  if (isComputed(name, file)) {
    if (file.purpose === "run") {
      return `${nameUnit(unit)}: the name of a pipeline stage cannot come from a value; write the stage out`;
    }
    const planned = findReferences(name).length > 0 ? undefined : renderKnown(name, file.args);
    return planned === undefined ? undefined : checkExists(planned, unit, file);
  }
  return checkExists(name, unit, file);
}

function isComputed(name: string, file: FileScope): boolean {
  const refersToStep = findReferences(name).some(({ stepId }) => file.ids.has(stepId));
  return refersToStep || findArgumentNames(name).some((argument) => mayHaveValue(file, argument));
}

function checkExists(name: string, unit: Unit, file: FileScope): string | undefined {
  if (file.stages === undefined || file.stages.has(name)) return undefined;
  if (unit.kind === "sub_step") return `${nameUnit(unit)} pipeline: unknown command: ${name}`;
  if (unit.kind === "step" && file.purpose === "run") return `Unknown command: ${name}`;
  return `${nameUnit(unit)} pipeline references unknown command: ${name}`;
}
