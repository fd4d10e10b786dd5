import { LobsterError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { GateDocument, RunDocument } from "../run/documents.ts";
import type { DecisionRequest } from "../runtime.ts";
import { isSameDigest } from "./digest.ts";
import { assertMayApprove } from "./policy.ts";
import { kindOfKey } from "./token.ts";

/**
 * Throws the first reason why this decision does not count at this gate; the gate stays as it is. All are `parse_error`s
 * of the caller: wrong kind of decision, wrong front end, stale digest, policy, schema.
 */
export async function assertDecisionFits(
  request: DecisionRequest,
  gate: GateDocument,
  run: RunDocument,
  decider: { readonly person: string | undefined; readonly now: number },
): Promise<void> {
  const { decision } = request;
  assertKindFits(decision.kind, gate);
  if (decision.kind === "cancel") return;
  if (decision.kind === "expire") return assertOverdue(gate, decider.now);
  assertInTime(gate, decider.now);
  assertDigestFits(request.digest, gate);
  if (decision.kind === "deny") return;
  assertFrontEndMay(request, run);
  if (decision.kind === "answer") return await assertAnswerFits(gate, decision.response);
  assertMayApprove(gateLabel(gate), gate.policy, decider.person);
}

/** How a gate is named in messages: `Workflow step <id>`, or `Pipeline stage <name>`. */
export function gateLabel(gate: GateDocument): string {
  return kindOfKey(gate.key) === "workflow-file" ? `Workflow step ${gate.stepId}` : `Pipeline stage ${gate.stepId}`;
}

function assertKindFits(kind: DecisionRequest["decision"]["kind"], gate: GateDocument): void {
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

/** Checked at decision time, whatever a scanner has done (policy rule 7). */
function assertInTime(gate: GateDocument, now: number): void {
  if (gate.expiresAt === null || now < Date.parse(gate.expiresAt)) return;
  const asks = gate.request.type === "input_request" ? "question" : "approval";
  throw new LobsterError("expired", `${gateLabel(gate)} ${asks} expired at ${gate.expiresAt}`, {
    facts: { gateKey: gate.key },
  });
}

function assertOverdue(gate: GateDocument, now: number): void {
  if (gate.expiresAt !== null && now >= Date.parse(gate.expiresAt)) return;
  throw invalid(`${gateLabel(gate)} is not overdue`);
}

function assertDigestFits(shown: string | undefined, gate: GateDocument): void {
  if (shown === undefined || isSameDigest(shown, gate.digest)) return;
  throw new LobsterError(
    "stale_digest",
    `The decision names another content (${shown.slice(0, 64)}) than the gate holds now (${gate.digest.slice(0, 12)}); look at the gate again`,
    { facts: { gateKey: gate.key } },
  );
}

function assertFrontEndMay(request: DecisionRequest, run: RunDocument): void {
  if (run.decideVia === "any" || request.via === "chat" || request.asOperator === true) return;
  throw new LobsterError(
    "refused",
    `Run ${run.id} is decided in chat only; use its card, or --as-operator, which is recorded and shown`,
  );
}

async function assertAnswerFits(gate: GateDocument, response: JsonValue): Promise<void> {
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
