import type { GateReference } from "../../runtime/runtime.ts";
import { systemClock } from "../../runtime/system.ts";
import type { StatusCall } from "./call.ts";
import { carryOut } from "./carry-out.ts";
import type { ToolReply } from "./reply.ts";
import { readStanding } from "./run-status.ts";
import { callError, toToolError } from "./tool-error.ts";
import type { ToolHost } from "./tool-host.ts";

/** How long the result of a run is waited for. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** In ms; default one hour. Afterwards the answer is how the run stands then. */
  readonly timeoutMs?: number;
}

const LIMITS = { timeoutMs: 20_000, maxBytes: 512_000 };
const DEFAULT_WAIT_MS = 3_600_000;
const POLL_MS = 500;

/**
 * Waits until somebody has decided a gate and its run has come to the next gate or its end, then answers as `status` does.
 * Rejects with the signal's reason.
 */
export async function awaitResult(
  host: ToolHost,
  gate: GateReference,
  { signal, timeoutMs = DEFAULT_WAIT_MS }: WaitOptions = {},
): Promise<ToolReply> {
  const until = systemClock.now() + timeoutMs;
  const status: StatusCall = { kind: "status", about: { gate }, limits: LIMITS };
  while (systemClock.now() < until && !(await isSettled(host, gate))) await systemClock.sleep(POLL_MS, signal);
  return await carryOut(host, status, signal);
}

async function isSettled(host: ToolHost, gate: GateReference): Promise<boolean> {
  const { runtime, watched } = host.open(LIMITS, undefined);
  try {
    const stopped = await runtime.readGate(gate);
    if (stopped === undefined) throw callError("there is no such gate to wait for");
    if (stopped.decision === undefined) return false;
    return (await readStanding(runtime, gate, host.environment)).kind !== "under_way";
  } catch (thrown) {
    throw toToolError(thrown);
  } finally {
    watched.close();
  }
}
