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
async function mustOpenDetails(core: Core, { person }: Actor, found: FoundGate, digest: string): Promise<boolean> {
  const { gate, card } = found;
  if (gate.state !== "open" || card.shown?.complete === true || !mayApprove(gate.policy, person)) return false;
  const record = await core.records.get(gate.runId);
  return !hasOpened(record, { gateKey: gate.key, person: person.id, digest });
}
