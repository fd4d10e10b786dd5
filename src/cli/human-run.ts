import { gateEnvelope, failureEnvelope } from "../runtime/envelope.ts";
import { LobsterError } from "../runtime/errors.ts";
import type { GateDocument } from "../runtime/run/documents.ts";
import type { Decision, DecisionRequest, RunReport, Runtime, StartRequest } from "../runtime/runtime.ts";
import { tryParseJson } from "../runtime/stable-json.ts";
import { asLobsterError } from "../runtime/tool.ts";
import { createTerminal, type InputTerminal } from "../runtime/pipeline/terminal.ts";
import { describeGate } from "./gate-text.ts";
import { printFailure, printGate, printOutput } from "./output.ts";
import { showVisibly } from "./visible.ts";
import type { CliWorld } from "./world.ts";

/**
 * Human mode: runs to the end, printing data to stdout. At a terminal every gate shows all it asks approval for and is
 * answered there and then; prompts go to stderr, so that stdout carries data only (fault F37). The checkpoint exists
 * meanwhile: closing the terminal loses nothing. Without a terminal the gate is printed with its token.
 */
export async function runForPeople(
  runtime: Runtime,
  request: StartRequest,
  world: CliWorld,
  signal: AbortSignal,
): Promise<number> {
  try {
    const run = await runtime.start(request);
    const report = await runtime.execute(run.id, { signal });
    if (report.kind !== "waiting" || !world.stdin.isTTY) return printReport(report, world);
    return printReport(await answerGates(runtime, report, world, signal), world);
  } catch (thrown) {
    return printFailure(failureEnvelope(asLobsterError(thrown)), world);
  }
}

async function answerGates(
  runtime: Runtime,
  first: RunReport,
  world: CliWorld,
  signal: AbortSignal,
): Promise<RunReport> {
  const terminal = createTerminal(world.stdin, world.stderr);
  let report = first;
  while (report.kind === "waiting") {
    const next = await askAndGoOn(runtime, report, { terminal, world, signal });
    // Others have to approve, too, or the hold has to pass: nothing more to ask here.
    const isSame = next.kind === "waiting" && next.gate.key === report.gate.key;
    report = next;
    if (isSame) break;
  }
  world.stdin.pause();
  return report;
}

interface Asking {
  readonly terminal: InputTerminal;
  readonly world: CliWorld;
  readonly signal: AbortSignal;
}

async function askAndGoOn(
  runtime: Runtime,
  report: Extract<RunReport, { kind: "waiting" }>,
  asking: Asking,
): Promise<RunReport> {
  const { gate } = report;
  asking.terminal.write(describeGate(gate));
  const line = await readLine(asking);
  const decision = readDecision(gate, line);
  const terms = decision.kind === "approve" ? await askTerms(gate, asking) : {};
  const outcome = await runtime.decide({ gate: { gateKey: gate.key }, decision, via: "cli", ...terms });
  if (outcome.kind === "refused" || outcome.kind === "not_found") throw outcome.error;
  if ("remaining" in outcome) return { kind: "waiting", run: outcome.run, gate: outcome.gate };
  if (decision.kind === "deny") throw new LobsterError("refused", "Not approved", { type: "runtime_error" });
  return await runtime.execute(gate.runId, { signal: asking.signal });
}

/** What the policy wants with an approve: a reason, a text typed. */
async function askTerms(gate: GateDocument, asking: Asking): Promise<Pick<DecisionRequest, "reason" | "confirm">> {
  const { reason, confirm } = gate.policy;
  const ask = async (question: string): Promise<string> => {
    asking.terminal.write(showVisibly(question));
    return await readLine(asking);
  };
  return {
    ...(reason === "required" ? { reason: await ask("Reason: ") } : {}),
    ...(confirm === undefined ? {} : { confirm: await ask(`Type '${confirm}': `) }),
  };
}

function readDecision(gate: GateDocument, line: string): Decision {
  if (gate.request.type === "approval_request") {
    return { kind: /^\s*(y|yes)\s*$/i.test(line) ? "approve" : "deny" };
  }
  const parsed = tryParseJson(line);
  if (parsed === undefined)
    throw new LobsterError("invalid_answer", "Input response must be valid JSON", { type: "runtime_error" });
  return { kind: "answer", response: parsed.value };
}

/** One line, or what was left at end of input. `LOBSTER_APPROVAL_INPUT_TIMEOUT_MS` bounds the wait when it is set. */
async function readLine({ terminal, world, signal }: Asking): Promise<string> {
  const timeoutMs = Math.floor(Number(world.environment["LOBSTER_APPROVAL_INPUT_TIMEOUT_MS"]));
  return await terminal.readLine({ signal, ...(timeoutMs > 0 ? { timeoutMs } : {}) });
}

function printReport(report: RunReport, world: CliWorld): number {
  switch (report.kind) {
    case "finished":
      return printOutput(report, world);
    case "cancelled":
      return 0;
    case "waiting":
      return printGate(gateEnvelope(report.run, report.gate, world.environment), world);
    case "failed":
    case "interrupted":
      return printFailure(failureEnvelope(report.error), world);
    case "busy":
      return printFailure(failureEnvelope(busy(report.run.id)), world);
  }
}

function busy(runId: string): LobsterError {
  return new LobsterError("busy", `Run ${runId} is being executed elsewhere`);
}
