import { LobsterError } from "../runtime/errors.ts";
import { unknownApprovalId } from "../runtime/gate/approval-id.ts";
import { stateNotFound } from "../runtime/gate/read-gate.ts";
import { decodeToken, kindOfKey } from "../runtime/gate/token.ts";
import type { JsonValue } from "../runtime/json.ts";
import type { GateDocument } from "../runtime/run/documents.ts";
import type { Decision, DecisionRequest, GateReference, Runtime } from "../runtime/runtime.ts";
import { toJson } from "./plain-json.ts";

/** What a host decides, one of the first four, and who decides, how. */
export interface GivenDecision {
  readonly approved?: boolean | undefined;
  /** Any JSON value; undefined is no answer. */
  readonly response?: unknown;
  readonly cancel?: boolean | undefined;
  /** Takes back the person's own approve while the gate waits for others, or is held. */
  readonly withdraw?: boolean | undefined;
  /** The person who decides; beats `LOBSTER_APPROVAL_APPROVED_BY`. */
  readonly decidedBy?: string | undefined;
  /** That person's groups, bare names. */
  readonly groups?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  /** What the gate wants typed. */
  readonly confirm?: string | undefined;
  /** The digest the person was shown; another content than it names is refused. */
  readonly digest?: string | undefined;
}

/** Who decides and what goes with it, as the runtime takes it. */
export function describeDecider(given: GivenDecision): Pick<DecisionRequest, "by" | "reason" | "confirm" | "digest"> {
  const { decidedBy, groups, reason, confirm, digest } = given;
  for (const [name, value] of Object.entries({ decidedBy, reason, confirm, digest })) assertText(name, value);
  if (groups !== undefined && !(Array.isArray(groups) && groups.every((group) => typeof group === "string"))) {
    throw new LobsterError("invalid_request", "groups must be a list of bare group names");
  }
  return {
    ...(decidedBy === undefined ? {} : { by: { person: decidedBy, ...(groups === undefined ? {} : { groups }) } }),
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** A host in JavaScript may hand over anything; nothing is taken for a name that is none. */
function assertText(name: string, value: unknown): void {
  if (value === undefined || typeof value === "string") return;
  throw new LobsterError("invalid_request", `${name} must be text`);
}

/**
 * The decision of a resume request. `cancel` beats everything else. Both an approval and an answer, or none, is refused in
 * the words of the gate's kind, and nothing changes (decision W15; workflows-and-checkpoints §14.5).
 */
export async function decodeDecision(runtime: Runtime, gate: GateReference, given: GivenDecision): Promise<Decision> {
  const { approved, response, cancel, withdraw } = given;
  if (cancel === true) return { kind: "cancel" };
  if (withdraw === true) {
    if (approved === undefined && response === undefined) return { kind: "withdraw" };
    throw new LobsterError("invalid_request", "withdraw takes back your vote; give no other decision with it");
  }
  if (approved !== undefined && typeof approved !== "boolean") {
    throw new LobsterError("invalid_request", "approved must be true or false");
  }
  if (approved === undefined && response === undefined) throw await nothingDecided(runtime, gate);
  if (approved === undefined) return { kind: "answer", response: toJson(response, "response") };
  const decision: Decision = { kind: approved ? "approve" : "deny" };
  return response === undefined ? decision : await refusableOf(runtime, gate, decision, toJson(response, "response"));
}

/** Of an approval and an answer, the one that the gate does not ask for: the runtime refuses it in the right words. */
async function refusableOf(
  runtime: Runtime,
  reference: GateReference,
  decision: Decision,
  response: JsonValue,
): Promise<Decision> {
  const gate = await runtime.readGate(reference);
  return gate?.request.type === "input_request" ? decision : { kind: "answer", response };
}

async function nothingDecided(runtime: Runtime, reference: GateReference): Promise<LobsterError> {
  const gate = await runtime.readGate(reference);
  return gate === undefined ? gateMissing(reference) : new LobsterError("invalid_request", wantedOf(gate));
}

function gateMissing(reference: GateReference): LobsterError {
  if ("approvalId" in reference) return unknownApprovalId(reference.approvalId);
  return stateNotFound("token" in reference ? decodeToken(reference.token).kind : kindOfKey(reference.gateKey));
}

function wantedOf({ key, request }: GateDocument): string {
  const isWorkflow = kindOfKey(key) === "workflow-file";
  if (request.type === "input_request") {
    return isWorkflow
      ? "Workflow resume requires --response-json for input requests"
      : "pipeline input resumes require response";
  }
  return isWorkflow
    ? "Workflow resume requires --approve yes|no for approval requests"
    : "approval resumes require approved=true|false";
}
