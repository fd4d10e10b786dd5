import { isoNow, type RuntimeHost } from "../../host.ts";
import type { Frame, GateDocument, RunDocument, RunId, StepDocument } from "../../run/documents.ts";
import { sha256Hex } from "../../stable-json.ts";
import type { StoredDocument } from "../../store/state-store.ts";
import { toRunId } from "../../system.ts";
import type { StepResult } from "../../workflow/step-result.ts";
import { computeGateDigest } from "../digest.ts";
import { decodePeerCheckpoint } from "./peer-checkpoint.ts";
import type { ResolvedReference } from "../read-gate.ts";
import { encodeToken } from "../token.ts";
import type { AdoptedContent, AdoptionOptions } from "./content.ts";

/** A run and a gate of ours made of a peer's checkpoint; nothing of it is stored yet. */
export interface Adoption {
  /** The peer's document, which the gate takes the place of. */
  readonly stored: StoredDocument;
  readonly run: RunDocument;
  readonly gate: GateDocument;
  readonly steps: readonly StepDocument[];
  readonly definitions: AdoptedContent["definitions"];
}

/**
 * Makes a run and a gate of a checkpoint that the peer wrote (decision W2/W3). The file is read again, because nothing else
 * says what to run, and the run carries a warning about it; the step is found by its id; the stored rules hold beside the
 * file's. Throws `invalid_state` for what is no checkpoint, and what the loader says about the file.
 */
export async function composeAdoption(
  host: RuntimeHost,
  { gateKey, kind }: ResolvedReference,
  stored: StoredDocument,
  options: AdoptionOptions,
): Promise<Adoption> {
  const checkpoint = decodePeerCheckpoint(stored.value, kind === "workflow-file" ? "workflow" : "pipeline");
  const content =
    checkpoint.kind === "workflow"
      ? await (await import("./workflow-content.ts")).readWorkflowContent(host, checkpoint, options)
      : (await import("./pipeline-content.ts")).readPipelineContent(host, checkpoint, options);
  const at = content.createdAt ?? isoNow(host);
  const frames: readonly Frame[] = [
    { definitionDigest: content.run.definitionDigest, stepId: content.gate.stepId, attempt: 1 },
  ];
  const digest = digestOf(content, frames);
  const { expiresInMs = null } = content.gate.policy;
  // Made of what it is about: whoever takes the same checkpoint over at the same time writes the same documents.
  const runId = toRunId(Buffer.from(sha256Hex(`${gateKey} ${digest}`), "hex").subarray(0, 5)) as RunId;
  return {
    stored,
    definitions: content.definitions,
    steps: content.results.map((result) => composeStep(runId, result, at)),
    run: {
      format: "lobster.run.v1",
      id: runId,
      ...content.run,
      hostPolicy: content.hostPolicy,
      startedAt: at,
      status: "waiting",
      frames,
      stepCount: content.results.length,
      gate: gateKey,
      limits: { timeoutMs: host.defaultTimeoutMs, maxOutputBytes: host.maxOutputBytes },
      executedMs: 0,
      decisions: [],
      announce: [],
      decideVia: "any",
    },
    gate: {
      format: "lobster.gate.v1",
      key: gateKey,
      runId,
      state: "open",
      ...content.gate,
      frames,
      digest,
      ...(options.approvalId === undefined ? {} : { approvalId: options.approvalId }),
      token: encodeToken(gateKey),
      createdAt: at,
      expiresAt: expiresInMs === null ? null : new Date(Date.parse(at) + expiresInMs).toISOString(),
      holdUntil: null,
      votes: [],
      supersedes: [],
    },
  };
}

function digestOf({ run, gate, results }: AdoptedContent, frames: readonly Frame[]): string {
  const shown = [...results, ...(gate.result === undefined ? [] : [gate.result])];
  return computeGateDigest({
    definitionDigest: run.definitionDigest,
    args: run.args,
    frames: frames.map(({ definitionDigest, stepId }) => ({ definitionDigest, stepId })),
    results: shown.map((result) => ({ path: [], result })),
    stepId: gate.stepId,
    request: gate.request,
    policy: gate.policy,
  });
}

function composeStep(runId: RunId, result: StepResult, at: string): StepDocument {
  return {
    format: "lobster.step.v1",
    runId,
    path: [],
    stepId: result.id,
    result,
    completed: result.skipped !== true && result.error !== true,
    startedAt: at,
    endedAt: at,
    attempts: 1,
  };
}
