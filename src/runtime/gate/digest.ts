import type { JsonObject, JsonValue } from "../json.ts";
import type { ApprovalRequest, GatePolicy, InputRequest } from "../run/documents.ts";
import type { GateRetry } from "../run/recovery-documents.ts";
import { sha256Hex, stableStringify } from "../stable-json.ts";
import type { StepResult } from "../workflow/step-result.ts";

/** Everything a decision is bound to (policy rule 8). */
export interface GateContent {
  readonly definitionDigest: string;
  readonly args: JsonObject;
  /** The cursor: which definition runs at every level, sub-workflows that a step chose included. */
  readonly frames: readonly { readonly definitionDigest: string; readonly stepId: string }[];
  /** Results so far, the gate's own step included, in the order in which steps finished, with the ids of enclosing steps. */
  readonly results: readonly { readonly path: readonly string[]; readonly result: StepResult }[];
  readonly stepId: string;
  readonly request: ApprovalRequest | InputRequest;
  readonly policy: GatePolicy;
  /** What runs again, where a gate asks again because of an interruption. */
  readonly retry?: GateRetry;
}

/** SHA-256 (hex) over the stable JSON of what a person decides about. */
export function computeGateDigest(content: GateContent): string {
  return sha256Hex(stableStringify(content as unknown as JsonValue));
}

/** Does the digest a person was shown (whole, or at least 12 hex digits of it) name this gate's content? */
export function isSameDigest(shown: string, digest: string): boolean {
  const text = shown.trim().toLowerCase();
  return text.length >= 12 && /^[0-9a-f]+$/.test(text) && digest.startsWith(text);
}
