import type { GateReason } from "../approvers/policy-fields.ts";
import type { ApproverRule } from "../approvers/rule.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { StepResult } from "../workflow/step-result.ts";
import type { GateRetry, Interruption, RecoveryDecision, Resumption } from "./recovery-documents.ts";

/** A run id: 8 characters of Crockford base32, upper case. */
export type RunId = string & { readonly __brand: "RunId" };

/** The key of a checkpoint: `workflow_resume_<uuid>` or `pipeline_resume_<uuid>`. */
export type GateKey = string & { readonly __brand: "GateKey" };

/**
 * Where a run is. `waiting` means at a gate; `interrupted` means that its process died in a step, and a person says whether
 * that step runs again; a run that is over has an {@link RunOutcome}.
 */
export type RunStatus = "queued" | "running" | "waiting" | "interrupted" | "over";

/** How a run ended. The names are the ones people are told (promise 7); nothing else is ever used for them. */
export interface RunOutcome {
  readonly kind: "finished" | "failed" | "denied" | "expired" | "cancelled" | "interrupted";
  /** ISO time. */
  readonly at: string;
  readonly by?: string;
  readonly reason?: string;
  /** For a run that was cancelled while it executed or waited for its turn: where from. */
  readonly origin?: Origin;
  /** For `failed` and `interrupted`: the step, what it said, and its exit code where it had one. */
  readonly stepId?: string;
  readonly message?: string;
  readonly exitCode?: number;
  /** The last lines of the failed step's stderr, redacted; at most 4,000 characters. */
  readonly stderrTail?: string;
  /** The output items of a finished run. */
  readonly output?: readonly JsonValue[];
}

/** One level of a run's cursor: a definition and the step it stands at, found by id, never by position. */
export interface Frame {
  readonly definitionDigest: string;
  readonly stepId: string;
  /** 1-based attempt of that step. */
  readonly attempt: number;
  /** Inside `for_each`: the 0-based item. */
  readonly loopItem?: number;
}

/** Who may execute a run just now. `until` is an ISO time; the owner renews it while it executes. */
export interface Lease {
  readonly owner: string;
  readonly until: string;
  /** The same on the machine's own count of time, in ms since its boot, which nobody can set; only for `place`. */
  readonly untilUptimeMs?: number;
  /** Where the process id in `owner` means something: boot and process namespace. */
  readonly place?: string;
}

/** A process that wrote something, so that its death is recognised. */
export interface ProcessMark {
  readonly host: string;
  readonly pid: number;
  /** Start time of `pid` as the system tells it, so that a reused pid is recognised; absent where it cannot be read. */
  readonly pidStart?: string;
  /** Where `pid` means something: boot and process namespace. */
  readonly place?: string;
}

/** A process group that a step started, named by its leader. */
export type ChildProcess = Pick<ProcessMark, "pid" | "pidStart">;

/** The step whose effect is unknown if the process dies now. */
export interface InFlight extends ProcessMark {
  readonly stepId: string;
  /** Ids of the enclosing `workflow:` steps, outermost first. */
  readonly path: readonly string[];
  readonly attempt: number;
  readonly startedAt: string;
  /** The execution it belongs to: step results with the same mark were written by it. */
  readonly execution?: string;
  /** Stands in the environment of what the step starts. Earlier versions marked executions and told no steps apart. */
  readonly stepMark?: string;
  /** What it started and what still ran when that was written last: it may outlive the process that started it. */
  readonly children?: readonly ChildProcess[];
}

/**
 * Where a request came from, as its front end names it. The runtime keeps it for the record and looks into none of it.
 */
export interface Origin {
  readonly via?: "chat" | "cli" | "api";
  /** The platform's account that acted, such as `telegram:111111111`. */
  readonly account?: string;
  /** Key of the conversation, such as `telegram:-1001234567890/17`. */
  readonly conversation?: string;
  /** The platform's id of the message that was acted on: a card that was pressed, a message that was replied to. */
  readonly message?: string;
}

/** A decision that counted, as kept in the tombstone and in the run. */
export interface RecordedDecision {
  /** Random id of the decision; also the claim id, so that a caller whose reply was lost can see whether it won. */
  readonly id: string;
  readonly kind: "approve" | "deny" | "answer" | "cancel" | "expire";
  /** The person, or absent for an anonymous decision (only a deny or a cancel on an unrestricted front end). */
  readonly by?: string;
  readonly account?: string;
  readonly reason?: string;
  readonly at: string;
  readonly gate: GateKey;
  readonly stepId: string;
  readonly approvalId?: string;
  readonly digest: string;
  /** The votes that came together, in the order in which they came; absent where nobody said who they are. */
  readonly approvals?: readonly Pick<Vote, "by" | "at" | "reason">[];
  /** True when `--as-operator` overrode `decideVia: chat`. Shown on the card. */
  readonly asOperator?: true;
  /** Where it was made, beyond the account. Absent in documents of earlier versions. */
  readonly origin?: Origin;
  /** Who was about to go on with the run, so that a run whose decider died is taken up at once. */
  readonly process?: ProcessMark;
}

/** `run_<id>`: the state of one run, owned by the runtime. Step results are documents of their own. */
export interface RunDocument {
  readonly format: "lobster.run.v1";
  readonly id: RunId;
  readonly kind: "workflow" | "pipeline";
  /** The workflow's name: its file name without extension; for a pipeline, its first stage. */
  readonly name: string;
  /** Absolute path of the workflow file at start; absent for a pipeline. */
  readonly filePath?: string;
  /** Key of the pinned root definition is `definition_<digest>`; for pipelines the digest of the parsed pipeline. */
  readonly definitionDigest: string;
  readonly args: JsonObject;
  readonly cwd: string;
  readonly startedBy?: string;
  /** Where it was started. Absent in documents of earlier versions. */
  readonly startedFrom?: Origin;
  /** What the host of the start said about every gate of the run; whoever resumes it cannot change it. */
  readonly hostPolicy: Pick<GatePolicy, "requiredApprover" | "requireDifferentApprover">;
  readonly startedAt: string;
  readonly status: RunStatus;
  readonly frames: readonly Frame[];
  /** How many `step_<id>_<n>` documents exist (n from 1). */
  readonly stepCount: number;
  /** The open gate while `status` is `waiting`. */
  readonly gate?: GateKey;
  readonly limits: { readonly timeoutMs: number | null; readonly maxOutputBytes: number };
  /** How long gates of this run can be opened, in ms; absent: for ever. */
  readonly gateExpiresInMs?: number;
  /** Executing time used so far; waiting at a gate costs nothing. */
  readonly executedMs: number;
  readonly cost?: JsonObject;
  readonly lease?: Lease;
  readonly inFlight?: InFlight;
  /** Set while `status` is `interrupted`. */
  readonly interruption?: Interruption;
  /** What people decided about earlier interruptions, oldest first. */
  readonly recoveries?: readonly RecoveryDecision[];
  /** Where a retry that asks nobody goes on; gone as soon as its step has begun. */
  readonly again?: Resumption;
  /** The process that started it, which was about to execute it. */
  readonly startedIn?: ProcessMark;
  readonly decisions: readonly RecordedDecision[];
  /** Set when somebody asked to cancel while the run was executing. */
  readonly cancelRequested?: { readonly by?: string; readonly at: string; readonly origin?: Origin };
  /** Conversations to be told, as conversation keys of the chat front end. */
  readonly announce: readonly string[];
  /** `chat`: approve and answer only through the bot (or `--as-operator`). */
  readonly decideVia: "any" | "chat";
  readonly warnings: readonly string[];
  readonly outcome?: RunOutcome;
}

/** `step_<runId>_<n>`: the result of one finished step, with the ids of its enclosing `workflow:` steps. */
export interface StepDocument {
  readonly format: "lobster.step.v1";
  readonly runId: RunId;
  readonly path: readonly string[];
  readonly stepId: string;
  readonly result: StepResult;
  /** False for skipped and failed-but-continued steps: they do not decide the run's output. */
  readonly completed: boolean;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly attempts: number;
  /** The execution that wrote it, see {@link InFlight.execution}. */
  readonly execution?: string;
}

/**
 * The policy of a gate, pinned when it opens. Fields that later rules need are added, never reinterpreted. `approvers`,
 * `require` and `quorum` are one rule, in which `requiredApprover` is one more slot; every rule of `also` has to hold beside.
 */
export interface GatePolicy extends ApproverRule {
  /** The initiator named by the file, else by the host: what the envelope's `initiatedBy` shows. */
  readonly initiatedBy?: string;
  /** An initiator that only a step's output named: excluded too, but it never makes the starter "known". */
  readonly claimedInitiator?: string;
  /** Who began the run, as recorded by the host. Counts even where the file names another initiator (promise 4). */
  readonly startedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover?: true;
  /** Rules that host or step output added and that the file's own rule could not take in. */
  readonly also?: readonly ApproverRule[];
  /** Absent: an approve may carry a reason. */
  readonly reason?: Exclude<GateReason, "optional">;
  /** What an approver must type, filled in. */
  readonly confirm?: string;
  /** What file or step output say about the time to decide, ms, null for ever; the gate's `expiresAt` is what counts. */
  readonly expiresInMs?: number | null;
  /** Time before expiry at which people are reminded, ms: for the front end. */
  readonly remindBeforeMs?: number;
  /** Time after the last vote in which it can still be withdrawn, ms. */
  readonly holdMs?: number;
  /** Input gates: person ids, `group:<name>` and `starter`; absent: anyone may answer. */
  readonly answerBy?: readonly string[];
}

/** What an approval gate shows. `items` and `preview` are uncut here; the envelope's `preview` is Lobster's short form. */
export interface ApprovalRequest {
  readonly type: "approval_request";
  readonly prompt: string;
  readonly items: readonly JsonValue[];
  readonly preview?: string;
}

/** What an input gate asks. `subject` is uncut; absent when a reference to a missing field gave it. */
export interface InputRequest {
  readonly type: "input_request";
  readonly prompt: string;
  readonly responseSchema: JsonObject;
  readonly defaults?: JsonValue;
  readonly subject?: JsonValue;
}

/** One person's approve. */
export interface Vote {
  readonly by: string;
  /** The groups they were in when they voted. */
  readonly groups: readonly string[];
  readonly account?: string;
  readonly digest: string;
  readonly reason?: string;
  readonly at: string;
  readonly asOperator?: true;
  /** Where it was given. */
  readonly origin?: Origin;
}

/** A vote that counts no more. */
export interface RemovedVote {
  readonly by: string;
  /** When it was given. */
  readonly votedAt: string;
  /** When it was removed. */
  readonly at: string;
  /**
   * `unqualified`: the host's directory said at the last vote that this person may not approve any more; `reopened`: what
   * the votes had opened could not start, so that everybody is asked again.
   */
  readonly because: "withdrawn" | "unqualified" | "reopened";
  /** The rest of the vote as it was. Absent in documents of earlier versions. */
  readonly vote?: Pick<Vote, "account" | "digest" | "reason" | "asOperator" | "origin">;
  /** Where it was withdrawn. */
  readonly account?: string;
  readonly origin?: Origin;
}

/**
 * A checkpoint: the stored state of a stopped run. `open` until a decision; then a tombstone that remembers the
 * decision, kept 90 days.
 */
export interface GateDocument {
  readonly format: "lobster.gate.v1";
  readonly key: GateKey;
  readonly runId: RunId;
  readonly state: "open" | "decided";
  readonly stepId: string;
  /** 1-based position of the gate's step and the number of steps, for "step N of M". */
  readonly position: { readonly step: number; readonly of: number };
  readonly frames: readonly Frame[];
  readonly request: ApprovalRequest | InputRequest;
  /** What the gate's own step produced before it stopped; the approval is added to it. */
  readonly result?: StepResult;
  readonly policy: GatePolicy;
  /** SHA-256 (hex) of the stable JSON of definition, args, results so far, gate id, prompt, uncut items and preview, policy. */
  readonly digest: string;
  /** 8 lower-case hex digits; approval gates only. */
  readonly approvalId?: string;
  readonly token: string;
  readonly createdAt: string;
  /** ISO time or null for never. */
  readonly expiresAt: string | null;
  /** ISO time from the last vote on until which a voter can withdraw: the votes are complete. Null: no hold is on. */
  readonly holdUntil: string | null;
  readonly votes: readonly Vote[];
  /** The latest votes that were removed, oldest first; at most 20. */
  readonly removedVotes?: readonly RemovedVote[];
  readonly supersedes: readonly GateKey[];
  /** How a pipeline goes on: the stages and what the stopped one needs to be run again. */
  readonly continuation?: JsonObject;
  /** Present on a gate that asks again because the run was interrupted behind it: what an approve lets run. */
  readonly retry?: GateRetry;
  readonly decision?: RecordedDecision;
  /** The answer of an input gate, once given. */
  readonly response?: { readonly value: JsonValue };
}
