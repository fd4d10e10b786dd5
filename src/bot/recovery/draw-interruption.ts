import type { Interruption, RecoveryDecision } from "../../runtime/run/recovery-documents.ts";
import type { Conversation } from "../adapter.ts";
import { encodeButton } from "../buttons.ts";
import { drawInterruptionCard } from "../cards/interruption-card.ts";
import type { Layout } from "../cards/layout.ts";
import { findLastGate, type RunView } from "../cards/run-view.ts";
import type { Content } from "../delivery/delivery.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { toolsFor } from "../runs/card-tools.ts";
import type { DrawParts } from "../runs/draw-run.ts";
import { withReference } from "../runs/run-records.ts";

type Parts = Pick<DrawParts, "adapters" | "buttons" | "clock" | "messages" | "records" | "voices">;

/** Shows every interruption of a run in a conversation: a message of its own each, for an edited card notifies nobody. */
export async function drawInterruptions(
  parts: Parts,
  view: RunView,
  conversation: Conversation,
  pace: Content["pace"],
): Promise<void> {
  const { interruption, recoveries = [] } = view.run;
  for (const decision of recoveries) await show(parts, view, conversation, { ...decision, decision, pace });
  if (interruption !== undefined) await show(parts, view, conversation, { interruption, pace });
}

/** Shows the present interruption in a further message. */
export async function showInterruptionAgain(parts: Parts, view: RunView, conversation: Conversation): Promise<void> {
  const { interruption } = view.run;
  if (interruption === undefined) return;
  const layout = await draw(parts, view, conversation, { interruption });
  const content = { ...layout, pace: "now", replyTo: encodePurpose(findCard(view)) } as const;
  await parts.messages.showAgain(view.run.id, purposeOf(view, interruption), conversation, content);
}

interface About {
  readonly interruption: Interruption;
  readonly decision?: RecoveryDecision;
}

async function show(
  parts: Parts,
  view: RunView,
  conversation: Conversation,
  { pace, ...about }: About & Pick<Content, "pace">,
): Promise<void> {
  const layout = await draw(parts, view, conversation, about);
  const content = { ...layout, pace, replyTo: encodePurpose(findCard(view)) };
  await parts.messages.show(view.run.id, purposeOf(view, about.interruption), conversation, content);
}

async function draw(parts: Parts, view: RunView, conversation: Conversation, about: About): Promise<Layout> {
  const reference = await parts.buttons.keep({
    kind: "interruption",
    runId: view.run.id,
    interruption: about.interruption.id,
  });
  await parts.records.change(view.run.id, (record) => withReference(record, reference));
  return drawInterruptionCard(
    view,
    about,
    toolsFor(parts, view, conversation, (action) => encodeButton(action, reference)),
  );
}

function purposeOf({ run }: RunView, { id }: Interruption): Purpose {
  return { kind: "interruption", runId: run.id, interruption: id };
}

/** The card that tells how the run goes on. */
function findCard(view: RunView): Purpose {
  const gate = findLastGate(view);
  return gate?.request.type === "approval_request"
    ? { kind: "gate", gateKey: gate.key }
    : { kind: "run", runId: view.run.id };
}
