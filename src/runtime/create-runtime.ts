import { LobsterError } from "./errors.ts";
import { defaultRegistry } from "./engine/stage-host.ts";
import type { StageRegistry } from "./pipeline/registry.ts";
import { executeRun } from "./engine/execute-run.ts";
import { readPinned } from "./run/read-pinned.ts";
import { decide } from "./gate/decide.ts";
import { readStoredGate, resolveReference } from "./gate/read-gate.ts";
import { isoNow, type RuntimeHost } from "./host.ts";
import { hasCode } from "./errors.ts";
import { decodeGate, decodeRun, decodeStep } from "./run/decode.ts";
import type { GateDocument, GateKey, Origin, RunDocument, RunId, StepDocument } from "./run/documents.ts";
import { runKey, stepKey } from "./run/keys.ts";
import { openRun } from "./run/run-writer.ts";
import { isLeaseHeld } from "./run/lease.ts";
import { startWorkflowRun } from "./run/start-run.ts";
import { leftToOthers } from "./recovery/left-to-others.ts";
import { findInterruption, noteInterruption } from "./recovery/note-interruption.ts";
import { findSurvivors } from "./recovery/survivors.ts";
import type {
  DamagedRun,
  GateReference,
  RecoveryOutcome,
  RecoveryRequest,
  RunPage,
  Runtime,
  StartRequest,
} from "./runtime.ts";
import { assertWorkflowPath, loadWorkflow } from "./workflow/load.ts";

/** The Lobster runtime over a host's store, clock and environment. */
export function createRuntime(host: RuntimeHost): Runtime {
  return {
    load: (filePath) => loadWorkflow(filePath, { environment: host.environment, stages: stagesOf(host) }),
    start: (request) => start(host, request),
    execute: (runId, options) => executeRun(host, runId, options ?? {}),
    decide: (request) => decide(host, request),
    cancel: (runId, by, origin) => cancel(host, runId, by, origin),
    recover: (request) => recoverLater(host, request),
    findInterruption: (run) => findInterruption(host, run),
    findSurvivors: ({ interruption }) =>
      interruption === undefined ? { kind: "none" } : findSurvivors(host, interruption),
    leftToOthers: (run, gate) => leftToOthers(host, run, gate),
    readRun: (runId) => readRun(host, runId),
    listRuns: (options) => listRuns(host, options ?? {}),
    readGate: (reference) => readGate(host, reference),
    readSteps: (runId) => readSteps(host, runId),
    readDefinition: (run) => readPinned(host, run.definitionDigest),
    changes: async (cursor) => {
      const page = await host.store.changes(cursor);
      return { runIds: await findRunIds(host, page.keys), cursor: page.cursor, reset: page.reset };
    },
  };
}

/** Loads with the first recovery. */
async function recoverLater(host: RuntimeHost, request: RecoveryRequest): Promise<RecoveryOutcome> {
  const { recoverRun } = await import("./recovery/recover.ts");
  return await recoverRun(host, request);
}

async function start(host: RuntimeHost, request: StartRequest): Promise<RunDocument> {
  if (request.filePath !== undefined && request.pipeline !== undefined) {
    throw new LobsterError("invalid_request", "run accepts either pipeline or filePath, not both");
  }
  if (request.pipeline !== undefined) {
    const { startPipelineRun } = await import("./engine/pipeline-run.ts");
    return await startPipelineRun(host, request, request.pipeline);
  }
  if (request.filePath === undefined) {
    throw new LobsterError("invalid_request", "run requires either pipeline or filePath");
  }
  assertWorkflowPath(request.filePath);
  const loaded = await loadWorkflow(request.filePath, {
    environment: host.environment,
    stages: stagesOf(host),
    args: request.args ?? {},
  });
  return await startWorkflowRun(host, request, loaded);
}

function stagesOf(host: RuntimeHost): StageRegistry {
  return host.registry ?? defaultRegistry();
}

/**
 * A run that nobody executes ends at once; a running one is asked to stop and ends its processes first. To cancel an
 * interrupted one is to abandon it: it ends as interrupted, for nobody knows what its last step did.
 */
async function cancel(
  host: RuntimeHost,
  runId: RunId,
  by: string | undefined,
  origin: Origin | undefined,
): Promise<boolean> {
  const writer = await openRun(host, runId);
  if ((await noteInterruption(host, writer)).status === "interrupted") {
    const abandoned = await recoverLater(host, {
      runId,
      action: "abandon",
      ...(by === undefined ? {} : { by: { person: by, ...accountOf(origin) } }),
      ...(origin === undefined ? {} : { origin }),
    });
    if (abandoned.kind === "refused" && abandoned.error.facts["stillRunning"] === true) throw abandoned.error;
    if (abandoned.kind === "accepted") return true;
    await writer.refresh();
  }
  const { gate, status } = writer.current;
  if (gate !== undefined && status !== "over") {
    if (await cancelAtGate(host, gate, by, origin)) return true;
    await writer.refresh();
  }
  const asked = {
    ...(by === undefined ? {} : { by }),
    at: isoNow(host),
    ...(origin === undefined ? {} : { origin }),
  };
  let counted = false;
  await writer.update(
    (current) => {
      counted = current.status !== "over";
      if (!counted) return undefined;
      if (isLeaseHeld(host, current)) return { ...current, cancelRequested: asked };
      const { gate: _gate, lease: _lease, inFlight: _inFlight, again: _again, ...rest } = current;
      return { ...rest, status: "over", outcome: { kind: "cancelled", ...asked } };
    },
    { survive: "machine" },
  );
  return counted;
}

function accountOf(origin: Origin | undefined): { readonly account?: string } {
  return origin?.account === undefined ? {} : { account: origin.account };
}

/** A gate that cannot be read cannot be decided; its run can be cancelled all the same. */
async function cancelAtGate(
  host: RuntimeHost,
  gateKey: GateKey,
  by: string | undefined,
  origin: Origin | undefined,
): Promise<boolean> {
  try {
    const outcome = await decide(host, {
      gate: { gateKey },
      decision: { kind: "cancel" },
      ...(by === undefined ? {} : { by: { person: by, ...accountOf(origin) } }),
      ...(origin?.via === undefined ? {} : { via: origin.via }),
      ...(origin === undefined ? {} : { origin }),
    });
    return outcome.kind === "accepted";
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state")) return false;
    throw thrown;
  }
}

async function readRun(host: RuntimeHost, runId: RunId): Promise<RunDocument | undefined> {
  const stored = await host.store.read(runKey(runId));
  return stored === undefined ? undefined : decodeRun(stored.value);
}

/**
 * Newest first. Ids are random, so a page is cut from the sorted keys and put in order by time. A document that cannot be
 * read is left out and named: it says nothing about the others.
 */
async function listRuns(
  host: RuntimeHost,
  options: { readonly after?: string; readonly limit?: number },
): Promise<RunPage> {
  const page = await host.store.list("run_", options);
  const runs: RunDocument[] = [];
  const damaged: DamagedRun[] = [];
  for (const key of page.keys) {
    try {
      const stored = await host.store.read(key);
      if (stored !== undefined) runs.push(decodeRun(stored.value));
    } catch (thrown) {
      if (!hasCode(thrown, "invalid_state")) throw thrown;
      damaged.push({ key, error: thrown });
    }
  }
  const sorted = runs.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  return { runs: sorted, damaged, ...(page.next === undefined ? {} : { next: page.next }) };
}

async function readGate(host: RuntimeHost, reference: GateReference): Promise<GateDocument | undefined> {
  try {
    const resolved = await resolveReference(host, reference);
    const found = await readStoredGate(host, resolved);
    if (found === undefined || "gate" in found) return found?.gate;
    const { composeAdoption } = await import("./gate/adoption/adoption.ts");
    return (await composeAdoption(host, resolved, found.foreign, { isEnding: true })).gate;
  } catch (thrown) {
    if (hasCode(thrown, "not_found")) return undefined;
    throw thrown;
  }
}

/** Every result that is there, in order: the document says how many there are at least. */
async function readSteps(host: RuntimeHost, runId: RunId): Promise<readonly StepDocument[]> {
  const steps: StepDocument[] = [];
  for (let n = 1; ; n += 1) {
    const stored = await host.store.read(stepKey(runId, n));
    if (stored === undefined) return steps;
    steps.push(decodeStep(stored.value));
  }
}

/** Runs whose own document changed, or that of their gate: a vote changes the gate alone. */
async function findRunIds(host: RuntimeHost, keys: readonly string[]): Promise<readonly RunId[]> {
  const ids = new Set<RunId>();
  for (const key of new Set(keys)) {
    if (key.startsWith("run_")) ids.add(key.slice("run_".length).toUpperCase() as RunId);
    else if (/^(?:workflow|pipeline)_resume_/.test(key)) {
      const runId = await findRunOfGate(host, key);
      if (runId !== undefined) ids.add(runId);
    }
  }
  return [...ids];
}

/** A gate that is gone or cannot be read belongs to no run; whoever needs it is told so. */
async function findRunOfGate(host: RuntimeHost, key: string): Promise<RunId | undefined> {
  try {
    const stored = await host.store.read(key);
    return stored === undefined ? undefined : decodeGate(stored.value)?.runId;
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state")) return undefined;
    throw thrown;
  }
}
