import { openDirectContext } from "../../embed/commands/direct-context.ts";
import { hasCode } from "../../runtime/errors.ts";
import type { Environment } from "../../runtime/ports.ts";
import { notStarted, stageFailure, usageError } from "../../runtime/pipeline/stage-error.ts";
import { killModeOf } from "../../runtime/process/kill-mode.ts";
import { resolveOutputLimit } from "../../runtime/process/output-limit.ts";
import { resolveShell } from "../../runtime/process/resolve-shell.ts";
import { runProcess, type ProcessResult } from "../../runtime/process/run-process.ts";
import type { SdkContext, StageObject } from "../stage.ts";
import { splitCommand } from "./command-words.ts";

/** How a program is run. */
export interface ExecOptions {
  /** Default true: stdout is JSON, a list item by item. False: stdout is one text item. */
  readonly json?: boolean;
  /** True runs the line in the shell (`LOBSTER_SHELL`, else `/bin/sh`). */
  readonly shell?: boolean;
  /** Absolute; default this process's directory. */
  readonly cwd?: string;
}

/** A stage as it can be looked at. */
export interface ExecStage extends StageObject {
  readonly type: "exec";
  readonly command: string;
}

/**
 * A stage that runs a program in the workflow's environment. Its input is read and dropped. Cancelling ends the program and
 * everything it has started. Output of a stream is capped at 8 MiB, and at `LOBSTER_MAX_OUTPUT_BYTES` where that is lower.
 */
export function exec(command: string, options: ExecOptions = {}): ExecStage {
  return {
    type: "exec",
    command,
    run: async ({ input, ctx }) => {
      for await (const _ of input);
      const text = await runCommand(command, options, ctx);
      return { output: options.json === false ? [text] : parseItems(text) };
    },
  };
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** How failures name it. */
  readonly shown: string;
}

async function runCommand(command: string, options: ExecOptions, ctx: SdkContext): Promise<string> {
  const { environment, limits, signal, forceSignal } = openDirectContext(ctx);
  const program = chooseProgram(command, options, environment);
  const ended = await runProcess({
    file: program.file,
    args: program.args,
    cwd: options.cwd ?? process.cwd(),
    environment,
    signal,
    kill: killModeOf,
    ...(forceSignal && { forceSignal }),
    maxOutputBytes: resolveOutputLimit(environment, limits.maxOutputBytes),
  }).catch((error: unknown) => {
    throw explainMissing(error, program, options);
  });
  if (ended.code !== 0) throw programFailed(ended, program);
  return ended.stdout;
}

function chooseProgram(command: string, { shell = false }: ExecOptions, environment: Environment): Program {
  if (command.trim() === "") throw usageError("exec requires a command");
  if (shell) {
    const found = resolveShell(environment);
    return { file: found.file, args: found.argumentsFor(command), shown: command };
  }
  const [file = "", ...args] = splitCommand(command);
  return { file, args, shown: file };
}

function explainMissing(error: unknown, { file }: Program, { shell = false }: ExecOptions): unknown {
  if (!hasCode(error, "not_started") || error.facts["reason"] !== "file_missing") return error;
  const message = shell
    ? "exec shell not found; check LOBSTER_SHELL or ComSpec"
    : `Failed to execute ${file}: spawn ${file} ENOENT`;
  return notStarted(message, { facts: error.facts, cause: error });
}

function programFailed({ code, signal, stdout, stderr }: ProcessResult, { shown }: Program): Error {
  const said = stderr.trim() || stdout.trim();
  return stageFailure(`${shown} exited with code ${code ?? signal ?? "unknown"}: ${said}`, {
    facts: { exitCode: code },
  });
}

/** Characters of output that is not JSON in the message about it. */
const SHOWN_CHARACTERS = 100;

/** No output is no item; a list is its elements. Numbers are ordinary ones (decision W29). */
function parseItems(text: string): readonly unknown[] {
  if (text.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    throw stageFailure(`exec output is not valid JSON: ${text.slice(0, SHOWN_CHARACTERS)}`, { cause: error });
  }
}
