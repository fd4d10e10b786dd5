import { failureEnvelope, type Envelope } from "../../runtime/envelope.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { Decision, DecisionRequest, RecoveryRequest } from "../../runtime/runtime.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";
import { recoverToEnvelope, resumeToEnvelope } from "../../runtime/tool.ts";
import { createCliRuntime } from "../host.ts";
import { watchInterrupts } from "../interrupts.ts";
import { parseWords, textOption, UsageError, type OptionTable, type ParsedWords } from "../options.ts";
import { printEnvelope } from "../output.ts";
import { readRecovery } from "../recovery-request.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = {
  token: "text",
  id: "text",
  approve: "text",
  decision: "text",
  "response-json": "text",
  cancel: "optional",
  reason: "text",
  confirm: "text",
  withdraw: "flag",
  digest: "text",
  "as-operator": "flag",
  run: "text",
  retry: "flag",
  abandon: "flag",
};

/** `lobster resume`: decides a gate, or about an interrupted run, and runs the rest. Always one envelope on stdout. */
export async function resumeCommand(words: readonly string[], world: CliWorld): Promise<number> {
  const read = readRequest(words);
  if (read instanceof LobsterError) return printEnvelope(failureEnvelope(read), world);
  const interrupts = watchInterrupts();
  try {
    const { environment } = world;
    const runtime = createCliRuntime({ world, mode: "tool", forceSignal: interrupts.forceSignal });
    const options = { environment, signal: interrupts.signal };
    const envelope: Envelope =
      "runId" in read
        ? await recoverToEnvelope(runtime, read, options)
        : await resumeToEnvelope(runtime, { ...read, cwd: world.cwd }, options);
    const code = printEnvelope(envelope, world);
    return envelope.ok ? code : (interrupts.exitCode() ?? code);
  } finally {
    interrupts.stop();
  }
}

function readRequest(words: readonly string[]): DecisionRequest | RecoveryRequest | LobsterError {
  try {
    const parsed = parseWords("resume", words, OPTIONS);
    const [unknown] = parsed.rest;
    if (unknown !== undefined) throw new UsageError(`resume does not know '${unknown}'; see lobster help resume`);
    const recovery = readRecovery(parsed);
    if (recovery !== undefined) return recovery;
    const gate = readGate(parsed);
    const decision = readDecision(parsed);
    const reason = textOption(parsed, "reason");
    const confirm = textOption(parsed, "confirm");
    const digest = textOption(parsed, "digest");
    return {
      gate,
      decision,
      via: "cli",
      ...(reason === undefined ? {} : { reason }),
      ...(confirm === undefined ? {} : { confirm }),
      ...(digest === undefined ? {} : { digest }),
      ...(parsed.options.has("as-operator") ? { asOperator: true } : {}),
    };
  } catch (thrown) {
    if (thrown instanceof UsageError) return new LobsterError("invalid_request", thrown.message);
    throw thrown;
  }
}

/** With both given, the id wins (workflows-and-checkpoints §14.3). */
function readGate(parsed: ParsedWords): DecisionRequest["gate"] {
  const id = textOption(parsed, "id");
  if (id !== undefined && id !== "") return { approvalId: id };
  const token = textOption(parsed, "token");
  if (token === undefined || token === "") throw new UsageError("resume requires --token or --id");
  return { token };
}

/** Exactly one of the answers, with Lobster's messages in Lobster's order (§14.5), and ours for a withdrawal. */
function readDecision(parsed: ParsedWords): Decision {
  const approve = textOption(parsed, "approve") ?? textOption(parsed, "decision");
  const response = textOption(parsed, "response-json");
  const cancel = readCancel(parsed);
  if (parsed.options.has("approve") && parsed.options.has("decision")) {
    throw new UsageError("resume --decision is another name of --approve; give one of them");
  }
  const given = [approve !== undefined, response !== undefined, cancel].filter(Boolean).length;
  if (parsed.options.has("withdraw")) {
    if (given > 0) throw new UsageError("resume --withdraw takes back your vote; give no other answer with it");
    return { kind: "withdraw" };
  }
  if (given > 1) throw new UsageError("resume accepts only one of --approve, --response-json, or --cancel");
  if (given === 0) throw new UsageError("resume requires --approve yes|no, --response-json, or --cancel");
  if (cancel) return { kind: "cancel" };
  if (response !== undefined) return readAnswer(response);
  if (/^(yes|y)$/i.test(approve ?? "")) return { kind: "approve" };
  if (/^(no|n)$/i.test(approve ?? "")) return { kind: "deny" };
  throw new UsageError("resume --approve must be yes or no");
}

function readAnswer(text: string): Decision {
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw new UsageError("resume --response-json must be valid JSON");
  return { kind: "answer", response: parsed.value };
}

function readCancel(parsed: ParsedWords): boolean {
  const value = parsed.options.get("cancel");
  if (value === undefined) return false;
  if (value === true || /^(1|true|yes|y)$/i.test(value)) return true;
  if (/^(0|false|no|n)$/i.test(value)) return false;
  throw new UsageError("resume --cancel must be true or false");
}
