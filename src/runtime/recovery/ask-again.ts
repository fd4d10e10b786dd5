import { LobsterError } from "../errors.ts";
import { publishApprovalId } from "../gate/approval-id.ts";
import { computeGateDigest, type GateContent } from "../gate/digest.ts";
import { encodeToken, kindOfKey } from "../gate/token.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import { decodeGate, decodeStep } from "../run/decode.ts";
import type { GateDocument, GateKey, RunDocument } from "../run/documents.ts";
import { definitionKey, encodeDocument, stepKey } from "../run/keys.ts";
import type { GateRetry, Interruption } from "../run/recovery-documents.ts";

/**
 * Writes a gate that asks for a used-up approval again, before the lost step runs again: the same content and policy, no
 * votes, and a digest that covers what was done since. Undefined where no approval gate came before the step. The run does
 * not know the gate yet.
 */
export async function askAgain(
  host: RuntimeHost,
  run: RunDocument,
  interruption: Interruption,
): Promise<GateDocument | undefined> {
  const approval = run.decisions.findLast(({ kind }) => kind === "approve");
  if (approval === undefined) return undefined;
  const used = await readGate(host, run, approval.gate);
  const retry = describeRetry(used, interruption);
  const results = await readResults(host, run);
  await host.store.flush([
    definitionKey(run.definitionDigest),
    ...results.map((_, index) => stepKey(run.id, index + 1)),
  ]);
  const key =
    `${kindOfKey(used.key) === "pipeline-resume" ? "pipeline" : "workflow"}_resume_${host.ids.uuid()}` as GateKey;
  const gate = renewGate(host, used, {
    key,
    retry,
    approvalId: await publishApprovalId(host, key),
    supersedes: run.decisions.map((decision) => decision.gate),
    digest: computeGateDigest({ ...contentOf(run, used, results), retry }),
  });
  await host.store.create(key, encodeDocument(gate), { survive: "machine" });
  return gate;
}

/** Fields of a gate that belong to one asking, and not to what is asked. */
function renewGate(
  host: RuntimeHost,
  used: GateDocument,
  own: Pick<GateDocument, "key" | "digest" | "retry" | "supersedes"> & { readonly approvalId: string },
): GateDocument {
  const { decision: _decision, response: _response, removedVotes: _removedVotes, ...content } = used;
  return {
    ...content,
    ...own,
    state: "open",
    token: encodeToken(own.key),
    createdAt: isoNow(host),
    expiresAt: used.expiresAt === null ? null : new Date(host.clock.now() + lifeOf(used, used.expiresAt)).toISOString(),
    holdUntil: null,
    votes: [],
  };
}

/** It can be opened for as long as the first one could. */
function lifeOf({ createdAt }: GateDocument, expiresAt: string): number {
  return Math.max(0, Date.parse(expiresAt) - Date.parse(createdAt));
}

function describeRetry(used: GateDocument, { id, lost, resumption }: Interruption): GateRetry {
  return {
    of: used.key,
    interruption: id,
    ...(lost === undefined ? {} : { step: { path: lost.path, stepId: lost.stepId } }),
    resumption,
  };
}

function contentOf(
  run: RunDocument,
  { frames, stepId, request, policy }: GateDocument,
  results: GateContent["results"],
): Omit<GateContent, "retry"> {
  return {
    definitionDigest: run.definitionDigest,
    args: run.args,
    frames: frames.map((frame) => ({ definitionDigest: frame.definitionDigest, stepId: frame.stepId })),
    results,
    stepId,
    request,
    policy,
  };
}

async function readResults(host: RuntimeHost, run: RunDocument): Promise<GateContent["results"]> {
  const results: { path: readonly string[]; result: GateContent["results"][number]["result"] }[] = [];
  for (let n = 1; n <= run.stepCount; n += 1) {
    const stored = await host.store.read(stepKey(run.id, n));
    if (stored === undefined) throw missing(run, stepKey(run.id, n));
    const { path, result } = decodeStep(stored.value);
    results.push({ path, result });
  }
  return results;
}

async function readGate(host: RuntimeHost, run: RunDocument, key: GateKey): Promise<GateDocument> {
  const stored = await host.store.read(key);
  const gate = stored === undefined ? undefined : decodeGate(stored.value);
  if (gate === undefined) throw missing(run, key);
  return gate;
}

function missing(run: RunDocument, key: string): LobsterError {
  return new LobsterError(
    "invalid_state",
    `Run ${run.id} cannot be retried: ${key} is missing or damaged; abandon it`,
    {
      facts: { runId: run.id, key },
    },
  );
}
