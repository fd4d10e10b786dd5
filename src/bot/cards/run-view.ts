import type { GateDocument, GateKey, RunDocument, StepDocument } from "../../runtime/run/documents.ts";
import type { InterruptionFacts } from "../recovery/describe-interruption.ts";
import type { Redact } from "../text/redaction.ts";
import type { Wording } from "../wording/wording.ts";

/** Everything a card is drawn from. Cards are a pure function of this, so that a restart draws the same ones. */
export interface RunView {
  readonly run: RunDocument;
  /** Finished steps in the order in which they finished. */
  readonly steps: readonly StepDocument[];
  /** Ids of the top-level steps in order; empty for a pipeline. */
  readonly stepIds: readonly string[];
  /** The gates of this run in the order in which they opened; decided ones first, the open one last. */
  readonly gates: readonly GateDocument[];
  /** What is known beside the documents while the run is interrupted. */
  readonly interruption?: InterruptionFacts;
  /** Runs that go before this one while it waits for its turn; absent when it does not wait. */
  readonly queuedBehind?: number;
}

/** How things are said: the language and the names of people. */
export interface Voice {
  readonly words: Wording;
  /** The name of a person; an id that is nobody's stands for itself. */
  readonly nameOf: (personId: string) => string;
  /**
   * The groups a person is in now; undefined for somebody the bot does not know (any more), or whose account this is not
   * (any more).
   */
  readonly groupsOf: (personId: string, account?: string) => readonly string[] | undefined;
  /** Takes secrets out of a text; text of a run goes through it piece by piece, before anything is laid out. */
  readonly redact: Redact;
}

/** Where a gate stands in the life of its run. */
export type GateStage =
  | "open"
  | "recorded" // decided, not yet taken up
  | "running" // the run goes on from this gate
  | "interrupted" // its process died behind this gate; a person says what becomes of it
  | "passed" // the run went on and stands at a later gate
  | "over"; // the run has ended; its outcome says how

/** Tells where a gate stands. A gate that was decided last is the one whose card shows how the run goes on. */
export function findGateStage(view: RunView, gate: GateDocument): GateStage {
  const { run } = view;
  if (gate.state === "open" && run.status !== "over") return "open";
  if (findLastGate(view)?.key !== gate.key) return "passed";
  if (run.status === "over" || run.status === "interrupted") return run.status;
  return run.status === "running" ? "running" : "recorded";
}

/** The gate that opened last, or undefined before the first one. */
export function findLastGate(view: RunView): GateDocument | undefined {
  return view.gates.at(-1);
}

/** The gate people are waited for, or undefined. */
export function findOpenGate({ run, gates }: RunView): GateDocument | undefined {
  if (run.status === "over" || run.gate === undefined) return undefined;
  return gates.find((gate) => gate.key === run.gate && gate.state === "open");
}

/** The gate with a key. */
export function findGate(view: RunView, key: GateKey): GateDocument | undefined {
  return view.gates.find((gate) => gate.key === key);
}
