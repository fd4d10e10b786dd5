import { keepHead } from "../process/output-head.ts";
import { extname } from "node:path";
import { hasCode, LobsterError } from "../errors.ts";
import type { StageContext } from "../pipeline/stage-context.ts";
import { killModeOf } from "../process/kill-mode.ts";
import { resolveOutputLimit } from "../process/output-limit.ts";
import { runProcess, type ProcessResult } from "../process/run-process.ts";

/** A command-line tool that a stage stands upon. */
export interface ToolCall {
  /** A program, or a script (`.mjs .cjs .js .ts`) that is run by this Node. */
  readonly file: string;
  readonly args: readonly string[];
  /** The message for a tool that is not installed. */
  readonly missing: string;
  /** Cap of each stream in bytes, where it is lower than the host's. */
  readonly maxOutputBytes?: number;
}

/** Runs a tool to its end in the pipeline's directory and environment. Throws `not_started` when it is not there. */
export async function runTool(
  { file, args, missing, maxOutputBytes }: ToolCall,
  { environment, cwd, signal, forceSignal, limits, onSpawned }: StageContext,
): Promise<ProcessResult> {
  const isScript = SCRIPT_EXTENSIONS.has(extname(file).toLowerCase());
  const hostCap = Math.min(limits.maxOutputBytes, maxOutputBytes ?? Infinity);
  try {
    return await runProcess({
      file: isScript ? process.execPath : file,
      args: isScript ? [file, ...args] : args,
      cwd,
      environment,
      signal,
      kill: killModeOf,
      ...(forceSignal !== undefined && { forceSignal }),
      ...(onSpawned !== undefined && { onStarted: onSpawned }),
      maxOutputBytes: resolveOutputLimit(environment, hostCap),
    });
  } catch (error) {
    if (!hasCode(error, "not_started") || error.facts["reason"] !== "file_missing") throw error;
    throw new LobsterError("not_started", missing, { facts: error.facts, cause: error });
  }
}

const SCRIPT_EXTENSIONS: ReadonlySet<string> = new Set([".mjs", ".cjs", ".js", ".ts"]);

/** An option with its value, safe for values that begin with a dash. */
export function optionWithValue(name: string, value: string): readonly string[] {
  return value.startsWith("-") ? [`${name}=${value}`] : [name, value];
}

/** What a failed tool said: its stderr, else its stdout, else the fallback; at most 400 characters. */
export function saidByTool({ stderr, stdout }: ProcessResult, fallback: string): string {
  return keepHead(stderr.trim() || stdout.trim() || fallback, 400);
}
