import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { sha256Hex, stableStringify } from "../stable-json.ts";
import type { PipelineStage } from "./grammar.ts";
import { decodeStages, encodeStages } from "./stored-stage.ts";

const FORMAT = "lobster.pipeline-definition.v1";

/** A pipeline's stages as they are pinned, and the digest that names them. */
export interface PinnedPipeline {
  readonly digest: string;
  readonly value: JsonObject;
}

/** The document that keeps the stages of a run. */
export function toPinnedPipeline(stages: readonly PipelineStage[]): PinnedPipeline {
  const value = { format: FORMAT, stages: encodeStages(stages) };
  return { digest: sha256Hex(stableStringify(value)), value };
}

/** The stages back. Throws `invalid_state` for anything but what was pinned under this digest. */
export function fromPinnedPipeline(value: JsonValue | undefined, digest: string): readonly PipelineStage[] {
  if (!isJsonObject(value) || ownMember(value, "format") !== FORMAT || sha256Hex(stableStringify(value)) !== digest) {
    throw new LobsterError("invalid_state", "The stored definition of this pipeline is missing or was changed");
  }
  return decodeStages(ownMember(value, "stages"));
}
