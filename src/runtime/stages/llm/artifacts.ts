import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import { sha256Hex, stableStringify } from "../../stable-json.ts";

/** What a model gets to look at, each with a SHA-256 (hex) of its stable JSON. */
export interface Artifacts {
  readonly artifacts: readonly JsonObject[];
  readonly artifactHashes: readonly string[];
}

/** Makes artifacts of pipeline items and given values (stages-and-cli §12.3). Throws for a member of the wrong type. */
export function composeArtifacts(command: string, values: readonly JsonValue[]): Artifacts {
  const artifacts = values.map(toArtifact);
  for (const [index, artifact] of artifacts.entries()) assertTyped(command, index, artifact);
  return { artifacts, artifactHashes: artifacts.map((artifact) => sha256Hex(stableStringify(artifact))) };
}

function toArtifact(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  if (value === null || typeof value === "object") return { kind: "json", data: value };
  return { kind: "text", text: String(value) };
}

const TEXT_MEMBERS = ["kind", "role", "name", "mimeType", "text", "uri"] as const;

function assertTyped(command: string, index: number, artifact: JsonObject): void {
  for (const member of TEXT_MEMBERS) {
    const value = ownMember(artifact, member);
    if (value === undefined || typeof value === "string") continue;
    throw usageError(`${command} payload invalid: data/artifacts/${index}/${member} must be string`);
  }
}
