import { mayApprove } from "../../runtime/gate/may-approve.ts";
import type { DecisionOutcome } from "../../runtime/runtime.ts";
import type { Core } from "../core.ts";
import type { Actor } from "../request.ts";
import { plain, type RichText } from "../text/rich-text.ts";
import { hasOpened } from "../runs/run-records.ts";
import { decideGate, tellDecision } from "./decide-gate.ts";
import type { FoundGate } from "./find-gate.ts";

/** Somebody's wish to approve. `digest` is what they were shown. */
export interface Approval {
  readonly actor: Actor;
  readonly found: FoundGate;
  readonly digest: string;
  readonly reason?: string;
  /** What they typed where the gate wants a text typed. */
  readonly confirm?: string;
}

/**
 * What an approve came to, in words. `isOver`: asking the person for more leads nowhere. `lacks`: what it takes beside, and
 * did not come along or did not fit; nothing was decided.
 */
export type Approved =
  | { readonly kind: "told"; readonly body: RichText }
  | { readonly kind: "lacks"; readonly what: "reason" | "confirm"; readonly body: RichText };

/**
 * Approves for somebody, from a button, a form, a reply or typed, and answers them. Where the card could not show everything,
 * an approve counts only after this person opened the details of this very content (chat §3). Whatever it takes beside the
 * right person is the runtime's to say.
 */
export async function approveGate(core: Core, approval: Approval): Promise<Approved> {
  const { actor, found, digest, reason, confirm } = approval;
  if (await mustOpenDetails(core, approval)) {
    return { kind: "told", body: plain(core.voice.words.decisions.openDetailsFirst()) };
  }
  const attempt = {
    actor,
    gate: found.gate,
    decision: { kind: "approve" },
    digest,
    ...(reason === undefined || reason.trim() === "" ? {} : { reason: reason.trim() }),
    ...(confirm === undefined ? {} : { confirm }),
  } as const;
  const outcome = await decideGate(core, attempt);
  const body = tellDecision(core, attempt, outcome);
  const what = findLack(outcome);
  return what === undefined ? { kind: "told", body } : { kind: "lacks", what, body };
}

function findLack(outcome: DecisionOutcome): "reason" | "confirm" | undefined {
  if (outcome.kind !== "refused") return undefined;
  if (outcome.error.code === "reason_required") return "reason";
  return outcome.error.code === "confirm_required" ? "confirm" : undefined;
}

/** Somebody the policy keeps out is told that instead; a card whose content is not known counts as incomplete. */
async function mustOpenDetails(core: Core, { actor, found, digest }: Approval): Promise<boolean> {
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
