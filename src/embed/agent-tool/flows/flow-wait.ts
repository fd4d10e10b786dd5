import type { SuccessEnvelope } from "../../../runtime/envelope.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import type { FlowRecord } from "./flow-store.ts";
import type { GateReference } from "../../../runtime/runtime.ts";

/** What a flow waits for, from the envelope of a run that stopped; undefined for one that did not. */
export function describeWait(envelope: SuccessEnvelope): JsonObject | undefined {
  if (isJsonObject(envelope.requiresApproval)) {
    return { kind: "lobster_approval", ...pick(envelope.requiresApproval, APPROVAL_FIELDS) };
  }
  if (isJsonObject(envelope.requiresInput)) {
    return { kind: "lobster_input", ...pick(envelope.requiresInput, INPUT_FIELDS) };
  }
  return undefined;
}

const APPROVAL_FIELDS = ["prompt", "items", "preview", "resumeToken", "approvalId", "digest"];
const INPUT_FIELDS = ["prompt", "responseSchema", "defaults", "subject", "resumeToken", "digest"];

/** A flow as a list shows it: without what its controller keeps, and of what it waits for only how to answer. */
export function summarizeFlow(flow: FlowRecord): JsonObject {
  const { stateJson: _stateJson, waitJson, ...rest } = flow;
  return { ...rest, waitJson: isJsonObject(waitJson) ? pick(waitJson, LISTED_FIELDS) : null };
}

const LISTED_FIELDS = ["kind", "prompt", "resumeToken", "approvalId"];

/** What the flow's step is called while it waits, unless its caller says otherwise. */
export function waitingStepOf(wait: JsonObject): string {
  return ownMember(wait, "kind") === "lobster_input" ? "await_lobster_input" : "await_lobster_approval";
}

/** The gate a flow waits at. */
export function gateOfWait(wait: JsonValue): GateReference | undefined {
  const token = isJsonObject(wait) ? ownMember(wait, "resumeToken") : undefined;
  return typeof token === "string" ? { token } : undefined;
}

/** True when a reference is to the gate that a flow waits at. */
export function isGateOfWait(wait: JsonValue, reference: GateReference): boolean {
  if (!isJsonObject(wait) || "gateKey" in reference) return false;
  if ("token" in reference) return ownMember(wait, "resumeToken") === reference.token;
  return ownMember(wait, "approvalId") === reference.approvalId;
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = ownMember(from, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
