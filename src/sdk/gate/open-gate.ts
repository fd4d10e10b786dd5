import { toJson } from "../../embed/plain-json.ts";
import { isJsonObject } from "../../runtime/json.ts";
import type { HaltedPipeline } from "../../runtime/pipeline/outcome.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../../runtime/system.ts";
import { LobsterError } from "../../runtime/errors.ts";
import { gateResult, type ApprovalNeeded, type InputNeeded, type LobsterResult } from "../result.ts";
import { encodeOpenGate } from "./gate-document.ts";
import { encodeSdkToken } from "./gate-token.ts";

/** A gate that was stored, and how to take it back before anybody was told of it. */
export interface StoredGate {
  readonly result: LobsterResult;
  withdraw(): Promise<void>;
}

/** Stores a workflow that stopped, as JSON whatever its items were, and describes what it waits for. */
export async function storeGate(store: StateStore, outcome: HaltedPipeline, stageCount: number): Promise<StoredGate> {
  const continuation = toJson(outcome.continuation, "What the workflow goes on with");
  if (!isJsonObject(continuation)) throw new LobsterError("internal", "a continuation came out malformed; report this");
  const key = `sdk_resume_${systemIds.uuid()}`;
  const document = encodeOpenGate({ continuation, stageCount }, new Date(systemClock.now()).toISOString());
  const written = await store.create(key, document, { survive: "machine" });
  if (written.kind === "conflict") throw new LobsterError("store_unavailable", `${key} exists already; run again`);
  return {
    result: gateResult(describeNeed(outcome, encodeSdkToken(key))),
    withdraw: async () => void (await store.remove(key, written.version)),
  };
}

function describeNeed({ request }: HaltedPipeline, resumeToken: string): ApprovalNeeded | InputNeeded {
  const { prompt } = request;
  if (request.type === "approval_request") {
    const { items, preview } = request;
    return { prompt, items, ...(preview !== undefined && { preview }), resumeToken };
  }
  const { responseSchema, defaults, subject } = request;
  return {
    prompt,
    responseSchema,
    ...(defaults !== undefined && { defaults }),
    ...(subject !== undefined && { subject }),
    resumeToken,
  };
}
