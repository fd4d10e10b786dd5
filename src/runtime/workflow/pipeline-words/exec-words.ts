import type { PipelineStage } from "../../pipeline/grammar.ts";
import { placeholdersIn } from "../shell/placeholder.ts";
import { isPlain, quoteAlways } from "../shell/quoting.ts";
import { renderShellText } from "../shell-text.ts";
import type { Scope } from "../step-result.ts";
import { fillText } from "./filled-text.ts";
import { findProgramFault, readsProgramFromInput } from "./interpreters.ts";
import { unsafeValue } from "./unsafe-value.ts";

/** Where words are checked: the step that messages name, and what it sees. */
export interface WordsUnit {
  readonly stepId: string;
  readonly scope: Scope;
}

/**
 * Refuses a value among the words of an `exec` that would be code to the program they start: a shell, what starts one
 * (`env`, `xargs`, `ssh`), an interpreter. The words are judged as a shell line of the same words would be. Throws
 * `unsafe_substitution`.
 */
export function assertProgramWords(words: readonly string[], { stepId, scope }: WordsUnit): void {
  const texts = words.map((word) => fillText(word, scope));
  if (!texts.some(({ hasValues }) => hasValues)) return;
  renderShellText(quoteWords(words), scope, { ...POSIX, stepId });
  const fault = findProgramFault(texts);
  if (fault !== undefined) throw unsafeValue(fault, stepId, "command");
}

/**
 * Refuses a value of an earlier stage that may come out as input of a stage that runs its input: `exec --stdin raw sh`.
 * Throws `unsafe_substitution`.
 */
export function assertInputWords(stage: PipelineStage, earlier: readonly PipelineStage[], unit: WordsUnit): void {
  if (stage.name !== "exec" || !Object.hasOwn(stage.args, "stdin")) return;
  const { stepId, scope } = unit;
  const texts = earlier.flatMap(textsOf);
  const values = texts.flatMap((text) => placeholdersIn(fillText(text, scope).units));
  if (values.length === 0) return;
  const line = readShellLine(stage);
  renderShellText(`: ${quoteWords(texts)} | ${line ?? quoteWords(stage.args._)}`, scope, { ...POSIX, stepId });
  if (line !== undefined || !readsProgramFromInput(stage.args._.map((word) => fillText(word, scope)))) return;
  const fault = values.find(({ value }) => value !== "" && !isPlain(value));
  if (fault !== undefined) throw unsafeValue(fault, stepId, "command");
}

/** What `exec` hands to the shell, as written: `--shell`, or a single word with a space in it. Else undefined. */
export function readShellLine({ args }: PipelineStage): string | undefined {
  const shell = Object.hasOwn(args, "shell") ? args["shell"] : undefined;
  if (typeof shell === "string") return shell;
  const [only, ...rest] = args._;
  return only !== undefined && rest.length === 0 && /\s/.test(only) ? only : undefined;
}

/** Words are not a shell's text: the quotes only keep them whole while they are judged. */
const POSIX = { posixShell: true, rawArgs: new Set<string>() };

function quoteWords(words: readonly string[]): string {
  return words.map(quoteAlways).join(" ");
}

/** The words of a stage and the values of its options. */
function textsOf({ args }: PipelineStage): readonly string[] {
  const options = Object.entries(args).filter(([name]) => name !== "_");
  return [...args._, ...options.flatMap(([, value]) => (typeof value === "string" ? [value] : []))];
}
