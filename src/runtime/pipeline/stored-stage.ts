import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import type { PipelineStage, StageArguments } from "./grammar.ts";

/** Parsed stages as plain JSON, the form that checkpoints hold. */
export function encodeStages(stages: readonly PipelineStage[]): JsonObject[] {
  return stages.map(({ name, args, raw }) => ({ name, args: { ...args }, raw }));
}

/** Stages from a checkpoint, the peer's included. Throws `invalid_state` for anything that is not a stage. */
export function decodeStages(value: JsonValue | undefined): PipelineStage[] {
  if (!Array.isArray(value)) throw invalidState("pipeline");
  return value.map(decodeStage);
}

function decodeStage(value: JsonValue): PipelineStage {
  if (!isJsonObject(value)) throw invalidState("pipeline");
  const name = ownMember(value, "name");
  const raw = ownMember(value, "raw") ?? "";
  if (typeof name !== "string" || typeof raw !== "string") throw invalidState("pipeline");
  return { name, args: decodeArguments(ownMember(value, "args") ?? {}), raw };
}

function decodeArguments(value: JsonValue): StageArguments {
  if (!isJsonObject(value)) throw invalidState("args");
  const words = ownMember(value, "_") ?? [];
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) throw invalidState("args");
  const args: { _: string[]; [option: string]: string | true | string[] } = Object.assign(Object.create(null), {
    _: [...words],
  });
  for (const [option, given] of Object.entries(value)) {
    if (option === "_") continue;
    if (typeof given !== "string" && given !== true) throw invalidState("args");
    args[option] = given;
  }
  return args;
}

function invalidState(field: string): LobsterError {
  return new LobsterError("invalid_state", "Invalid pipeline resume state", { facts: { field } });
}
