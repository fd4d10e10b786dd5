import { LobsterError, hasCode } from "../errors.ts";
import { withdrawGate } from "../gate/withdraw-gate.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { GateDocument, RunDocument } from "../run/documents.ts";
import { markOf } from "../run/process-marks.ts";
import type { Interruption, RecoveryDecision } from "../run/recovery-documents.ts";
import { openRun, type RunWriter } from "../run/run-writer.ts";
import type { RecoveryOutcome, RecoveryRequest } from "../runtime.ts";
import { askAgain } from "./ask-again.ts";
import { endAbandoned } from "./interrupt.ts";
import { noteInterruption } from "./note-interruption.ts";
import { endSurvivors, findSurvivors, type Survivors } from "./survivors.ts";

type RunningSurvivors = Extract<Survivors, { readonly kind: "running" }>;

/** Racing deciders make each other read again; this often in a row means the store is not working. */
const MAX_CONFLICTS = 20;

/**
 * Decides what becomes of an interrupted run: of any number of callers one is `accepted`. A retry behind an approval gate
 * asks for that gate again; without one the lost step may run at once. A run that died and that nobody has looked at yet is
 * noted as interrupted first.
 */
export async function recoverRun(host: RuntimeHost, request: RecoveryRequest): Promise<RecoveryOutcome> {
  try {
    const writer = await openRun(host, request.runId);
    for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
      const outcome = await attemptRecovery(host, writer, request);
      if (outcome !== "changed") return outcome;
      await writer.refresh();
    }
  } catch (thrown) {
    if (hasCode(thrown, "not_found")) return { kind: "not_found", error: thrown };
    throw thrown;
  }
  throw new LobsterError(
    "store_unavailable",
    `Run ${request.runId} keeps changing and could not be decided; try again`,
  );
}

async function attemptRecovery(
  host: RuntimeHost,
  writer: RunWriter,
  request: RecoveryRequest,
): Promise<RecoveryOutcome | "changed"> {
  const run = await noteInterruption(host, writer);
  const { interruption } = run;
  const known = run.recoveries?.find((decision) => decision.interruption.id === request.interruption);
  if (known !== undefined) return { kind: "already_decided", run, decision: known, same: isSame(request, known) };
  if (interruption === undefined) return refuse(run, notInterrupted(run));
  if (request.interruption !== undefined && request.interruption !== interruption.id) {
    return refuse(run, refusal(run, `Run ${run.id} was interrupted again since; look at it again`));
  }
  if (request.action === "retry" && run.decideVia === "chat" && request.via !== "chat" && request.asOperator !== true) {
    return refuse(
      run,
      refusal(
        run,
        `Run ${run.id} is decided in chat only; use its card, or --as-operator, which is recorded and shown`,
      ),
    );
  }
  return request.action === "retry"
    ? await retry(host, writer, request, interruption)
    : await abandon(host, writer, request, interruption);
}

/** Never while something of the lost step still runs: two of them at once is what nobody asked for. */
async function retry(
  host: RuntimeHost,
  writer: RunWriter,
  request: RecoveryRequest,
  interruption: Interruption,
): Promise<RecoveryOutcome | "changed"> {
  const run = writer.current;
  const left = findSurvivors(host, interruption);
  if (left.kind === "running")
    return refuse(
      run,
      stillRunning(
        run,
        left,
        left.mayBeEarlier === true
          ? "Wait for it to end, or end it"
          : "Wait for it to end, end it, or abandon the run, which ends it",
      ),
    );
  const gate = await askAgain(host, run, interruption);
  const decision = composeDecision(host, request, interruption, gate);
  const decided = await store(writer, run, decision, (current) =>
    gate === undefined ? goOn(current, interruption) : waitAt(current, gate),
  );
  if (decided === "changed" && gate !== undefined) await withdrawGate(host, gate);
  return decided === "changed"
    ? decided
    : { kind: "accepted", run: decided, decision, ...(gate === undefined ? {} : { gate }) };
}

/** What is left of the lost step is ended first, as a cancel would. */
async function abandon(
  host: RuntimeHost,
  writer: RunWriter,
  request: RecoveryRequest,
  interruption: Interruption,
): Promise<RecoveryOutcome | "changed"> {
  const run = writer.current;
  const left = await endSurvivors(host, interruption);
  if (left.kind === "running")
    return refuse(
      run,
      stillRunning(
        run,
        left,
        left.mayBeEarlier === true
          ? "That was not ended, for it may be of an earlier step; end it yourself"
          : "It could not be ended; end it yourself",
      ),
    );
  const decision = composeDecision(host, request, interruption, undefined);
  const { at, by, reason, origin } = decision;
  const how = {
    at,
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
    ...(origin === undefined ? {} : { origin }),
  };
  const decided = await store(writer, run, decision, (current) => endAbandoned(current, interruption, how));
  return decided === "changed" ? decided : { kind: "accepted", run: decided, decision };
}

async function store(
  writer: RunWriter,
  seen: RunDocument,
  decision: RecoveryDecision,
  change: (run: RunDocument) => RunDocument,
): Promise<RunDocument | "changed"> {
  const run = await writer.update(
    (current) =>
      current === seen ? { ...change(current), recoveries: [...(current.recoveries ?? []), decision] } : undefined,
    { survive: "machine" },
  );
  return run.recoveries?.some(({ id }) => id === decision.id) === true ? run : "changed";
}

function goOn({ interruption: _interruption, ...run }: RunDocument, { resumption }: Interruption): RunDocument {
  return { ...run, status: "queued", again: resumption };
}

function waitAt({ interruption: _interruption, again: _again, ...run }: RunDocument, gate: GateDocument): RunDocument {
  return { ...run, status: "waiting", gate: gate.key };
}

function composeDecision(
  host: RuntimeHost,
  request: RecoveryRequest,
  interruption: Interruption,
  gate: GateDocument | undefined,
): RecoveryDecision {
  const person = (request.by?.person ?? host.environment["LOBSTER_APPROVAL_APPROVED_BY"] ?? "").trim();
  const { via, origin } = request;
  return {
    id: host.ids.uuid(),
    kind: request.action,
    ...(person === "" ? {} : { by: person }),
    ...(request.by?.account === undefined ? {} : { account: request.by.account }),
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    at: isoNow(host),
    interruption,
    ...(gate === undefined ? {} : { gate: gate.key }),
    ...(request.asOperator === true ? { asOperator: true } : {}),
    ...(via === undefined && origin === undefined
      ? {}
      : { origin: { ...(via === undefined ? {} : { via }), ...origin } }),
    process: markOf(host),
  };
}

function isSame({ action, by }: RecoveryRequest, known: RecoveryDecision): boolean {
  return known.kind === action && known.by === by?.person;
}

function refuse(run: RunDocument, error: LobsterError): RecoveryOutcome {
  return { kind: "refused", run, error };
}

function refusal(run: RunDocument, message: string): LobsterError {
  return new LobsterError("refused", message, { facts: { runId: run.id } });
}

function notInterrupted(run: RunDocument): LobsterError {
  const state = run.status === "over" ? `over (${run.outcome?.kind ?? "over"})` : run.status;
  return new LobsterError("invalid_request", `Run ${run.id} is not interrupted: it is ${state}`, {
    facts: { runId: run.id, status: run.status },
  });
}

function stillRunning(run: RunDocument, { pids, mayBeEarlier }: RunningSurvivors, advice: string): LobsterError {
  const what = pids.length === 1 ? `process ${pids[0]}` : `processes ${pids.join(", ")}`;
  const who = mayBeEarlier === true ? `Something of run ${run.id}` : `The interrupted step of run ${run.id}`;
  return new LobsterError("busy", `${who} still runs (${what}). ${advice}`, {
    type: "parse_error",
    facts: { runId: run.id, pids, stillRunning: true, ...(mayBeEarlier === true ? { mayBeEarlier } : {}) },
  });
}
