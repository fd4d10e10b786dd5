import type { Envelope, FailureEnvelope } from "../runtime/envelope.ts";
import type { RunReport } from "../runtime/runtime.ts";
import type { JsonValue } from "../runtime/json.ts";
import { stringifyJson } from "../runtime/stable-json.ts";
import { showVisibly } from "./visible.ts";
import type { CliWorld } from "./world.ts";

/** Exit code of an envelope: 0 for everything that went as asked, gates and cancels included (stages-and-cli §22.4). */
export function exitCodeOf(envelope: Envelope): number {
  if (envelope.ok) return 0;
  return envelope.error.type === "parse_error" ? 2 : 1;
}

/** One envelope on stdout, indented, with a newline: all that tool mode and `resume` ever print there. */
export function printEnvelope(envelope: Envelope, world: CliWorld): number {
  world.stdout.write(`${stringifyJson(envelope as unknown as JsonValue, 2)}\n`);
  return exitCodeOf(envelope);
}

/**
 * Human mode: a workflow's output as an indented list when there is any, a pipeline's always; nothing more when renderers
 * have written already (stages-and-cli §22.2).
 */
export function printOutput(report: Extract<RunReport, { kind: "finished" }>, world: CliWorld): number {
  if (report.rendered?.written === true) return 0;
  if (report.output.length > 0 || report.run.kind === "pipeline") {
    world.stdout.write(`${stringifyJson(report.output, 2)}\n`);
  }
  return 0;
}

/** Human mode without a terminal: the gate as JSON without protocol fields, resumable like any other. */
export function printGate(envelope: Envelope, world: CliWorld): number {
  if (!envelope.ok) return printFailure(envelope, world);
  const { status, output, requiresApproval, requiresInput } = envelope;
  world.stdout.write(`${stringifyJson({ status, output, requiresApproval, requiresInput }, 2)}\n`);
  return 0;
}

/** Human mode: what failed, on stderr, every problem with its place. */
export function printFailure(envelope: Envelope, world: CliWorld): number {
  if (!envelope.ok) world.stderr.write(failureText(envelope));
  return exitCodeOf(envelope);
}

function failureText(envelope: FailureEnvelope): string {
  const { error } = envelope;
  const label = error.type === "parse_error" ? "Parse error" : "Error";
  const [only] = error.problems ?? [];
  if (error.problems === undefined || only === undefined) return `${label}: ${showVisibly(error.message)}\n`;
  const lines = error.problems.map((problem) => `  ${placeOf(problem)}${showVisibly(problem.message)}`);
  return `${label}: ${error.problems.length} problems\n${lines.join("\n")}\n`;
}

function placeOf(problem: { readonly line?: number; readonly column?: number }): string {
  return problem.line === undefined ? "" : `${problem.line}:${problem.column ?? 1} `;
}
