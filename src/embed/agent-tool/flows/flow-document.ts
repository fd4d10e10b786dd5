import { LobsterError } from "../../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";
import type { FlowRecord, FlowStatus } from "./flow-store.ts";

const FORMAT = "lobster.flow.v1";

/** A flow as the store keeps it. */
export function encodeFlow(flow: FlowRecord): JsonObject {
  return { format: FORMAT, ...flow };
}

/** A flow from the store. Throws `invalid_state` for anything else. */
export function decodeFlow(key: string, value: JsonValue): FlowRecord {
  if (!isJsonObject(value) || ownMember(value, "format") !== FORMAT) throw invalid(key);
  const text = (name: string): string => {
    const member = ownMember(value, name);
    if (typeof member !== "string") throw invalid(key);
    return member;
  };
  const textOrNull = (name: string): string | null => ((ownMember(value, name) ?? null) === null ? null : text(name));
  const revision = ownMember(value, "revision");
  if (typeof revision !== "number") throw invalid(key);
  return {
    flowId: text("flowId"),
    revision,
    controllerId: text("controllerId"),
    goal: text("goal"),
    status: decodeStatus(key, text("status")),
    currentStep: text("currentStep"),
    stateJson: ownMember(value, "stateJson") ?? null,
    waitJson: ownMember(value, "waitJson") ?? null,
    runId: textOrNull("runId"),
    error: decodeError(ownMember(value, "error") ?? null),
    createdAt: text("createdAt"),
    updatedAt: text("updatedAt"),
    endedAt: textOrNull("endedAt"),
  };
}

const STATUSES: readonly FlowStatus[] = ["running", "waiting", "succeeded", "failed", "cancelled"];

function decodeStatus(key: string, text: string): FlowStatus {
  const status = STATUSES.find((candidate) => candidate === text);
  if (status === undefined) throw invalid(key);
  return status;
}

function decodeError(value: JsonValue): FlowRecord["error"] {
  if (!isJsonObject(value)) return null;
  const [type, message] = [ownMember(value, "type"), ownMember(value, "message")];
  return typeof type === "string" && typeof message === "string" ? { type, message } : null;
}

function invalid(key: string): LobsterError {
  return new LobsterError("invalid_state", `The stored flow ${key} cannot be read; remove it or restore it`);
}
