import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { findPolicyDamage, findVoteDamage } from "./decode-policy.ts";
import type { GateDocument, RunDocument, StepDocument } from "./documents.ts";

/** A stored run, checked for its format and the fields everything relies on. Throws `invalid_state`. */
export function decodeRun(value: JsonValue): RunDocument {
  const document = expectFormat(value, "lobster.run.v1", ["id", "name", "status", "definitionDigest", "cwd"]);
  expectList(document, "lobster.run.v1", "frames");
  expectList(document, "lobster.run.v1", "decisions");
  return document as unknown as RunDocument;
}

/** A stored step result. Throws `invalid_state`. */
export function decodeStep(value: JsonValue): StepDocument {
  const document = expectFormat(value, "lobster.step.v1", ["runId", "stepId"]);
  if (!isJsonObject(ownMember(document, "result"))) throw invalidState("lobster.step.v1", "result");
  return document as unknown as StepDocument;
}

/**
 * A stored checkpoint of ours, or undefined for another document under such a key (a peer's checkpoint, a marker). Throws
 * `invalid_state` for one of ours that lacks what a decision relies on: a gate is never decided on a guess.
 */
export function decodeGate(value: JsonValue): GateDocument | undefined {
  if (!isJsonObject(value) || ownMember(value, "format") !== "lobster.gate.v1") return undefined;
  const document = expectFormat(value, "lobster.gate.v1", ["key", "runId", "state", "stepId", "digest", "token"]);
  for (const name of ["request", "policy", "position"]) {
    if (!isJsonObject(ownMember(document, name))) throw invalidState("lobster.gate.v1", name);
  }
  expectList(document, "lobster.gate.v1", "frames");
  const votes = expectList(document, "lobster.gate.v1", "votes");
  const damage = findPolicyDamage(ownMember(document, "policy")) ?? findVoteDamage(votes);
  if (damage !== undefined) throw invalidState("lobster.gate.v1", damage);
  if (ownMember(document, "state") === "decided" && !isJsonObject(ownMember(document, "decision"))) {
    throw invalidState("lobster.gate.v1", "decision");
  }
  return document as unknown as GateDocument;
}

function expectFormat(value: JsonValue, format: string, texts: readonly string[]): JsonObject {
  if (!isJsonObject(value) || ownMember(value, "format") !== format) throw invalidState(format, "format");
  for (const name of texts) {
    if (typeof ownMember(value, name) !== "string") throw invalidState(format, name);
  }
  return value;
}

function expectList(document: JsonObject, format: string, name: string): readonly JsonValue[] {
  const value = ownMember(document, name);
  if (!Array.isArray(value)) throw invalidState(format, name);
  return value;
}

function invalidState(format: string, field: string): LobsterError {
  return new LobsterError(
    "invalid_state",
    `A stored ${format} document is damaged (field '${field}'); restore it from a backup or cancel the run`,
    { facts: { format, field } },
  );
}
