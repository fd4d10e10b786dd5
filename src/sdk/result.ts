import type { JsonValue } from "../runtime/json.ts";
import { messageOf } from "../runtime/errors.ts";

/** How far a workflow came. `run` and `resume` return it also when a stage failed. */
export interface LobsterResult {
  readonly ok: boolean;
  readonly status: "ok" | "needs_approval" | "needs_input" | "cancelled" | "error";
  readonly output: readonly unknown[];
  readonly requiresApproval: ApprovalNeeded | null;
  readonly requiresInput: InputNeeded | null;
  readonly error?: { readonly type: "runtime_error"; readonly message: string };
}

/**
 * A workflow that waits for a yes or no. The token resumes it once, or as often as votes are needed. What follows `preview` is
 * there where the gate has a policy; see `ApproveOptions`.
 */
export interface ApprovalNeeded {
  readonly prompt: string;
  readonly items: readonly JsonValue[];
  readonly preview?: string;
  readonly initiatedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover?: true;
  readonly approvers?: readonly string[];
  readonly require?: readonly string[];
  readonly quorum?: number;
  readonly reason?: "required" | "none";
  readonly confirm?: string;
  /** ISO times. */
  readonly expiresAt?: string;
  readonly holdUntil?: string;
  readonly approvals?: readonly { readonly by: string; readonly at: string; readonly reason?: string }[];
  /** People more who have to approve, at least. */
  readonly remaining?: number;
  readonly digest?: string;
  readonly resumeToken: string;
}

/** A workflow that waits for an answer that fits the schema. The token resumes it once. */
export interface InputNeeded {
  readonly prompt: string;
  readonly responseSchema: JsonValue;
  readonly defaults?: JsonValue;
  readonly subject?: JsonValue;
  readonly resumeToken: string;
}

/** The end of a workflow, or its cancellation. */
export function endedResult(status: "ok" | "cancelled", output: readonly unknown[] = []): LobsterResult {
  return { ok: true, status, output: [...output], requiresApproval: null, requiresInput: null };
}

/** A workflow at a gate. */
export function gateResult(needed: ApprovalNeeded | InputNeeded): LobsterResult {
  const isInput = "responseSchema" in needed;
  return {
    ok: true,
    status: isInput ? "needs_input" : "needs_approval",
    output: [],
    requiresApproval: isInput ? null : needed,
    requiresInput: isInput ? needed : null,
  };
}

/** A stage failed, or the workflow was cancelled from outside: then the message is the reason's own. */
export function failedResult(thrown: unknown, signal: AbortSignal | undefined): LobsterResult {
  const reason: unknown = signal?.aborted === true && typeof signal.reason === "string" ? signal.reason : thrown;
  const error = { type: "runtime_error", message: messageOf(reason) } as const;
  return { ok: false, status: "error", output: [], requiresApproval: null, requiresInput: null, error };
}
