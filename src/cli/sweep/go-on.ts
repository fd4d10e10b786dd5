import type { Envelope } from "../../runtime/envelope.ts";
import type { Swept } from "../../runtime/gate/sweep.ts";
import type { GateKey, RunId } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { executeToEnvelope } from "../../runtime/tool.ts";
import type { LeftRun } from "../pending/find-left.ts";
import type { CliWorld } from "../world.ts";

/** What became of a gate that was due, or that somebody had opened, and of its run. */
export interface GoneOn {
  /** Where: the gate, or for a retry the run and the step that runs again. */
  readonly gate: { readonly key?: GateKey; readonly runId: RunId; readonly stepId?: string };
  readonly became: "expired" | "approved" | "went on" | "waiting" | "failed";
  /** For `waiting`: voters who may not approve any more, and how many people are needed again. */
  readonly dropped?: readonly string[];
  readonly remaining?: number;
  /** What the run came to afterwards; absent where it did not go on here. */
  readonly envelope?: Envelope;
  /** Why it could not be decided. */
  readonly message?: string;
  readonly isFailure: boolean;
}

/** Executes what follows an opened gate. A run that is decided in chat goes on where its bot is. */
export async function goOn(
  runtime: Runtime,
  swept: Swept,
  { world, signal }: { readonly world: CliWorld; readonly signal: AbortSignal },
): Promise<GoneOn> {
  const { gate } = swept;
  if (swept.kind === "failed") return { gate, became: "failed", message: swept.error.message, isFailure: true };
  if (swept.kind === "unsettled") {
    return { gate, became: "waiting", dropped: swept.dropped, remaining: swept.remaining, isFailure: false };
  }
  if (swept.decision.kind === "expire") return { gate, became: "expired", isFailure: false };
  if (swept.run.decideVia === "chat" || signal.aborted) return { gate, became: "approved", isFailure: false };
  const { environment } = world;
  const envelope = await executeToEnvelope(runtime, gate.runId, { environment, signal });
  return { gate, became: "approved", envelope, isFailure: !envelope.ok };
}

/** Executes what is left of a run that somebody had go on who did not live to see to it. */
export async function goOnLeft(
  runtime: Runtime,
  { run, gate }: LeftRun,
  { world, signal }: { readonly world: CliWorld; readonly signal: AbortSignal },
): Promise<GoneOn> {
  const envelope = await executeToEnvelope(runtime, run.id, { environment: world.environment, signal });
  const stepId = run.recoveries?.at(-1)?.interruption.lost?.stepId;
  const place = gate ?? { runId: run.id, ...(stepId === undefined ? {} : { stepId }) };
  return { gate: place, became: "went on", envelope, isFailure: !envelope.ok };
}
