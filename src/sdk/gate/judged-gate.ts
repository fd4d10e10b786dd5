import { toJson } from "../../embed/plain-json.ts";
import { composePolicy, readHostPolicy, type HostPolicy } from "../../runtime/gate/policy.ts";
import { needsIdentity } from "../../runtime/gate/rules.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import type { HaltedPipeline } from "../../runtime/pipeline/outcome.ts";
import type { ApprovalRequest, GateDocument, GateKey, GatePolicy, RunId } from "../../runtime/run/documents.ts";
import { sha256Hex, stableStringify } from "../../runtime/stable-json.ts";
import type { SdkHost } from "../sdk-host.ts";
import { encodeSdkToken } from "./gate-token.ts";

/** A gate about to be stored. */
export interface GateOpening {
  readonly key: string;
  readonly outcome: HaltedPipeline;
  readonly continuation: JsonObject;
  /** ms. */
  readonly openedAt: number;
}

/**
 * The gate of an approval that somebody in particular has to give, or in a particular way, as the runtime judges gates:
 * what the stage says, and beside it what the environment says of every gate. Undefined where anyone may decide at any time.
 */
export function composeJudgedGate(host: SdkHost, opening: GateOpening): GateDocument | undefined {
  const { outcome, key, continuation, openedAt } = opening;
  const { request, at } = outcome;
  if (request.type !== "approval_request") return undefined;
  const policy = composePolicy(outcome.policy ?? {}, readHost(host), { requireDifferentApprover: false });
  if (!isJudged(policy)) return undefined;
  const shown = toPlainRequest(request);
  const stageCount = listOf(continuation, "pipeline").length;
  const { expiresInMs = null } = policy;
  return {
    format: "lobster.gate.v1",
    key: key as GateKey,
    runId: "" as RunId,
    state: "open",
    stepId: String(at.index + 1),
    position: { step: at.index + 1, of: stageCount },
    frames: [],
    request: shown,
    policy,
    digest: sha256Hex(stableStringify({ continuation, request: { ...shown }, policy: toJson(policy, "The policy") })),
    token: encodeSdkToken(key),
    createdAt: new Date(openedAt).toISOString(),
    expiresAt: expiresInMs === null ? null : new Date(openedAt + expiresInMs).toISOString(),
    holdUntil: null,
    votes: [],
    supersedes: [],
  };
}

function readHost({ stages, startedBy }: SdkHost): HostPolicy {
  return { ...readHostPolicy(stages.environment), ...(startedBy === undefined ? {} : { startedBy }) };
}

function isJudged(policy: GatePolicy): boolean {
  const { reason, confirm, expiresInMs } = policy;
  return needsIdentity(policy) || reason !== undefined || confirm !== undefined || typeof expiresInMs === "number";
}

/** Items of the SDK may be anything; what is stored and shown is JSON. */
function toPlainRequest({ prompt, items, preview }: ApprovalRequest): ApprovalRequest {
  const plain = toJson(items, "What is to be approved");
  return {
    type: "approval_request",
    prompt,
    items: Array.isArray(plain) ? (plain as readonly JsonValue[]) : [],
    ...(preview === undefined ? {} : { preview }),
  };
}

function listOf(object: JsonObject, name: string): readonly JsonValue[] {
  const value = isJsonObject(object) ? ownMember(object, name) : undefined;
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
