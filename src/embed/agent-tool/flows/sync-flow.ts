import type { Environment } from "../../../runtime/ports.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { systemClock } from "../../../runtime/system.ts";
import { isJsonObject, ownMember } from "../../../runtime/json.ts";
import { readRunStanding, readStanding, type RunStanding } from "../run-status.ts";
import type { FlowChange, FlowRecord, FlowStore } from "./flow-store.ts";
import { describeWait, gateOfWait } from "./flow-wait.ts";
import { changeAfter, flowAfter, settleFlow } from "./settle-flow.ts";

/** What flows are compared with. */
export interface FlowSurroundings {
  readonly flows: FlowStore;
  readonly runtime: Runtime;
  readonly environment: Environment;
}

/**
 * Brings a flow up to what has become of its run, which a person in chat or a command line may have decided. A flow that is
 * over, and one whose run is under way or was interrupted, is left as it is.
 */
export async function syncFlow(around: FlowSurroundings, flow: FlowRecord): Promise<FlowRecord> {
  const change = await findChange(around, flow);
  return change === undefined ? flow : flowAfter(await settleFlow(around.flows, flow, change), flow);
}

async function findChange(around: FlowSurroundings, flow: FlowRecord): Promise<FlowChange | undefined> {
  if (flow.endedAt !== null) return undefined;
  const standing = await findStanding(around, flow);
  if (standing === undefined) return (await isAbandoned(around, flow)) ? RESULT_LOST : undefined;
  if (standing.kind !== "settled") return undefined;
  const { envelope } = standing;
  return envelope.ok && isSameWait(flow, describeWait(envelope)) ? undefined : changeAfter(envelope, undefined);
}

async function findStanding(
  { runtime, environment }: FlowSurroundings,
  { status, runId, waitJson }: FlowRecord,
): Promise<RunStanding | undefined> {
  const gate = status === "waiting" ? gateOfWait(waitJson) : undefined;
  if (gate !== undefined) return await readStanding(runtime, gate, environment);
  return runId === null ? undefined : await readRunStanding(runtime, runId, environment);
}

function isSameWait({ waitJson }: FlowRecord, wait: ReturnType<typeof describeWait>): boolean {
  if (wait === undefined || !isJsonObject(waitJson)) return false;
  return ownMember(waitJson, "resumeToken") === ownMember(wait, "resumeToken");
}

const RESULT_LOST: FlowChange = {
  status: "failed",
  error: { type: "runtime_error", message: "The run is over and its result was lost; look at what its steps do" },
};

/** A run that ended is forgotten a moment before its flow says so; a flow that never does was left by a crash. */
const GRACE_MS = 500;

async function isAbandoned({ flows }: FlowSurroundings, { flowId, revision }: FlowRecord): Promise<boolean> {
  await systemClock.sleep(GRACE_MS);
  const again = await flows.get(flowId);
  return again?.revision === revision;
}
