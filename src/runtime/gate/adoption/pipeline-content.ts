import { resolve } from "node:path";
import { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import { encodeContinuation, type Continuation } from "../../pipeline/continuation.ts";
import type { PipelineStage } from "../../pipeline/grammar.ts";
import { toPinnedPipeline } from "../../pipeline/pinned-pipeline.ts";
import type { ApprovalRequest, GateDocument, InputRequest } from "../../run/documents.ts";
import { definitionKey } from "../../run/keys.ts";
import { readApprovePolicy } from "../../stages/approve-policy.ts";
import type { ApprovalDefinition } from "../../workflow/definition.ts";
import type { PeerPipelineCheckpoint } from "./peer-checkpoint.ts";
import { composePolicy, readHostPolicy } from "../policy.ts";
import type { AdoptedContent, AdoptionOptions } from "./content.ts";

/**
 * The content of a pipeline's checkpoint. Its stages are stored, so what runs is what was shown. It has no rules of its own
 * (fault W14): the host's hold, and a rule that needs the starter refuses, for nobody knows who that was.
 */
export function readPipelineContent(
  host: RuntimeHost,
  checkpoint: PeerPipelineCheckpoint,
  { cwd, isEnding }: AdoptionOptions,
): AdoptedContent {
  const { continuation, createdAt } = checkpoint;
  const { pipeline, resumeAtIndex, resumeMode } = continuation;
  const index = resumeMode === "same_stage" ? resumeAtIndex : Math.max(0, resumeAtIndex - 1);
  const pinned = toPinnedPipeline(pipeline);
  const hostPolicy = readHostPolicy(host.environment);
  const directory = resolve(cwd ?? ".");
  return {
    run: {
      kind: "pipeline",
      name: pipeline[0]?.name ?? "pipeline",
      definitionDigest: pinned.digest,
      args: {},
      cwd: directory,
      warnings: [`This checkpoint does not say where its pipeline ran; the rest runs in ${directory}`],
    },
    gate: {
      stepId: pipeline[index]?.name ?? "pipeline",
      position: { step: index + 1, of: pipeline.length },
      request: describeRequest(checkpoint),
      policy: readPolicy(continuation, () => readWritten(pipeline[index], isEnding === true), hostPolicy),
      continuation: encodeContinuation(continuation),
    },
    hostPolicy,
    results: [],
    definitions: [{ key: definitionKey(pinned.digest), value: pinned.value }],
    createdAt,
  };
}

function describeRequest({ continuation, question }: PeerPipelineCheckpoint): ApprovalRequest | InputRequest {
  const { prompt } = continuation;
  if (continuation.haltType === "approval_request") {
    return { type: "approval_request", prompt, items: continuation.items };
  }
  return { type: "input_request", prompt, responseSchema: continuation.inputSchema, ...question };
}

function readPolicy(
  continuation: Continuation,
  written: () => ApprovalDefinition,
  host: AdoptedContent["hostPolicy"],
): GateDocument["policy"] {
  if (continuation.haltType === "input_request") return {};
  return composePolicy(written(), host, { requireDifferentApprover: false });
}

/** The peer passes over the policy an `approve` is written with; here it holds. One that cannot be kept opens nothing. */
function readWritten(stage: PipelineStage | undefined, isEnding: boolean): ApprovalDefinition {
  if (stage?.name !== "approve") return {};
  try {
    return readApprovePolicy(stage.args) ?? {};
  } catch (thrown) {
    if (isEnding && thrown instanceof LobsterError) return NOBODY;
    throw thrown;
  }
}

/** Nobody knows who started it, so that nobody may approve it: such a gate can only be ended. */
const NOBODY: ApprovalDefinition = { requireDifferentApprover: true };
