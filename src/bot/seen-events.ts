import { ownMember } from "../runtime/json.ts";
import type { Clock } from "../runtime/ports.ts";
import type { InboundEvent } from "./adapter.ts";
import type { OpenShelf } from "./storage/shelf.ts";

/** Platforms deliver an event again within a day at most. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

/** The shelf of event ids, for sweeping: the only chat data that expires. */
export const SEEN_SHELF = "seen";

/** What is known of an event that arrives. `begun` means that the bot stopped while it handled it. */
export type Seen = "new" | "begun" | "done";

/** Recognises events that are delivered again, so that they have no second effect. */
export interface SeenEvents {
  /** Notes that the event is being handled and tells what was known before. */
  begin(event: InboundEvent): Promise<Seen>;
  finish(event: InboundEvent): Promise<void>;
}

/** Creates the memory of events. */
export function createSeenEvents(openShelf: OpenShelf, clock: Clock): SeenEvents {
  const shelf = openShelf(SEEN_SHELF, (value) => ({ done: ownMember(value, "done") === true, at: clock.now() }));
  return {
    begin: async (event) => {
      const known = await shelf.get(keyOf(event));
      if (known !== undefined) return known.done ? "done" : "begun";
      await shelf.set(keyOf(event), { done: false, at: clock.now() }, KEPT_MS);
      return "new";
    },
    finish: (event) => shelf.set(keyOf(event), { done: true, at: clock.now() }, KEPT_MS),
  };
}

function keyOf({ conversation, eventId }: InboundEvent): string {
  return `${conversation.platform}:${eventId}`;
}
