import { LobsterError, messageOf } from "../errors.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { parsePipeline, type PipelineStage, type StageArguments } from "../pipeline/grammar.ts";
import { stringifyJson, tryParseJson } from "../stable-json.ts";
import { REFERENCE_PATTERN, toReference } from "./reference.ts";
import { renderShellText } from "./shell-text.ts";
import type { Scope } from "./step-result.ts";
import { ARGUMENT_PATTERN, argumentText, renderArguments, renderFound } from "./template.ts";

/** What rendering a pipeline needs to know of its step. */
export interface PipelineTextOptions {
  readonly stepId: string;
  /** Whether `exec --shell` lines are run by a POSIX shell. */
  readonly posixShell: boolean;
  /** Arguments declared `raw: true`: substituted in the text before it is parsed. */
  readonly rawArgs: ReadonlySet<string>;
}

/**
 * A step's pipeline with its placeholders filled. The text is parsed first and values are put into the parsed words, so a
 * value can never add a stage, an option or a word (decision W12). Lines that `exec` hands to a shell follow the shell's
 * rules; JSON options take values inside their strings only.
 */
export function renderPipelineStages(
  text: string,
  scope: Scope,
  options: PipelineTextOptions,
): readonly PipelineStage[] {
  const raw = new Map([...scope.args].filter(([name]) => options.rawArgs.has(name)));
  const stages = parseStages(renderArguments(text, raw), options.stepId);
  return stages.map((stage) => renderStage(stage, scope, options));
}

function parseStages(text: string, stepId: string): readonly PipelineStage[] {
  try {
    return parsePipeline(text);
  } catch (thrown) {
    throw new LobsterError("invalid_workflow", `Workflow step ${stepId} pipeline parse failed: ${messageOf(thrown)}`, {
      facts: { stepId },
      cause: thrown,
    });
  }
}

function renderStage(stage: PipelineStage, scope: Scope, options: PipelineTextOptions): PipelineStage {
  if (fill(stage.name, scope) !== stage.name) {
    throw new LobsterError(
      "unsafe_substitution",
      `Workflow step ${options.stepId}: the name of a pipeline stage cannot come from a value; write the stage out`,
      { facts: { stepId: options.stepId } },
    );
  }
  const shellLine = (word: string): string => renderShellText(word, scope, options);
  const words = renderWords(stage, scope, shellLine, options.stepId);
  const named = Object.entries(stage.args).flatMap(([name, value]): [string, string | true][] => {
    if (name === "_" || Array.isArray(value)) return [];
    return [[name, renderOption(stage.name, name, value as string | true, scope, shellLine)]];
  });
  const args: StageArguments = Object.assign(Object.create(null), Object.fromEntries(named), { _: words });
  return { name: stage.name, args, raw: stage.raw };
}

/** A single word with a space in it is a shell line to `exec`: one that only a value would make so is refused. */
function renderWords(
  stage: PipelineStage,
  scope: Scope,
  shellLine: (word: string) => string,
  stepId: string,
): readonly string[] {
  const [only] = stage.args._;
  if (stage.name !== "exec" || stage.args._.length !== 1 || only === undefined) {
    return stage.args._.map((word) => fill(word, scope));
  }
  if (/\s/.test(only)) return [shellLine(only)];
  const filled = fill(only, scope);
  if (filled === only || !/\s/.test(filled)) return [filled];
  throw new LobsterError(
    "unsafe_substitution",
    `Workflow step ${stepId}: a value would become a shell line of exec here; give the program and its arguments as separate words`,
    { facts: { stepId } },
  );
}

function renderOption(
  command: string,
  name: string,
  value: string | true,
  scope: Scope,
  shellLine: (word: string) => string,
): string | true {
  if (value === true) return true;
  if (command === "exec" && name === "shell") return shellLine(value);
  return /(^|-)(json|schema)$/.test(name) ? fillJson(value, scope) : fill(value, scope);
}

/** Values go into the strings of a JSON option, where they stay strings; text that is no JSON yet is filled as text. */
function fillJson(text: string, scope: Scope): string {
  const parsed = tryParseJson(text);
  return parsed === undefined ? fill(text, scope) : stringifyJson(fillStrings(parsed.value, scope));
}

function fillStrings(value: JsonValue, scope: Scope): JsonValue {
  if (typeof value === "string") return fill(value, scope);
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillStrings(item, scope));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillStrings(member, scope)]));
}

/** Arguments and references in one pass; what is inserted is never looked at again. */
function fill(text: string, scope: Scope): string {
  const placeholder = new RegExp(`${ARGUMENT_PATTERN}|${REFERENCE_PATTERN}`, "g");
  return text.replaceAll(placeholder, (written: string, name?: string, stepId?: string, path?: string) => {
    if (name !== undefined) {
      const value = scope.args.get(name);
      return value === undefined ? written : argumentText(value);
    }
    return renderFound(toReference([written, stepId ?? "", path ?? ""]), scope) ?? written;
  });
}
