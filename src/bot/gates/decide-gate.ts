import type { GateDocument } from "../../runtime/run/documents.ts";
import type { Decision, DecisionOutcome } from "../../runtime/runtime.ts";
import { conversationKey } from "../adapter.ts";
import { readStanding } from "../cards/policy/standing.ts";
import { showTime } from "../cards/state-line.ts";
import type { Core } from "../core.ts";
import { originOf, type Actor } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { sayRefused } from "./say-refused.ts";

/** What people decide; gates expire and settle by themselves. */
export type PersonalDecision = Exclude<Decision, { readonly kind: "expire" | "settle" }>;

/** What somebody wants to do at a gate. `digest` is the one of the card they saw. */
export interface DecisionAttempt {
  readonly actor: Actor;
  readonly gate: GateDocument;
  readonly decision: PersonalDecision;
  readonly digest: string;
  readonly reason?: string;
  readonly confirm?: string;
}

/**
 * Puts a decision to the runtime, which alone says whether it counts. Once it is stored, the run goes on and its cards
 * change, in this order; a refusal changes nothing.
 */
export async function decideGate(core: Core, attempt: DecisionAttempt): Promise<DecisionOutcome> {
  const { actor, gate, decision, digest, reason, confirm } = attempt;
  const { person, conversation } = actor;
  const origin = originOf(actor);
  const outcome = await core.runtime.decide({
    gate: { gateKey: gate.key },
    decision,
    by: {
      person: person.id,
      groups: person.groups,
      ...(origin.account === undefined ? {} : { account: origin.account }),
    },
    via: "chat",
    origin,
    digest,
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
  });
  core.log.info("decision", {
    runId: gate.runId,
    gate: gate.key,
    kind: decision.kind,
    person: person.id,
    outcome: outcome.kind,
    conversation: conversationKey(conversation),
  });
  if (outcome.kind === "accepted") await carryOn(core, attempt);
  else if ("remaining" in outcome) void core.keeper.refresh(gate.runId);
  // An overdue gate that nobody has expired yet: looking at it does.
  else if (outcome.kind === "refused" && outcome.error.code === "expired") void core.keeper.refresh(gate.runId);
  return outcome;
}

/** The answer to somebody who decided. */
export function tellDecision(core: Core, attempt: DecisionAttempt, outcome: DecisionOutcome): RichText {
  const { decisions } = core.voice.words;
  switch (outcome.kind) {
    case "accepted":
      return plain(sayAccepted(core, attempt));
    case "already_decided": {
      const { kind, by, at } = outcome.decision;
      const name = by === undefined ? undefined : core.voice.nameOf(by);
      return [line(...decisions.alreadyDecided(kind, name, showTime(at, core.voice.words), outcome.same))];
    }
    case "voted":
    case "unsettled":
      return plain(decisions.voted(countRemaining(core, outcome.gate), outcome.dropped.map(core.voice.nameOf)));
    case "held":
      return [line(...decisions.held(showTime(outcome.until, core.voice.words)))];
    case "withdrawn":
      return plain(decisions.withdrawn());
    case "refused":
      return sayRefused(core, attempt, outcome);
    case "not_found":
      return plain(decisions.gateGone());
  }
}

/** Deny and cancel end the run; anything else lets it go on in this process. */
async function carryOn(core: Core, { actor, gate, decision }: DecisionAttempt): Promise<void> {
  if (decision.kind === "approve" || decision.kind === "answer") {
    const { origin } = await core.records.get(gate.runId);
    core.queue.enqueue(gate.runId, origin ?? conversationKey(actor.conversation));
  }
  // Not waited for: whoever decided is answered first.
  void core.keeper.refresh(gate.runId);
}

function sayAccepted(core: Core, { gate, decision }: DecisionAttempt): string {
  const { decisions, commands, questions } = core.voice.words;
  const ahead = core.queue.positionOf(gate.runId);
  switch (decision.kind) {
    case "answer":
      return questions.accepted();
    case "approve":
      return ahead === undefined ? decisions.approved() : decisions.approvedAndQueued(ahead);
    case "deny":
      return decisions.denied();
    case "cancel":
      return commands.cancelled();
    case "withdraw":
      return decisions.withdrawn();
  }
}

/** Going by who people are now: a vote that counts no more is not counted on. */
function countRemaining({ voice }: Core, gate: GateDocument): number {
  return readStanding(gate, voice).remaining;
}
