import type { Clock } from "../../runtime/ports.ts";
import type { GateDocument, RunDocument } from "../../runtime/run/documents.ts";
import { parseConversationKey, type ChatAdapter, type Conversation, type Platform } from "../adapter.ts";
import { encodeButton, type ButtonReferences } from "../buttons.ts";
import { drawGateCard } from "../cards/gate-card.ts";
import type { Layout } from "../cards/layout.ts";
import { drawRunCard } from "../cards/run-card.ts";
import type { RunView } from "../cards/run-view.ts";
import type { Content } from "../delivery/delivery.ts";
import { drawInterruptions } from "../recovery/draw-interruption.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { line } from "../text/rich-text.ts";
import { toolsFor } from "./card-tools.ts";
import type { RunMessages } from "./run-messages.ts";
import { withReference, type RunRecords } from "./run-records.ts";
import type { Voices } from "../voice/voices.ts";

/** Draws the question of an input gate: its form while it is open, the answer's fate afterwards. */
export type DrawQuestion = (view: RunView, gate: GateDocument, conversation: Conversation) => Promise<void>;

/** What the cards of a run are drawn with. */
export interface DrawParts {
  readonly adapters: ReadonlyMap<Platform, ChatAdapter>;
  readonly buttons: ButtonReferences;
  readonly messages: RunMessages;
  readonly records: RunRecords;
  readonly voices: Voices;
  readonly drawQuestion: DrawQuestion;
  readonly clock: Pick<Clock, "now">;
}

/** Shows a run as it is, in every conversation that is to be told: its card, its gates, its questions. */
export async function drawRun(parts: DrawParts, view: RunView, pace: Content["pace"]): Promise<void> {
  for (const conversation of listConversations(parts, view.run)) {
    await drawIn(parts, view, conversation, pace);
  }
}

/** The conversations that are told about a run and that this bot reaches. */
export function listConversations(
  { adapters }: Pick<DrawParts, "adapters">,
  run: Pick<RunDocument, "announce">,
): readonly Conversation[] {
  return run.announce
    .map(parseConversationKey)
    .filter((conversation) => conversation !== undefined)
    .filter(({ platform }) => adapters.has(platform));
}

/** The card of an approval gate as one conversation shows it. */
export async function drawGateIn(
  parts: Pick<DrawParts, "adapters" | "buttons" | "records" | "voices" | "clock">,
  view: RunView,
  gate: GateDocument,
  conversation: Conversation,
): Promise<Layout> {
  const reference = await parts.buttons.keep({
    kind: "gate",
    runId: view.run.id,
    gateKey: gate.key,
    digest: gate.digest,
  });
  await parts.records.change(view.run.id, (record) => withReference(record, reference));
  const tools = toolsFor(parts, view, conversation, (action) => encodeButton(action, reference));
  return drawGateCard(view, gate, tools);
}

async function drawIn(
  parts: DrawParts,
  view: RunView,
  conversation: Conversation,
  pace: Content["pace"],
): Promise<void> {
  const { id } = view.run;
  const top: Purpose = { kind: "run", runId: id };
  const card = drawRunCard(
    view,
    toolsFor(parts, view, conversation, () => ""),
  );
  const message = { ...card.message, threadName: `${view.run.name} · ${id}` };
  await parts.messages.show(id, top, conversation, { ...card, message, pace });
  await drawAttachment(parts, view, card, top, conversation);
  for (const gate of view.gates) {
    if (gate.request.type === "input_request") {
      await parts.drawQuestion(view, gate, conversation);
      continue;
    }
    const purpose: Purpose = { kind: "gate", gateKey: gate.key };
    const layout = await drawGateIn(parts, view, gate, conversation);
    await parts.messages.show(id, purpose, conversation, { ...layout, pace, replyTo: encodePurpose(top) });
    await drawAttachment(parts, view, layout, purpose, conversation);
  }
  await drawInterruptions(parts, view, conversation, pace);
}

async function drawAttachment(
  parts: DrawParts,
  view: RunView,
  { attachment }: Layout,
  card: Purpose,
  conversation: Conversation,
): Promise<void> {
  if (attachment === undefined) return;
  const { words } = parts.voices.toAll(conversation, view.run.startedBy);
  await parts.messages.show(view.run.id, { kind: "attachment", runId: view.run.id }, conversation, {
    message: { body: [line(...words.cards.run(view.run.name, view.run.id))], files: [attachment] },
    complete: true,
    pace: "now",
    replyTo: encodePurpose(card),
  });
}
