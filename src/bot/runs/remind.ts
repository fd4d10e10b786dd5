import type { GateDocument } from "../../runtime/run/documents.ts";
import { mayAnswerIn } from "../asking/answerers.ts";
import type { RunView, Voice } from "../cards/run-view.ts";
import { isNeeded } from "../cards/policy/standing.ts";
import { showTime } from "../cards/state-line.ts";
import type { People } from "../people/people.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { line } from "../text/rich-text.ts";
import { listConversations, type DrawParts } from "./draw-run.ts";
import { chooseReminder } from "./reminder-time.ts";
import type { RunMessages } from "./run-messages.ts";
import type { Voices } from "../voice/voices.ts";

/** More names than these say nothing to anybody. */
const MAX_NAMES = 5;

/** What reminding takes. */
export interface RemindParts extends Pick<DrawParts, "adapters"> {
  readonly people: People;
  readonly messages: RunMessages;
  readonly voices: Voices;
  /** How long before expiry to remind where the file does not say, ms; absent: a quarter of the gate's time, at most 1 h. */
  readonly remindBeforeMs?: number | undefined;
}

/** Reminds those who can still act that a gate is about to expire. Votes that are complete do not expire any more. */
export async function remindIfDue(parts: RemindParts, view: RunView, gate: GateDocument, now: number): Promise<void> {
  if (gate.expiresAt === null || gate.holdUntil !== null) return;
  const expiresAt = Date.parse(gate.expiresAt);
  const wanted = gate.policy.remindBeforeMs ?? parts.remindBeforeMs;
  const beforeMs = chooseReminder(expiresAt - Date.parse(gate.createdAt), wanted);
  if (now >= expiresAt - beforeMs) await remind(parts, view, gate, gate.expiresAt);
}

/** Its slot makes it one message, however often this is called and whenever the bot restarts. */
async function remind(parts: RemindParts, view: RunView, gate: GateDocument, expiresAt: string): Promise<void> {
  const isApproval = gate.request.type === "approval_request";
  const card: Purpose = isApproval ? { kind: "gate", gateKey: gate.key } : { kind: "question", gateKey: gate.key };
  const purpose: Purpose = { kind: "notice", runId: view.run.id, about: `reminder ${gate.key}` };
  for (const conversation of listConversations(parts, view.run)) {
    const voice = parts.voices.toAll(conversation, view.run.startedBy);
    const names = listActors(parts, view, gate, voice);
    const { words } = voice;
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
function listActors({ people }: RemindParts, { run }: RunView, gate: GateDocument, voice: Voice): readonly string[] {
  const able = people.all.filter((person) =>
    gate.request.type === "approval_request" ? isNeeded(gate, person, voice) : mayAnswerIn({ gate, run }, person),
  );
  return able.length > MAX_NAMES ? [] : able.map(({ name }) => name);
}
