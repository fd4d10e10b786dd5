import type { Conversation } from "../adapter.ts";
import type { CardTools } from "../cards/gate-card.ts";
import type { RunView } from "../cards/run-view.ts";
import type { DrawParts } from "./draw-run.ts";

/** What a card of a run is drawn with in a conversation. `payload` makes a button's payload of its action. */
export function toolsFor(
  parts: Pick<DrawParts, "adapters" | "voices" | "clock">,
  { run }: RunView,
  conversation: Conversation,
  payload: (action: string) => string,
): CardTools {
  const adapter = parts.adapters.get(conversation.platform);
  return {
    voice: parts.voices.toAll(conversation, run.startedBy),
    limits: adapter?.limits ?? { fits: () => true },
    payload,
    now: parts.clock.now(),
  };
}
