import type { RecoveryRequest } from "../runtime/runtime.ts";
import type { RunId } from "../runtime/run/documents.ts";
import { textOption, UsageError, type ParsedWords } from "./options.ts";

/** Options of `lobster resume` that are about a gate. */
const GATE_OPTIONS = ["token", "id", "approve", "decision", "response-json", "cancel", "withdraw", "confirm", "digest"];

/**
 * `--run <run id> --retry | --abandon`: what becomes of an interrupted run. Undefined where it is about a gate. Throws a
 * {@link UsageError}.
 */
export function readRecovery(parsed: ParsedWords): RecoveryRequest | undefined {
  const { options } = parsed;
  const [retry, abandon] = [options.has("retry"), options.has("abandon")];
  const run = textOption(parsed, "run");
  if (run === undefined) {
    if (retry || abandon)
      throw new UsageError("resume --retry and --abandon need --run and the id of an interrupted run");
    return undefined;
  }
  const other = GATE_OPTIONS.find((name) => options.has(name));
  if (other !== undefined)
    throw new UsageError(`resume --run is about a run, --${other} about a gate; give one of them`);
  if (retry === abandon) throw new UsageError("resume --run requires --retry or --abandon");
  const reason = textOption(parsed, "reason");
  return {
    runId: readRunId(run),
    action: retry ? "retry" : "abandon",
    via: "cli",
    ...(reason === undefined ? {} : { reason }),
    ...(options.has("as-operator") ? { asOperator: true } : {}),
  };
}

/** As people type it: any letter case, `O` for 0, `I` and `L` for 1. */
function readRunId(text: string): RunId {
  const id = text.trim().toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  if (/^[0-9A-HJKMNP-TV-Z]{8}$/.test(id)) return id as RunId;
  throw new UsageError(`resume --run takes the id of a run, 8 letters and digits; lobster pending lists them`);
}
