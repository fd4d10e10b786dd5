import type { LobsterError } from "./errors.ts";
import type { Survivors } from "./recovery/survivors.ts";
import type { Interruption, RecoveryDecision } from "./run/recovery-documents.ts";
import type { JsonValue } from "./json.ts";
import type {
  GateDocument,
  GateKey,
  Origin,
  RecordedDecision,
  RunDocument,
  RunId,
  StepDocument,
  Vote,
} from "./run/documents.ts";
import type { LoadedWorkflow } from "./workflow/definition.ts";
import type { ChangePage } from "./store/state-store.ts";

/** What to start. Exactly one of `filePath` and `pipeline`. */
export interface StartRequest {
  readonly filePath?: string;
  readonly pipeline?: string;
  readonly args?: Readonly<Record<string, JsonValue>>;
  /** The run's directory (absolute): the caller's for CLI and API, the file's folder for the bot. */
  readonly cwd: string;
  /** The person who starts it; default the environment's `LOBSTER_APPROVAL_INITIATED_BY`. */
  readonly startedBy?: string;
  readonly startedFrom?: Origin;
  readonly announce?: readonly string[];
  readonly decideVia?: "any" | "chat";
  /** Executing time in ms, null for no limit. Default: the runtime's. */
  readonly timeoutMs?: number | null;
  readonly maxOutputBytes?: number;
  /** How long a gate of this run can be opened, in ms; null or absent: for ever. */
  readonly gateExpiresInMs?: number | null;
}

/** What an execution came to. A run that stops again at a gate is `waiting`. */
export type RunReport =
  /** `rendered` is what the renderers of a pipeline made; `written` says that it is on stdout already. */
  | {
      readonly kind: "finished";
      readonly run: RunDocument;
      readonly output: readonly JsonValue[];
      readonly rendered?: { readonly text: string; readonly written: boolean };
    }
  | {
      readonly kind: "waiting";
      readonly run: RunDocument;
      readonly gate: GateDocument;
      readonly rendered?: { readonly text: string; readonly written: boolean };
    }
  /** A step failed. `reopened` is the gate that is open again because nothing had started since its decision. */
  | {
      readonly kind: "failed";
      readonly run: RunDocument;
      readonly error: LobsterError;
      readonly reopened?: GateDocument;
    }
  | { readonly kind: "cancelled"; readonly run: RunDocument }
  /** Its process died in a step: nothing runs until a person says whether that step runs again. See `Runtime.recover`. */
  | { readonly kind: "interrupted"; readonly run: RunDocument; readonly error: LobsterError }
  /** Another process executes it, or there is nothing to execute. */
  | { readonly kind: "busy"; readonly run: RunDocument };

/** Live progress of an execution, for cards. `path` holds the ids of enclosing `workflow:` steps. */
export type RunEvent =
  | { readonly kind: "step_started"; readonly runId: RunId; readonly path: readonly string[]; readonly stepId: string }
  | {
      readonly kind: "step_ended";
      readonly runId: RunId;
      readonly path: readonly string[];
      readonly stepId: string;
      readonly result: "done" | "skipped" | "failed";
    };

/** Names a gate by its token, its approval id, or its key. */
export type GateReference =
  { readonly token: string } | { readonly approvalId: string } | { readonly gateKey: GateKey };

/** What a person wants to do at a gate. */
export type Decision =
  | { readonly kind: "approve" }
  | { readonly kind: "deny" }
  | { readonly kind: "answer"; readonly response: JsonValue }
  | { readonly kind: "cancel" }
  /** Takes back the person's own vote, while the gate is open or held. */
  | { readonly kind: "withdraw" }
  /** Asked by a scanner: counts only when the gate is open and its time is over. */
  | { readonly kind: "expire" }
  /** Asked by a scanner: opens a gate whose votes are complete and whose hold is over. */
  | { readonly kind: "settle" };

/** One decision, from any front end. Identity given here beats the environment. */
export interface DecisionRequest {
  readonly gate: GateReference;
  readonly decision: Decision;
  readonly by?: { readonly person: string; readonly groups?: readonly string[]; readonly account?: string };
  readonly reason?: string;
  /** What the person typed where the policy wants a text typed. */
  readonly confirm?: string;
  /** The digest the person was shown (at least 12 hex digits); another one than the gate's is refused. */
  readonly digest?: string;
  /** Which front end asks: runs with `decideVia: chat` take approve and answer only from `chat`. */
  readonly via?: "chat" | "cli" | "api";
  /** Where exactly it was asked for; kept with the decision. */
  readonly origin?: Pick<Origin, "conversation" | "message">;
  readonly asOperator?: boolean;
  /** Where a checkpoint that does not say where it ran goes on (absolute): one that the peer wrote. */
  readonly cwd?: string;
}

/**
 * The answer to a decision. `accepted` means it is stored: call `execute` to go on (nothing to execute after deny and
 * cancel: the run is over). `already_decided` carries what was recorded; `same` tells that this person (or nobody, both
 * times) made the same decision, an equal answer included. Refusals leave the gate as it was. The other four are changes
 * of a gate that goes on waiting; `dropped` are the ids of voters who may not approve any more, whose votes were removed.
 */
export type DecisionOutcome =
  | {
      readonly kind: "accepted";
      readonly gate: GateDocument;
      readonly decision: RecordedDecision;
      readonly run: RunDocument;
    }
  | {
      readonly kind: "already_decided";
      readonly gate: GateDocument;
      readonly decision: RecordedDecision;
      readonly same: boolean;
    }
  /** The vote is stored; `remaining` people more are needed, at least. */
  | (StillWaiting & { readonly kind: "voted"; readonly vote: Vote })
  /** The vote was the last one; until `until` (ISO time) a voter may withdraw. A scanner settles it then. */
  | (StillWaiting & { readonly kind: "held"; readonly vote: Vote; readonly until: string })
  /** The person's vote is gone. */
  | (StillWaiting & { readonly kind: "withdrawn"; readonly vote: Vote })
  /** The hold was over, but somebody who voted may not approve any more: the gate waits for votes again. */
  | (StillWaiting & { readonly kind: "unsettled" })
  | { readonly kind: "refused"; readonly gate: GateDocument; readonly error: LobsterError }
  | { readonly kind: "not_found"; readonly error: LobsterError };

/** What is common to a gate that changed and goes on waiting. */
export interface StillWaiting {
  /** As it is stored now. */
  readonly gate: GateDocument;
  readonly run: RunDocument;
  readonly remaining: number;
  readonly dropped: readonly string[];
}

/** What a person wants to become of an interrupted run. */
export interface RecoveryRequest {
  readonly runId: RunId;
  /** `retry`: the lost step runs again, after its approval gate was asked again where there is one. */
  readonly action: "retry" | "abandon";
  /** Id of the {@link Interruption} that was shown; another one is refused. Absent: the present one. */
  readonly interruption?: string;
  /** Who may do this is the host's rule; what a gate demands still holds when it is asked again. */
  readonly by?: { readonly person: string; readonly account?: string };
  readonly reason?: string;
  /** Which front end asks: runs with `decideVia: chat` are retried only from `chat`. */
  readonly via?: Origin["via"];
  readonly asOperator?: boolean;
  readonly origin?: Origin;
}

/**
 * The answer to a recovery. `accepted` means it is stored: after a retry without `gate` call `execute` to go on. A refusal
 * changes nothing; `facts.stillRunning` tells that something of the lost step still runs, with its `pids`.
 */
export type RecoveryOutcome =
  | {
      readonly kind: "accepted";
      readonly run: RunDocument;
      readonly decision: RecoveryDecision;
      readonly gate?: GateDocument;
    }
  | {
      readonly kind: "already_decided";
      readonly run: RunDocument;
      readonly decision: RecoveryDecision;
      readonly same: boolean;
    }
  | { readonly kind: "refused"; readonly run: RunDocument; readonly error: LobsterError }
  | { readonly kind: "not_found"; readonly error: LobsterError };

/** A stored run that cannot be read. */
export interface DamagedRun {
  readonly key: string;
  readonly error: LobsterError;
}

/** A part of all runs, newest first. */
export interface RunPage {
  readonly runs: readonly RunDocument[];
  readonly damaged: readonly DamagedRun[];
  /** Where the next part begins; absent behind the last one. */
  readonly next?: string;
}

/** The Lobster runtime as front ends use it. Every method throws `LobsterError` for what it cannot do. */
export interface Runtime {
  /** Loads and checks a file with everything it includes. Throws `invalid_workflow` with every problem. */
  load(filePath: string): Promise<LoadedWorkflow>;
  /** Creates a run with its pinned definition, not yet executing. Nothing has happened when this throws. */
  start(request: StartRequest): Promise<RunDocument>;
  /** Takes the lease and runs to the next gate or the end. `signal` cancels: the process tree is ended first. */
  execute(
    runId: RunId,
    options?: { readonly signal?: AbortSignal; readonly onEvent?: (event: RunEvent) => void },
  ): Promise<RunReport>;
  /** The one place where a decision counts or does not. */
  decide(request: DecisionRequest): Promise<DecisionOutcome>;
  /** Cancels a waiting run, or asks the executing process to stop it. False when the run is over already. */
  cancel(runId: RunId, by?: string, origin?: Origin): Promise<boolean>;
  /** Says whether the lost step of an interrupted run runs again, or the run ends. Executes nothing. */
  recover(request: RecoveryRequest): Promise<RecoveryOutcome>;
  /** The interruption of a run: as it was noted, or as it would be noted now; undefined for a run that nobody lost. */
  findInterruption(run: RunDocument): Promise<Interruption | undefined>;
  /** What still runs of the lost step of an interrupted run. */
  findSurvivors(run: RunDocument): Survivors;
  /**
   * For how many ms somebody else is to be left to go on with a run that could; 0: whoever asks may execute it. Undefined for
   * a run that waits for a person, or is over. `gate` is the run's.
   */
  leftToOthers(run: RunDocument, gate: GateDocument | undefined): number | undefined;
  readRun(runId: RunId): Promise<RunDocument | undefined>;
  /** Runs, newest first, in pages. */
  listRuns(options?: { readonly after?: string; readonly limit?: number }): Promise<RunPage>;
  readGate(reference: GateReference): Promise<GateDocument | undefined>;
  /** Finished steps of a run, in the order in which they finished. */
  readSteps(runId: RunId): Promise<readonly StepDocument[]>;
  /** The pinned root definition of a run. */
  readDefinition(run: RunDocument): Promise<LoadedWorkflow>;
  /** Ids of runs that changed since a cursor; `reset` asks the caller to look at all its runs again. */
  changes(cursor?: string): Promise<{ readonly runIds: readonly RunId[] } & Pick<ChangePage, "cursor" | "reset">>;
}
