import { toJson } from "../../embed/plain-json.ts";
import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, type JsonObject } from "../../runtime/json.ts";
import type { HaltedPipeline } from "../../runtime/pipeline/outcome.ts";
import { systemClock, systemIds } from "../../runtime/system.ts";
import { gateResult, type LobsterResult } from "../result.ts";
import type { SdkHost } from "../sdk-host.ts";
import { encodeOpenGate } from "./gate-document.ts";
import { encodeSdkToken } from "./gate-token.ts";
import { composeJudgedGate } from "./judged-gate.ts";
import { describeNeed } from "./needed.ts";

/** A gate that was stored, and how to take it back before anybody was told of it. */
export interface StoredGate {
  readonly result: LobsterResult;
  withdraw(): Promise<void>;
}

/** Stores a workflow that stopped, as JSON whatever its items were, and describes what it waits for. */
export async function storeGate(host: SdkHost, outcome: HaltedPipeline, stageCount: number): Promise<StoredGate> {
  const { store } = host;
  const continuation = toJsonObject(outcome);
  const key = `sdk_resume_${systemIds.uuid()}`;
  const openedAt = systemClock.now();
  const gate = composeJudgedGate(host, { key, outcome, continuation, openedAt });
  const document = encodeOpenGate(
    { continuation, stageCount, ...(gate === undefined ? {} : { gate }) },
    new Date(openedAt).toISOString(),
  );
  const written = await store.create(key, document, { survive: "machine" });
  if (written.kind === "conflict") throw new LobsterError("store_unavailable", `${key} exists already; run again`);
  return {
    result: gateResult(describeNeed(gate?.request ?? outcome.request, encodeSdkToken(key), gate)),
    withdraw: async () => void (await store.remove(key, written.version)),
  };
}

function toJsonObject(outcome: HaltedPipeline): JsonObject {
  const continuation = toJson(outcome.continuation, "What the workflow goes on with");
  if (isJsonObject(continuation)) return continuation;
  throw new LobsterError("internal", "a continuation came out malformed; report this");
}
