import type { CannedAnswer, ReceivedRequest } from "./canned-server.ts";

/** A number of the specification: a fault of the peer (F, W), or our decision about it. */
export type DecisionNumber = `${"F" | "W"}${number}`;

/**
 * One case of the corpus: what to run and what to decide, as data. Both engines carry it out, each in a folder and with a
 * server of its own. `<dir>` and `<server>` stand for them in every text.
 */
export interface CorpusCase {
  /** Unique in its topic. */
  readonly name: string;
  readonly pipeline?: string;
  /** Items for the pipeline: its first stage becomes one that reads them from `items.json`. */
  readonly items?: unknown;
  /** Text of a workflow file, instead of a pipeline. */
  readonly workflow?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Further files by relative path; those under `bin/` can be executed. */
  readonly files?: Readonly<Record<string, string>>;
  /** Added to the environment of every call. */
  readonly env?: Readonly<Record<string, string>>;
  /** What a server on loopback answers, in order; the last answer is repeated. */
  readonly server?: readonly CannedAnswer[];
  /** True where a stage words its own prompt for a model: that text is not compared. */
  readonly ownPrompt?: true;
  /** What is decided after the run, in order. */
  readonly decisions?: readonly CorpusDecision[];
  /** Files whose text at the end is compared. */
  readonly watch?: readonly string[];
  /** Where this package answers otherwise on purpose. Without it both must agree. */
  readonly differs?: Difference;
}

/** One call that resumes a run; empty for a call that decides nothing. */
export interface CorpusDecision {
  readonly approve?: boolean;
  readonly answer?: unknown;
  readonly cancel?: true;
  /** How the gate is named; default by token. */
  readonly by?: "token" | "id";
  /** Which call opened the gate (0 is the run); default the latest that opened one. */
  readonly of?: number;
  /** A token, or an approval id, as it stands here, instead of the gate's. */
  readonly literal?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Directory of the call; default the case's folder. */
  readonly cwd?: string;
  /** Files written before the call. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A difference on purpose, with the decision it belongs to. */
export interface Difference {
  readonly because: DecisionNumber;
  readonly why: string;
  /** Our answer; only what differs from the peer's. */
  readonly ours: Partial<CorpusObservation>;
}

/** What could be observed of a case. Tokens, ids, uuids, folder, server and times of today are masked. */
export interface CorpusObservation {
  /** One envelope a call. */
  readonly replies: readonly unknown[];
  /** What the renderers made. */
  readonly printed: string;
  readonly stderr: string;
  readonly files: Readonly<Record<string, string | null>>;
  /** What the server got. */
  readonly received: readonly ReceivedRequest[];
}

/** A difference in the replies alone: our envelopes, one a call. */
export function differs(because: DecisionNumber, why: string, ...replies: readonly object[]): Difference {
  return { because, why, ours: { replies } };
}

/** Adds the differences to the cases they are named after. Throws for a name that no case has. */
export function markDifferences(
  cases: readonly CorpusCase[],
  differences: Readonly<Record<string, Difference>>,
): readonly CorpusCase[] {
  const names = new Set(cases.map(({ name }) => name));
  const stray = Object.keys(differences).find((name) => !names.has(name));
  if (stray !== undefined) throw new Error(`no case is called '${stray}'`);
  return cases.map((given) => {
    const difference = Object.hasOwn(differences, given.name) ? differences[given.name] : undefined;
    return difference === undefined ? given : { ...given, differs: difference };
  });
}

/** The envelope of a run that ended with these items. */
export function ended(...output: readonly unknown[]): object {
  return { protocolVersion: 1, ok: true, status: "ok", output, requiresApproval: null, requiresInput: null };
}

/** The envelope of a run that was denied or cancelled. */
export function cancelled(): object {
  return { ...ended(), status: "cancelled" };
}

/** The envelope of a run that failed. */
export function failed(message: string): object {
  return { protocolVersion: 1, ok: false, error: { type: "runtime_error", message } };
}

/** The envelope of a request that was refused. */
export function refused(message: string): object {
  return { protocolVersion: 1, ok: false, error: { type: "parse_error", message } };
}

/** The envelope of a run that stops for approval. */
export function stopped(request: { readonly prompt: string; readonly [name: string]: unknown }): object {
  const requiresApproval = {
    type: "approval_request",
    items: [],
    ...request,
    resumeToken: "<token>",
    approvalId: "<id>",
  };
  return { ...ended(), status: "needs_approval", requiresApproval };
}

/** The envelope of a run that asks. */
export function asking(request: { readonly prompt: string; readonly [name: string]: unknown }): object {
  return {
    ...ended(),
    status: "needs_input",
    requiresInput: { type: "input_request", ...request, resumeToken: "<token>" },
  };
}
