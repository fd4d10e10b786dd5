import { conversationKey, parseConversationKey, type ChatAdapter, type MessageRef, type Platform } from "../adapter.ts";
import type { VisibleText } from "../text/visible-text.ts";
import type { OpenShelf } from "../storage/shelf.ts";
import { createInOrder } from "../platform/in-order.ts";
import { createDeliver, type Deliver } from "./deliver.ts";
import type { DeliverParts } from "./deliver-parts.ts";
import { deliveryKey, openDeliveries, placeOf, type Content, type Delivery, type Slot } from "./delivery.ts";
import { createLane, type Lane } from "./lane.ts";
import { createMessageIndex } from "./message-index.ts";
import { createMovedConversations, type MovedConversations } from "./moved-conversations.ts";

/**
 * What the bot shows, as wishes: `show` says what a slot should display, and the outbox sends it once, edits it when it
 * differs, and recovers what a crash or a lost reply left unknown. Nothing is sent twice blindly.
 */
export interface Outbox {
  /** Returns at once; the newest wish for a slot wins. */
  show(slot: Slot, content: Content): void;
  /** Like `show`, in a further message: for a card that scrolled out of sight. */
  showAgain(slot: Slot, content: Content): void;
  /** Waits until the slot shows what was wished (true), or was given up for now (false). */
  settle(slot: Slot): Promise<boolean>;
  find(slot: Slot): Promise<Delivery | undefined>;
  /** True when nothing of the slot is to be sent, looked for or edited any more, and no copy of it tells another story. */
  isAtRest(slot: Slot): Promise<boolean>;
  /** True when the slot was ever shown, or is about to be. */
  isUsed(slot: Slot): Promise<boolean>;
  /** The slot a message of ours belongs to. */
  findByMessage(message: MessageRef): Promise<Slot | undefined>;
  /**
   * Takes a message that turned up with our button into its slot: the first copy of a send that seemed lost. May wait
   * for a send that is under way.
   */
  adopt(slot: Slot, message: MessageRef): Promise<void>;
  /** Forgets a slot and its messages; they stay in the chat as they are. */
  forget(slot: Slot): Promise<void>;
  /** The conversations whose ids changed. */
  readonly moved: MovedConversations;
  idle(): Promise<void>;
  stop(): void;
}

/** What an outbox is made of. */
export interface OutboxParts extends Pick<DeliverParts, "clock" | "ids" | "log" | "onUndelivered" | "superseded"> {
  readonly adapters: ReadonlyMap<Platform, ChatAdapter>;
  readonly openShelf: OpenShelf;
  readonly visible: VisibleText;
}

/** Creates the outbox. One lane a conversation, so that a limit in one never holds up another. */
export function createOutbox(parts: OutboxParts): Outbox {
  const deliveries = openDeliveries(parts.openShelf);
  const messages = createMessageIndex(parts.openShelf);
  const moved = createMovedConversations(parts.openShelf);
  const inOrder = createInOrder();
  const attempt = createDeliver({ ...parts, deliveries, messages, moved });
  const deliver: Deliver = (slot, content, again) => inOrder(deliveryKey(slot), () => attempt(slot, content, again));
  const lanes = new Map<string, Lane>();

  const laneOf = (slot: Slot): Lane => {
    const known = lanes.get(slot.conversation);
    if (known !== undefined) return known;
    const lane = createLane({ ...parts, deliver, progressIntervalMs: findProgressInterval(parts.adapters, slot) });
    lanes.set(slot.conversation, lane);
    return lane;
  };
  /** What stayed behind in a conversation of an older id cannot be kept true. */
  const leadsTo = async (slot: Slot, { conversation }: MessageRef): Promise<boolean> => {
    const wanted = parseConversationKey(slot.conversation);
    return wanted !== undefined && conversationKey(await moved.outbound(wanted)) === conversationKey(conversation);
  };
  const clean = ({ opening, ...content }: Content): Content => ({
    ...content,
    message: parts.visible.message(content.message),
    ...(opening === undefined ? {} : { opening: parts.visible.message(opening) }),
  });

  return {
    show: (slot, content) => laneOf(slot).put(slot, clean(content), false),
    showAgain: (slot, content) => laneOf(slot).put(slot, clean(content), true),
    settle: (slot) => laneOf(slot).settle(slot),
    find: (slot) => deliveries.get(deliveryKey(slot)),
    isAtRest: async (slot) => {
      if (!laneOf(slot).isShown(slot)) return false;
      const known = await deliveries.get(deliveryKey(slot));
      return known === undefined || known.state === "undelivered" || isTrueEverywhere(known);
    },
    isUsed: async (slot) => laneOf(slot).isPending(slot) || (await deliveries.get(deliveryKey(slot))) !== undefined,
    findByMessage: (message) => messages.find(message),
    adopt: (slot, message) =>
      inOrder(deliveryKey(slot), async () => {
        const known = await deliveries.get(deliveryKey(slot));
        if (known === undefined || !(await leadsTo(slot, message))) return;
        const place = conversationKey(message.conversation);
        const copies = placeOf(known) === place ? known.messages : [];
        if (copies.includes(message.id)) return;
        // Clients can send any payload for any message: one that shows something else goes on showing that.
        const owner = await messages.find(message);
        if (owner !== undefined && deliveryKey(owner) !== deliveryKey(slot)) return;
        await deliveries.set(deliveryKey(slot), {
          ...known,
          state: "sent",
          // It may be another one than the one that is being sent.
          ...(known.state === "sending" ? { mayHaveLost: true } : {}),
          messages: [...copies, message.id],
          ...(place === slot.conversation ? {} : { sentTo: place }),
          // No content has an empty hash: the next wish edits every copy, so that all tell the same story.
          shown: { hash: "", complete: known.shown?.complete ?? false },
        });
        await messages.add(message, slot);
      }),
    forget: async (slot) => {
      const known = await deliveries.get(deliveryKey(slot));
      const conversation = known === undefined ? undefined : parseConversationKey(placeOf(known));
      if (known === undefined || conversation === undefined) return;
      for (const id of known.messages) await messages.remove({ conversation, id });
      await deliveries.remove(deliveryKey(slot));
    },
    moved,
    idle: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.idle()));
    },
    stop: () => {
      for (const lane of lanes.values()) lane.stop();
    },
  };
}

/** No content has an empty hash: it stands for copies that are still to be edited. */
function isTrueEverywhere({ state, shown }: Delivery): boolean {
  return state === "sent" && shown !== undefined && shown.hash !== "";
}

/** Progress uses at most half of what the conversation takes. */
function findProgressInterval(adapters: ReadonlyMap<Platform, ChatAdapter>, slot: Slot): number {
  const conversation = parseConversationKey(slot.conversation);
  const adapter = conversation === undefined ? undefined : adapters.get(conversation.platform);
  if (conversation === undefined || adapter === undefined) return 0;
  const perMinute = adapter.limits.messagesPerMinute(conversation);
  return Number.isFinite(perMinute) && perMinute > 0 ? Math.ceil(120_000 / perMinute) : 0;
}

/** A slot by purpose and conversation. */
export function slotIn(purpose: string, conversation: Parameters<typeof conversationKey>[0]): Slot {
  return { purpose, conversation: conversationKey(conversation) };
}
