import type { GateDocument } from "../../runtime/run/documents.ts";
import type { Conversation } from "../adapter.ts";
import { clipAndTell } from "../cards/clip-blocks.ts";
import { showRunLine } from "../cards/gate-card.ts";
import { readGateContent, showGateContent } from "../cards/gate-content.ts";
import { chooseLayout, type Layout } from "../cards/layout.ts";
import { findGateStage, type RunView } from "../cards/run-view.ts";
import { showGateState } from "../cards/state-line.ts";
import { limitsOf } from "../platform/limits-of.ts";
import type { Purpose } from "../purposes.ts";
import { createGateInquiry, gateFormKey } from "./gate-inquiry.ts";
import { drawInquiry, promptAgain, type ShowParts } from "./show-inquiry.ts";

/**
 * Shows an input gate in a conversation: its form while it is open. Once it is decided, the message says by whom; its buttons
 * go, and so does what was half filled in. `again` asks for a further message.
 */
export async function drawQuestion(
  parts: ShowParts,
  view: RunView,
  gate: GateDocument,
  where: { readonly conversation: Conversation; readonly again: boolean },
): Promise<void> {
  if (findGateStage(view, gate) !== "open") return await drawSettled(parts, view, gate, where);
  const inquiry = await createGateInquiry(parts.core, view, gate);
  if (inquiry === undefined) return;
  await drawInquiry(parts, inquiry, where.conversation, where.again);
  if (where.again) await promptAgain(parts, inquiry, where.conversation);
}

async function drawSettled(
  { core, forms }: ShowParts,
  view: RunView,
  gate: GateDocument,
  { conversation, again }: { readonly conversation: Conversation; readonly again: boolean },
): Promise<void> {
  const purpose: Purpose = { kind: "question", gateKey: gate.key };
  // A question that was answered before it was ever shown here needs no message.
  if ((await core.messages.find(purpose, conversation)) === undefined) return;
  await forms.remove(gateFormKey(gate));
  const head = [...showGateState(view, gate, core.voice), showRunLine(view, core.voice)];
  const content = showGateContent(readGateContent(view.run, gate, core.voice.redact), core.voice);
  const clipped = (size: readonly [number, number]): Layout => ({
    message: { body: [...head, ...clipAndTell(content, size, core.voice.words.cards.moreLines)] },
    complete: true,
  });
  const { message } = chooseLayout(limitsOf(core.adapters, conversation), [
    () => ({ message: { body: [...head, ...content] }, complete: true }),
    () => clipped([10, 600]),
    () => clipped([0, 0]),
  ]);
  const asSettled = { message, complete: true, pace: "now" } as const;
  if (again) await core.messages.showAgain(view.run.id, purpose, conversation, asSettled);
  else await core.messages.show(view.run.id, purpose, conversation, asSettled);
}
