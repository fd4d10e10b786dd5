import { mayApprove } from "../../runtime/gate/may-approve.ts";
import type { Clock } from "../../runtime/ports.ts";
import type { GateDocument } from "../../runtime/run/documents.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { findOpenGate, type RunView } from "../cards/run-view.ts";
import { showTime } from "../cards/state-line.ts";
import type { Log } from "../log.ts";
import type { People } from "../people.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { line } from "../rich-text.ts";
import { listConversations, type DrawParts } from "./draw-run.ts";
import type { RunMessages } from "./run-messages.ts";
import type { Voices } from "../voices.ts";

/** More names than these say nothing to anybody. */
const MAX_NAMES = 5;

/** The longest time before expiry at which is reminded when the configuration says nothing, ms. */
const LONGEST_REMINDER_MS = 3_600_000;

/** What watching takes. */
export interface ExpiryParts extends Pick<DrawParts, "adapters"> {
  readonly runtime: Pick<Runtime, "decide">;
  readonly people: People;
  readonly messages: RunMessages;
  readonly voices: Voices;
  readonly clock: Clock;
  readonly log: Log;
  /** How long before expiry to remind, ms; absent: a quarter of the gate's time, at most 1 h. */
  readonly remindBeforeMs?: number | undefined;
}

/**
 * Looks at the open gate of a run: reminds those who can still act, once, and asks the runtime to expire what is overdue.
 * The runtime checks again; a decision that came before stands. True when the gate expired just now.
 */
export async function watchExpiry(parts: ExpiryParts, view: RunView): Promise<boolean> {
  const gate = findOpenGate(view);
  if (gate === undefined || gate.expiresAt === null) return false;
  const expiresAt = Date.parse(gate.expiresAt);
  const now = parts.clock.now();
  if (now >= expiresAt) return await expire(parts, gate);
  const lifeMs = expiresAt - Date.parse(gate.createdAt);
  const beforeMs = parts.remindBeforeMs ?? Math.min(lifeMs / 4, LONGEST_REMINDER_MS);
  if (now >= expiresAt - beforeMs) await remind(parts, view, gate, gate.expiresAt);
  return false;
}

async function expire(parts: ExpiryParts, gate: GateDocument): Promise<boolean> {
  const outcome = await parts.runtime.decide({ gate: { gateKey: gate.key }, decision: { kind: "expire" } });
  if (outcome.kind === "accepted") parts.log.info("gate_expired", { runId: gate.runId, gate: gate.key });
  return outcome.kind === "accepted";
}

/** Its slot makes it one message, however often this is called and whenever the bot restarts. */
async function remind(parts: ExpiryParts, view: RunView, gate: GateDocument, expiresAt: string): Promise<void> {
  const names = listActors(parts, view, gate);
  const isApproval = gate.request.type === "approval_request";
  const card: Purpose = isApproval ? { kind: "gate", gateKey: gate.key } : { kind: "question", gateKey: gate.key };
  const purpose: Purpose = { kind: "notice", runId: view.run.id, about: `reminder ${gate.key}` };
  for (const conversation of listConversations(parts, view.run)) {
    const { words } = parts.voices.toAll(conversation, view.run.startedBy);
    const body = [line(...words.runs.reminder(names, view.run.name, view.run.id, showTime(expiresAt, words)))];
    await parts.messages.show(view.run.id, purpose, conversation, {
      message: { body },
      complete: true,
      pace: "now",
      replyTo: encodePurpose(card),
    });
  }
}

/** Names of those who can still act; none when these are too many to be meant. */
function listActors({ people }: ExpiryParts, { run }: RunView, gate: GateDocument): readonly string[] {
  const able = people.all.filter((person) =>
    gate.request.type === "approval_request" ? mayApprove(gate.policy, person) : person.id === run.startedBy,
  );
  return able.length > MAX_NAMES ? [] : able.map(({ name }) => name);
}
