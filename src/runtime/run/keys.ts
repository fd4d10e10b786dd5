import type { JsonValue } from "../json.ts";
import type { RunId } from "./documents.ts";

/** Where a run is stored. Keys are lower case; run ids are shown in upper case. */
export function runKey(runId: RunId): string {
  return `run_${runId.toLowerCase()}`;
}

/** Where the result of the `n`-th finished step of a run is stored (n from 1). */
export function stepKey(runId: RunId, n: number): string {
  return `step_${runId.toLowerCase()}_${String(n).padStart(6, "0")}`;
}

/** Where a pinned definition is stored. */
export function definitionKey(digest: string): string {
  return `definition_${digest}`;
}

/** A typed document as the plain JSON the store takes. Documents hold nothing but JSON. */
export function encodeDocument(document: object): JsonValue {
  return document as JsonValue;
}
