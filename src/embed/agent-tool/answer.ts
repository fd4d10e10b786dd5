import type { Envelope, EnvelopeMeta, SuccessEnvelope } from "../../runtime/envelope.ts";
import { isJsonObject, ownMember } from "../../runtime/json.ts";
import { chatNote } from "./chat-gates.ts";
import { failureError, type LobsterToolError } from "./tool-error.ts";
import type { OpenCall, ToolHost } from "./tool-host.ts";

/** An envelope as the tool answers it: a run may also be going on elsewhere, and `_meta` says what to do then. */
export type ToolEnvelope = Omit<SuccessEnvelope, "status" | "_meta"> & {
  readonly status: SuccessEnvelope["status"] | "running";
  readonly _meta?: EnvelopeMeta & { readonly note?: string };
};

/** A success with what the caller should know beside it. */
export function answerOf(host: ToolHost, envelope: SuccessEnvelope, warnings: readonly string[]): ToolEnvelope {
  const isWaiting = envelope.status === "needs_approval" || envelope.status === "needs_input";
  const note = isWaiting ? chatNote(host) : undefined;
  const all = [...(envelope._meta?.warnings ?? []), ...warnings];
  return {
    ...envelope,
    _meta: { ...envelope._meta, ...(all.length > 0 && { warnings: all }), ...(note !== undefined && { note }) },
  };
}

/** The success, or the failure as an error whose message is the runtime's. */
export function requireSuccess({ watched }: OpenCall, envelope: Envelope): SuccessEnvelope {
  if (envelope.ok) return envelope;
  throw errorOf(watched, envelope);
}

/** A failure of the runtime as the tool's. */
export function errorOf(watched: OpenCall["watched"], envelope: Extract<Envelope, { ok: false }>): LobsterToolError {
  return failureError(envelope, watched.messageOf(envelope));
}

/** What is left of an answer that is too large: how to find the run and its gate again. */
export function keptOf({ requiresApproval, requiresInput, _meta, status }: ToolEnvelope): Record<string, unknown> {
  const gate = isJsonObject(requiresApproval) ? requiresApproval : isJsonObject(requiresInput) ? requiresInput : {};
  return {
    status,
    runId: _meta?.runId,
    resumeToken: ownMember(gate, "resumeToken"),
    approvalId: ownMember(gate, "approvalId"),
  };
}
