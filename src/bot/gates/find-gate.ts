import type { GateDocument, GateKey } from "../../runtime/run/documents.ts";
import type { Conversation } from "../adapter.ts";
import { findGate, type RunView } from "../cards/run-view.ts";
import type { Core } from "../core.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { readRunView } from "../runs/read-view.ts";

/** A gate somebody acts on, with its run, and its card in the conversation where they act. */
export interface FoundGate {
  readonly kind: "found";
  readonly view: RunView;
  readonly gate: GateDocument;
  readonly card: Delivery;
}

/** Why a gate cannot be acted on from here. */
export type GateNotHere = { readonly kind: "gone" } | { readonly kind: "not_posted_here" };

/**
 * Finds a gate for somebody who acts in `conversation`. Only a conversation where its card was posted (or may have been,
 * when that is unknown) counts: elsewhere nobody could see what is decided, or who may see it (chat §4).
 */
export async function findGateIn(
  core: Core,
  gateKey: GateKey,
  conversation: Conversation,
): Promise<FoundGate | GateNotHere> {
  const gate = await core.runtime.readGate({ gateKey });
  if (gate === undefined) return { kind: "gone" };
  const purpose = gate.request.type === "approval_request" ? "gate" : "question";
  const card = await core.messages.find({ kind: purpose, gateKey }, conversation);
  if (card === undefined) return { kind: "not_posted_here" };
  const view = await readRunView(core.runtime, gate.runId, core.queue.positionOf(gate.runId));
  const current = view === undefined ? undefined : findGate(view, gateKey);
  if (view === undefined || current === undefined) return { kind: "gone" };
  return { kind: "found", view, gate: current, card };
}

/** The words for a gate that cannot be acted on from here. */
export function sayNotHere(core: Pick<Core, "voice">, { kind }: GateNotHere): string {
  const { decisions } = core.voice.words;
  return kind === "gone" ? decisions.gateGone() : decisions.wrongConversation();
}
