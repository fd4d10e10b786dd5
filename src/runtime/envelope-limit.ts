import { LobsterError } from "./errors.ts";
import type { Environment } from "./ports.ts";
import type { InputRequest } from "./run/documents.ts";
import { stringifyJson } from "./stable-json.ts";

const DEFAULT_BYTES = 512_000;
const SMALLEST_BYTES = 1024;
/** A subject over this many bytes is shown as a preview first. */
const LARGE_SUBJECT_BYTES = 192_000;
const PREVIEW_CODE_POINTS = 2000;
/** Tokens are counted at this length, so that the limit does not depend on the one that is issued. */
const COUNTED_TOKEN = "x".repeat(220);

/** The bound of a `needs_input` envelope in bytes: `LOBSTER_MAX_TOOL_ENVELOPE_BYTES`, at least 1024, default 512,000. */
export function envelopeLimit(environment: Environment): number {
  const given = Number(environment["LOBSTER_MAX_TOOL_ENVELOPE_BYTES"]);
  return Number.isFinite(given) && given >= SMALLEST_BYTES ? Math.floor(given) : DEFAULT_BYTES;
}

/**
 * The request as an envelope carries it: a subject that is too large becomes `{ truncated, bytes, preview }`
 * (workflows-and-checkpoints §10.5), always with as much of a preview as fits. The gate keeps the whole subject. Throws
 * when even that is over the limit.
 */
export function fitInputRequest(environment: Environment, stepId: string, request: InputRequest): InputRequest {
  const limit = envelopeLimit(environment);
  if (request.subject === undefined) return assertFits(limit, stepId, request);
  if (envelopeBytes(request) <= limit) return request;
  const text = stringifyJson(request.subject);
  const bytes = Buffer.byteLength(text);
  for (const preview of previewsOf(text, bytes)) {
    const shortened = { ...request, subject: { truncated: true, bytes, preview } };
    if (envelopeBytes(shortened) <= limit) return shortened;
  }
  const omitted = { truncated: true, bytes, preview: "[subject omitted: envelope size limit]" };
  return assertFits(limit, stepId, { ...request, subject: omitted });
}

/** Refuses a question that no envelope could carry, before its gate opens. */
export function assertEnvelopeFits(environment: Environment, stepId: string, request: InputRequest): void {
  fitInputRequest(environment, stepId, request);
}

function assertFits(limit: number, stepId: string, request: InputRequest): InputRequest {
  if (envelopeBytes(request) <= limit) return request;
  throw new LobsterError(
    "invalid_workflow",
    `Workflow input step ${stepId} needs_input envelope exceeds ${limit} bytes even after subject truncation`,
  );
}

/** Shorter and shorter cuts, whole characters each. */
function previewsOf(text: string, bytes: number): readonly string[] {
  const points = Array.from(text.slice(0, PREVIEW_CODE_POINTS * 2));
  const sizes = bytes > LARGE_SUBJECT_BYTES ? [PREVIEW_CODE_POINTS] : [PREVIEW_CODE_POINTS, 500, 120];
  return sizes.map((size) => points.slice(0, size).join(""));
}

function envelopeBytes(request: InputRequest): number {
  const envelope = {
    protocolVersion: 1,
    ok: true,
    status: "needs_input",
    output: [],
    requiresApproval: null,
    requiresInput: { ...request, resumeToken: COUNTED_TOKEN },
  };
  return Buffer.byteLength(stringifyJson(envelope));
}
