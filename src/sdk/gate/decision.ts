import { toJson } from "../../embed/plain-json.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { Continuation } from "../../runtime/pipeline/continuation.ts";
import { validateResponse, type AnswerProblem } from "../../runtime/workflow/response-schema.ts";

/** What `resume` is given: exactly one of the first four, and what goes with it. */
export interface ResumeOptions {
  readonly approved?: boolean | undefined;
  /** Any JSON value; undefined is no answer. */
  readonly response?: unknown;
  /** Only `true` counts. */
  readonly cancel?: boolean | undefined;
  /** Takes back one's own approve while the gate waits for others, or is held. Only `true` counts. */
  readonly withdraw?: boolean | undefined;
  /** The person who decides; beats `LOBSTER_APPROVAL_APPROVED_BY`. */
  readonly decidedBy?: string | undefined;
  /** That person's groups, bare names. */
  readonly groups?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  /** What the gate wants typed. */
  readonly confirm?: string | undefined;
  /** The digest that was shown; another content than it names is refused. */
  readonly digest?: string | undefined;
}

/** What was decided. */
export type SdkDecision =
  | { readonly kind: "withdraw" }
  | { readonly kind: "approve" }
  | { readonly kind: "deny" }
  | { readonly kind: "cancel" }
  | { readonly kind: "answer"; readonly response: JsonValue };

/** Throws `invalid_request` unless exactly one decision was made (stages-and-cli §19.2). */
export function decodeSdkDecision({ approved, response, cancel, withdraw }: ResumeOptions = {}): SdkDecision {
  const given: readonly SdkDecision[] = [
    ...(typeof approved === "boolean" ? [{ kind: approved ? ("approve" as const) : ("deny" as const) }] : []),
    ...(response === undefined ? [] : [{ kind: "answer" as const, response: toJson(response, "response") }]),
    ...(cancel === true ? [{ kind: "cancel" as const }] : []),
    ...(withdraw === true ? [{ kind: "withdraw" as const }] : []),
  ];
  const [decision] = given;
  if (given.length > 1) throw invalid("resume accepts only one of approved, response, or cancel");
  if (decision === undefined) throw invalid("resume requires approved, response, or cancel");
  return decision;
}

/** Throws `invalid_request` for a decision of the other kind, `invalid_answer` for one that misses the schema. */
export function assertDecisionFits(decision: SdkDecision, continuation: Continuation): void {
  if (decision.kind === "cancel") return;
  if (continuation.haltType === "approval_request") {
    if (decision.kind === "answer") throw invalid("resume token expects approved=true|false, not response");
    return;
  }
  if (decision.kind !== "answer") throw invalid("resume token expects an input response, not approved");
  const [problem] = findProblems(continuation.inputSchema, decision.response);
  if (problem === undefined) return;
  throw new LobsterError("invalid_answer", `response does not match schema at ${problem.path}: ${problem.message}`);
}

function findProblems(...[schema, response]: Parameters<typeof validateResponse>): readonly AnswerProblem[] {
  try {
    return validateResponse(schema, response);
  } catch (error) {
    throw new LobsterError("invalid_state", "resume token input schema is invalid", { cause: error });
  }
}

function invalid(message: string): LobsterError {
  return new LobsterError("invalid_request", message);
}
