import { mayApprove } from "../../runtime/gate/may-approve.ts";
import type { Core } from "../core.ts";
import { hasOpened } from "../runs/run-records.ts";
import type { Actor } from "../request.ts";
import { plain, type RichText } from "../rich-text.ts";
import { decideGate, tellDecision } from "./decide-gate.ts";
import type { FoundGate } from "./find-gate.ts";

/**
 * Approves for somebody, from a button or typed, and answers them. Where the card could not show everything, an approve
 * counts only after this person opened the details of this very content (chat §3). `digest` is what they were shown.
 */
export async function approveGate(core: Core, actor: Actor, found: FoundGate, digest: string): Promise<RichText> {
  if (await mustOpenDetails(core, actor, found, digest)) return plain(core.voice.words.decisions.openDetailsFirst());
  const attempt = { actor, gate: found.gate, decision: { kind: "approve" }, digest } as const;
  return tellDecision(core, attempt, await decideGate(core, attempt));
}

/** Somebody the policy keeps out is told that instead; a card whose content is not known counts as incomplete. */
async function mustOpenDetails(core: Core, actor: Actor, found: FoundGate, digest: string): Promise<boolean> {
  const { gate } = found;
  const { person } = actor;
  if (gate.state !== "open" || !mayApprove(gate.policy, person) || (await isShownWhole(core, actor, found)))
    return false;
  const record = await core.records.get(gate.runId);
  return !hasOpened(record, { gateKey: gate.key, person: person.id, digest });
}

/** A card can be seen, and pressed, before the platform has answered that it was sent. */
async function isShownWhole(core: Core, { conversation }: Actor, { gate, card }: FoundGate): Promise<boolean> {
  if (card.shown !== undefined || card.state !== "sending") return card.shown?.complete === true;
  const sent = await core.messages.settle({ kind: "gate", gateKey: gate.key }, conversation);
  return sent?.shown?.complete === true;
}
