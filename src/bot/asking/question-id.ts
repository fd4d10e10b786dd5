import { createHash } from "node:crypto";
import type { GateDocument, GateKey, RunDocument } from "../../runtime/run/documents.ts";
import type { Conversation } from "../adapter.ts";
import { findOpenGate } from "../cards/run-view.ts";
import { listActiveRuns, readRunId } from "../commands/find-run.ts";
import type { SharedCore } from "../core.ts";

/** What a typed id of a question stands for. */
export type NamedQuestion =
  | { readonly kind: "found"; readonly gateKey: GateKey }
  /** A run's id alone does not say which of its questions is meant; `id` is that of the open one. */
  | { readonly kind: "ambiguous"; readonly id: string }
  | { readonly kind: "none" };

/** The short id of a question, 8 hex digits: another one for every question, so that an answer never reaches the next. */
export function questionIdOf({ key }: Pick<GateDocument, "key">): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

/**
 * The open question of this conversation that somebody names. A run's id stands for the run's first question only: an
 * answer to that one, sent twice, must not answer what is asked next.
 */
export async function findQuestion(
  core: SharedCore,
  typed: string,
  conversation: Conversation,
): Promise<NamedQuestion> {
  const wanted = typed.replace(/^#/, "").toLowerCase();
  const runId = readRunId(typed);
  for (const view of await listActiveRuns(core, conversation)) {
    const gate = findOpenGate(view);
    if (gate?.request.type !== "input_request") continue;
    const id = questionIdOf(gate);
    if (id === wanted) return { kind: "found", gateKey: gate.key };
    if (view.run.id !== runId) continue;
    return isFirstQuestion(view.run, gate) ? { kind: "found", gateKey: gate.key } : { kind: "ambiguous", id };
  }
  return { kind: "none" };
}

function isFirstQuestion({ decisions }: RunDocument, { key }: GateDocument): boolean {
  return decisions.every(({ kind, gate }) => kind !== "answer" || gate === key);
}
