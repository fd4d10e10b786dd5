import { LobsterError, hasCode } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import type { Environment } from "../ports.ts";
import { killModeOf } from "../process/kill-mode.ts";
import { keepTail } from "../process/output-tail.ts";
import { resolveOutputLimit } from "../process/output-limit.ts";
import { resolveShell } from "../process/resolve-shell.ts";
import { runProcess } from "../process/run-process.ts";
import { markEnvironment } from "../run/step-mark.ts";
import { stringifyJson, tryParseJson } from "../stable-json.ts";
import { renderShellText } from "../workflow/shell-text.ts";
import type { Scope, StepResult } from "../workflow/step-result.ts";
import type { Spender } from "./cost/spender.ts";
import { outputCap, type Execution } from "./execution.ts";

/** Everything one piece of work needs: prepared by the step, the branch or the loop it belongs to. */
export interface WorkUnit {
  /** Id the result is stored under. */
  readonly id: string;
  /** Id messages name: the top-level step. */
  readonly stepId: string;
  /** Names that step to whatever looks for what it has started, see `InFlight.stepMark`. */
  readonly stepMark: string;
  readonly scope: Scope;
  readonly rawArgs: ReadonlySet<string>;
  readonly stdin: JsonValue | undefined;
  readonly environment: Environment;
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Where what it spends is booked. */
  readonly spender: Spender;
}

/** How much of a failed command's stderr is kept for people to read. */
const STDERR_TAIL_CHARS = 4000;

/**
 * Runs a command line in the shell (workflows-and-checkpoints §4.3). Throws `step_failed` for a non-zero exit and
 * `not_started` when the shell or the directory is missing: then nothing happened.
 */
export async function runShellWork(execution: Execution, text: string, unit: WorkUnit): Promise<StepResult> {
  const { host } = execution;
  const shell = resolveShell(unit.environment);
  const command = renderShellText(text, unit.scope, {
    stepId: unit.stepId,
    posixShell: shell.posix,
    rawArgs: unit.rawArgs,
  });
  const limit = resolveOutputLimit(unit.environment, outputCap(execution));
  const ended = await runProcess({
    file: shell.file,
    args: shell.argumentsFor(command),
    cwd: unit.directory,
    environment: markEnvironment(unit.environment, host.environment, unit.stepMark),
    ...(unit.stdin === undefined ? {} : { stdin: stdinText(unit.stdin) }),
    signal: unit.signal,
    kill: killModeOf,
    ...(host.forceSignal === undefined ? {} : { forceSignal: host.forceSignal }),
    maxOutputBytes: limit,
    onStarted: (pid) => {
      execution.effects.started = true;
      execution.onSpawned(pid, unit.stepMark);
    },
  }).catch((thrown: unknown) => {
    throw explainStartFailure(thrown, unit);
  });
  if (ended.code !== 0) throw commandFailed(ended, command, unit);
  return shellResult(unit.id, ended.stdout);
}

/** A shell step's record: the text, and the JSON it is, when it is. */
export function shellResult(id: string, stdout: string): StepResult {
  const parsed = tryParseJson(stdout.trim());
  return parsed === undefined ? { id, stdout } : { id, stdout, json: parsed.value };
}

function stdinText(value: JsonValue): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

function commandFailed(
  ended: { readonly code: number | null; readonly stdout: string; readonly stderr: string },
  command: string,
  unit: WorkUnit,
): LobsterError {
  const said = ended.stderr.trim() || ended.stdout.trim() || command;
  return new LobsterError("step_failed", `workflow command failed (${String(ended.code)}): ${said}`, {
    facts: { stepId: unit.stepId, exitCode: ended.code, stderrTail: keepTail(ended.stderr, STDERR_TAIL_CHARS) },
  });
}

function explainStartFailure(thrown: unknown, unit: WorkUnit): unknown {
  if (!hasCode(thrown, "not_started")) return thrown;
  const { reason } = thrown.facts;
  if (reason === "file_missing") {
    return new LobsterError("not_started", "workflow shell not found; check LOBSTER_SHELL or ComSpec", {
      facts: { stepId: unit.stepId, reason },
      cause: thrown,
    });
  }
  if (reason === "cwd_missing") {
    return new LobsterError(
      "not_started",
      `Workflow step ${unit.stepId} cannot run: its directory ${unit.directory} does not exist; create it or correct cwd`,
      { facts: { stepId: unit.stepId, reason }, cause: thrown },
    );
  }
  return thrown;
}
