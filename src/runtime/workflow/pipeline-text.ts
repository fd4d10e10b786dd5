import { LobsterError, messageOf } from "../errors.ts";
import { parsePipeline, type PipelineStage, type StageArguments } from "../pipeline/grammar.ts";
import { assertInputWords, assertProgramWords, readShellLine } from "./pipeline-words/exec-words.ts";
import { fillExpression, findListFault } from "./pipeline-words/expressions.ts";
import { fillText, joinWords, type FilledText } from "./pipeline-words/filled-text.ts";
import { fillJson } from "./pipeline-words/json-option.ts";
import { findFieldFault, findTemplateFault } from "./pipeline-words/templates.ts";
import { unsafeValue, type UnsafePlace } from "./pipeline-words/unsafe-value.ts";
import type { Placeholder } from "./shell/placeholder.ts";
import { renderShellText } from "./shell-text.ts";
import type { Scope } from "./step-result.ts";
import { renderArguments } from "./template.ts";

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
 * value can never add a stage, an option or a word (decision W12). Where a word is code to its stage, a value stays data:
 * lines and programs of `exec` follow the shell's rules, templates and expressions keep their places and fields, JSON
 * options their structure. Throws `unsafe_substitution`, without the value, where that cannot be.
 */
export function renderPipelineStages(
  text: string,
  scope: Scope,
  options: PipelineTextOptions,
): readonly PipelineStage[] {
  const raw = new Map([...scope.args].filter(([name]) => options.rawArgs.has(name)));
  const stages = parseStages(renderArguments(text, raw), options.stepId);
  const rendering: Rendering = { scope, options, stepId: options.stepId };
  return stages.map((stage, index) => {
    assertInputWords(stage, stages.slice(0, index), rendering);
    return renderStage(stage, rendering);
  });
}

interface Rendering {
  readonly scope: Scope;
  readonly options: PipelineTextOptions;
  readonly stepId: string;
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

function renderStage(stage: PipelineStage, rendering: Rendering): PipelineStage {
  if (fillText(stage.name, rendering.scope).hasValues) {
    throw refuse(rendering, "the name of a pipeline stage cannot come from a value; write the stage out");
  }
  const words = renderWords(stage, rendering);
  const named = Object.entries(stage.args).flatMap(([name, value]): [string, string | true][] => {
    if (name === "_" || typeof value === "object") return [];
    return [[name, value === true ? true : renderOption(stage.name, name, value, rendering)]];
  });
  const args: StageArguments = Object.assign(Object.create(null), Object.fromEntries(named), { _: words });
  return { name: stage.name, args, raw: stage.raw };
}

function renderWords(stage: PipelineStage, rendering: Rendering): readonly string[] {
  const texts = stage.args._.map((word) => fillText(word, rendering.scope));
  const filled = texts.map((text) => text.filled);
  if (!texts.some(({ hasValues }) => hasValues)) return filled;
  switch (stage.name) {
    case "exec":
      return renderProgram(stage, filled, rendering);
    case "where":
      return renderExpression(texts, rendering);
    case "pick":
      for (const text of texts) assertNone(findListFault(text), "expression", rendering);
      return filled;
    case "map":
      for (const text of texts) assertNone(findFieldFault(text), "template", rendering);
      return filled;
    case "template":
      assertNone(findTemplateFault(joinWords(texts)), "template", rendering);
      return filled;
    default:
      return filled;
  }
}

/** A single word with a space in it is a shell line to `exec`: one that only a value would make so is refused. */
function renderProgram(stage: PipelineStage, filled: readonly string[], rendering: Rendering): readonly string[] {
  const { scope, options } = rendering;
  const [only] = stage.args._;
  if (only !== undefined && readShellLine(stage) === only) return [renderShellText(only, scope, options)];
  assertProgramWords(stage.args._, rendering);
  if (filled.length !== 1 || !/\s/.test(filled.join(""))) return filled;
  throw refuse(
    rendering,
    "a value would become a shell line of exec here; give the program and its arguments as separate words",
  );
}

function renderExpression(texts: readonly FilledText[], rendering: Rendering): readonly string[] {
  const rendered = fillExpression(joinWords(texts));
  if (rendered.kind === "fault") throw unsafeValue(rendered.placeholder, rendering.stepId, "expression");
  return rendered.words;
}

function renderOption(command: string, name: string, value: string, rendering: Rendering): string {
  const { scope, options, stepId } = rendering;
  if (command === "exec" && name === "shell") return renderShellText(value, scope, options);
  if (/(json|schema)$/i.test(name)) {
    const rendered = fillJson(value, scope);
    if (rendered.kind === "fault") throw unsafeValue(rendered.placeholder, stepId, "JSON");
    return rendered.text;
  }
  const text = fillText(value, scope);
  if (command === "template" && name === "text") assertNone(findTemplateFault(text), "template", rendering);
  return text.filled;
}

function assertNone(fault: Placeholder | undefined, place: UnsafePlace, { stepId }: Rendering): void {
  if (fault !== undefined) throw unsafeValue(fault, stepId, place);
}

function refuse({ stepId }: Rendering, message: string): LobsterError {
  return new LobsterError("unsafe_substitution", `Workflow step ${stepId}: ${message}`, { facts: { stepId } });
}
