import { isJsonObject, ownMember, type JsonObject } from "../../json.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { openAnswerCache } from "./answer-cache.ts";
import type { LlmRequest } from "./options.ts";

/** Answers that need no call: those of this run, then those on disk (stages-and-cli §12.8). */
export interface KnownAnswers {
  find(): Promise<readonly JsonObject[] | undefined>;
  remember(items: readonly JsonObject[]): Promise<void>;
}

/** Opens the answers known for one request. */
export function openKnownAnswers(request: LlmRequest, cacheKey: string, context: StageContext): KnownAnswers {
  const { command, refresh, useCache, stateKey } = request;
  const cache = useCache ? openAnswerCache(command, context) : null;
  const state = stateKey === undefined ? null : context.state;
  // Every call of a run has its own entry, so that two of them do not push each other out (fault F26).
  const stateName = `llm#${stateKey ?? ""}#${command}#${cacheKey}`;
  return {
    find: async () => {
      if (refresh) return undefined;
      const kept = readRecord(await state?.read(stateName), command, cacheKey);
      if (kept !== undefined) return kept.map((item) => asReplay(item, "run_state"));
      return (await cache?.read(cacheKey))?.map((item) => asReplay(item, "cache"));
    },
    remember: async (items) => {
      const storedAt = new Date(context.clock.now()).toISOString();
      await state?.write(stateName, { type: command, version: 1, cacheKey, items, storedAt });
      await cache?.write(cacheKey, items);
    },
  };
}

/** A record that is damaged or another call's counts as none. */
function readRecord(record: unknown, command: string, cacheKey: string): readonly JsonObject[] | undefined {
  if (!isJsonObject(record)) return undefined;
  if (ownMember(record, "type") !== command || ownMember(record, "cacheKey") !== cacheKey) return undefined;
  const items = ownMember(record, "items");
  return Array.isArray(items) && items.every(isJsonObject) ? items : undefined;
}

function asReplay(item: JsonObject, source: "run_state" | "cache"): JsonObject {
  return { ...item, source, cached: true, replayed: true };
}
