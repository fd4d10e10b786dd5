import { LobsterError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { GateDocument, RunDocument } from "../run/documents.ts";
import type { Decision, DecisionRequest } from "../runtime.ts";
import { isSameDigest } from "./digest.ts";
import { kindOfKey } from "./token.ts";

/** How a gate is named in messages: `Workflow step <id>`, `Pipeline stage <name>`, or `Stage <n>` of the SDK. */
export function gateLabel(gate: GateDocument): string {
  if (gate.key.startsWith("sdk_resume_")) return `Stage ${gate.stepId}`;
  return kindOfKey(gate.key) === "workflow-file" ? `Workflow step ${gate.stepId}` : `Pipeline stage ${gate.stepId}`;
}

/** The same with what it asks for: `Workflow step <id> approval`, `Pipeline stage <name> question`. */
export function askLabel(gate: GateDocument): string {
  return `${gateLabel(gate)} ${gate.request.type === "input_request" ? "question" : "approval"}`;
}

/** Refuses an answer to an approval, and an approve or deny to a question. */
export function assertKindFits(kind: Decision["kind"], gate: GateDocument): void {
  if (kind === "cancel" || kind === "expire") return;
  const asks = gate.request.type === "input_request" ? "answer" : "approval";
  const gives = kind === "answer" ? "answer" : "approval";
  if (asks === gives) return;
  const workflow = kindOfKey(gate.key) === "workflow-file";
  if (asks === "answer") {
    throw invalid(
      workflow
        ? "Workflow resume requires --response-json for input requests"
        : "pipeline input resumes require response",
    );
  }
  throw invalid(
    workflow
      ? "Workflow resume requires --approve yes|no for approval requests"
      : "approval resumes require approved=true|false, not response",
  );
}

/**
 * Checked at decision time, whatever a scanner has done (policy rule 7). Votes that were complete in time stand: a gate
 * that is held is not overdue.
 */
export function assertInTime(gate: GateDocument, now: number): void {
  if (gate.holdUntil === null) assertNotLate(gate, now);
}

/** The same for a vote, which is never taken after the time, during a hold neither. */
export function assertNotLate(gate: GateDocument, now: number): void {
  if (!isLate(gate, now)) return;
  throw new LobsterError("expired", `${askLabel(gate)} expired at ${gate.expiresAt}`, {
    facts: { gateKey: gate.key },
  });
}

/** Refuses an expire that comes too early, or after the votes are complete. */
export function assertOverdue(gate: GateDocument, now: number): void {
  if (gate.holdUntil === null && isLate(gate, now)) return;
  throw invalid(
    gate.holdUntil === null
      ? `${gateLabel(gate)} is not overdue`
      : `${gateLabel(gate)} is approved and held until ${gate.holdUntil}`,
  );
}

/** A time that cannot be read is over. */
function isLate({ expiresAt }: GateDocument, now: number): boolean {
  return expiresAt !== null && !(now < Date.parse(expiresAt));
}

/** Refuses a decision about another content than the gate holds (policy rule 8). */
export function assertDigestFits(shown: string | undefined, gate: GateDocument): void {
  if (shown === undefined || isSameDigest(shown, gate.digest)) return;
  throw new LobsterError(
    "stale_digest",
    `The decision names another content (${shown.slice(0, 64)}) than the gate holds now (${gate.digest.slice(0, 12)}); look at the gate again`,
    { facts: { gateKey: gate.key } },
  );
}

/** Refuses approves and answers from elsewhere to a run that is decided in chat. */
export function assertFrontEndMay(request: DecisionRequest, run: Pick<RunDocument, "id" | "decideVia">): void {
  if (run.decideVia === "any" || request.via === "chat" || request.asOperator === true) return;
  throw new LobsterError(
    "refused",
    `Run ${run.id} is decided in chat only; use its card, or --as-operator, which is recorded and shown`,
  );
}

/** Refuses an answer that misses the question's schema. */
export async function assertAnswerFits(gate: GateDocument, response: JsonValue): Promise<void> {
  if (gate.request.type !== "input_request") return;
  const problem = await findAnswerProblem(gate.request.responseSchema, response);
  if (problem === undefined) return;
  const label =
    kindOfKey(gate.key) === "workflow-file" ? `Workflow input step ${gate.stepId} response` : "pipeline input response";
  throw new LobsterError("invalid_answer", `${label} failed schema validation at ${problem.path}: ${problem.message}`);
}

async function findAnswerProblem(
  schema: JsonObject,
  response: JsonValue,
): Promise<{ readonly path: string; readonly message: string } | undefined> {
  const { validateResponse } = await import("../workflow/response-schema.ts");
  return validateResponse(schema, response)[0];
}

function invalid(message: string): LobsterError {
  return new LobsterError("invalid_request", message);
}
