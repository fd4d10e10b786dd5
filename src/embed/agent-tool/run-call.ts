import { isJsonObject, type JsonObject } from "../../runtime/json.ts";
import type { StartRequest } from "../../runtime/runtime.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";
import { EMBED_TIMEOUT_MS } from "../limits.ts";
import type { RunCall } from "./call.ts";
import { findWorkflow, resolveDirectory } from "./fence.ts";
import { callError } from "./tool-error.ts";
import type { ToolHost } from "./tool-host.ts";

/** A run that may be started, and what its caller should know. */
export interface PlannedRun {
  readonly start: StartRequest;
  readonly warnings: readonly string[];
}

/**
 * Checks where a run would go and what it would run. The time limit of a call is the call's; the run itself may take an hour
 * over all its calls, so that what a person resumes later has time of its own.
 */
export async function planRun(host: ToolHost, call: RunCall): Promise<PlannedRun> {
  const cwd = await resolveDirectory(host.fence, call.cwd);
  const filePath = await findWorkflow(host.fence, call.pipeline, cwd);
  const common = {
    cwd,
    timeoutMs: EMBED_TIMEOUT_MS,
    maxOutputBytes: call.limits.maxBytes,
    ...(host.startedBy === undefined ? {} : { startedBy: host.startedBy }),
    startedFrom: { via: "api" as const },
    announce: host.announce,
    decideVia: host.approvals === "chat" ? ("chat" as const) : ("any" as const),
  };
  if (filePath === undefined) {
    const warnings = call.argsJson === undefined ? [] : ["argsJson is ignored: pipelines have no arguments"];
    return { start: { ...common, pipeline: call.pipeline }, warnings };
  }
  return { start: { ...common, filePath, args: decodeArgs(call.argsJson) }, warnings: [] };
}

function decodeArgs(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw callError("run --args-json must be valid JSON");
  if (!isJsonObject(parsed.value)) throw callError("run --args-json must be a JSON object");
  return parsed.value;
}
