import type { Clock } from "../../runtime/ports.ts";
import type { Conversation } from "../adapter.ts";
import { deliveryKey, type Content, type Delivery, type Slot } from "../delivery/delivery.ts";
import { slotIn, type Outbox } from "../delivery/outbox.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import type { RunId } from "../../runtime/run/documents.ts";
import { withSlot, type RunRecords } from "./run-records.ts";

/** Somebody waits for an answer meanwhile, and platforms ask for one within seconds. */
const SETTLE_LIMIT_MS = 3_000;

/** The messages that belong to runs: shown through the outbox, and noted with their run so that they go when it goes. */
export interface RunMessages {
  show(runId: RunId, purpose: Purpose, conversation: Conversation, content: Content): Promise<void>;
  /** In a further message, for what has scrolled out of sight. */
  showAgain(runId: RunId, purpose: Purpose, conversation: Conversation, content: Content): Promise<void>;
  /** Waits until the message shows what was wished, cannot, or some seconds are over; tells what became of it. */
  settle(purpose: Purpose, conversation: Conversation): Promise<Delivery | undefined>;
  find(purpose: Purpose, conversation: Conversation): Promise<Delivery | undefined>;
}

/** Creates the messages of runs. */
export function createRunMessages(parts: {
  readonly outbox: Outbox;
  readonly records: RunRecords;
  readonly clock: Clock;
}): RunMessages {
  const { outbox, records, clock } = parts;
  const note = async (runId: RunId, slot: Slot): Promise<Slot> => {
    await records.change(runId, (record) => withSlot(record, deliveryKey(slot)));
    return slot;
  };
  return {
    show: async (runId, purpose, conversation, content) =>
      outbox.show(await note(runId, slotOf(purpose, conversation)), content),
    showAgain: async (runId, purpose, conversation, content) =>
      outbox.showAgain(await note(runId, slotOf(purpose, conversation)), content),
    settle: async (purpose, conversation) => {
      const slot = slotOf(purpose, conversation);
      const done = new AbortController();
      const late = clock.sleep(SETTLE_LIMIT_MS, done.signal).catch(() => undefined);
      await Promise.race([outbox.settle(slot), late]);
      done.abort();
      return await outbox.find(slot);
    },
    find: (purpose, conversation) => outbox.find(slotOf(purpose, conversation)),
  };
}

/** The slots that a run's record names. */
export function listSlots(slots: readonly string[]): readonly Slot[] {
  return slots.map(parseSlotKey).filter((slot) => slot !== undefined);
}

/** A slot as its run's record names it: the key of its conversation follows the first `@` after the purpose. */
export function parseSlotKey(text: string): Slot | undefined {
  const match = /^(.+)@((?:telegram|discord|terminal):.+)$/s.exec(text);
  const [, purpose, conversation] = match ?? [];
  return purpose === undefined || conversation === undefined ? undefined : { purpose, conversation };
}

function slotOf(purpose: Purpose, conversation: Conversation): Slot {
  return slotIn(encodePurpose(purpose), conversation);
}
