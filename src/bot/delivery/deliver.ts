import { createHash } from "node:crypto";
import type { IdSource } from "../../runtime/ports.ts";
import { conversationKey, type DeliveryFailure, type MessageRef, type OutboundMessage } from "../adapter.ts";
import type { Shelf } from "../storage/shelf.ts";
import { deliveryKey, placeOf, type Content, type Delivery, type Slot } from "./delivery.ts";
import type { MessageIndex } from "./message-index.ts";
import { callFind, callSend, callUpdate, findRoute, type CallParts, type Route } from "./platform-calls.ts";

/** Pause before a send with a nonce is repeated. */
const REPEAT_AFTER_MS = 1_000;

/** Messages of one slot that are kept up to date; an older one is edited to say that it moved, and let go. */
const MAX_COPIES = 5;

/** What one attempt came to. `settled` means that nothing more is to be done for this content. */
export type Attempt =
  | { readonly kind: "settled" }
  /** `sent`: a further message that was asked for is there; only edits are left to do. */
  | { readonly kind: "retry"; readonly afterMs: number; readonly failed: boolean; readonly sent?: true };

/** Everything an attempt needs. */
export interface DeliverParts extends CallParts {
  readonly deliveries: Shelf<Delivery>;
  readonly messages: MessageIndex;
  readonly ids: Pick<IdSource, "hex">;
  /** What a copy of a slot says that is no longer kept up to date. */
  readonly superseded: (slot: Slot) => Promise<OutboundMessage>;
  /** Told when a slot cannot be shown at all. */
  readonly onUndelivered: (slot: Slot) => void;
}

/** Brings one slot one step nearer to what it should show. `again` asks for a further message that shows the same. */
export type Deliver = (slot: Slot, content: Content, again: boolean) => Promise<Attempt>;

const SETTLED: Attempt = { kind: "settled" };

/** Creates the function that makes one attempt: send what was never sent, edit what was, recover what is unknown. */
export function createDeliver(parts: DeliverParts): Deliver {
  return async (slot, content, again) => {
    const route = await findRoute(parts, slot);
    if (route === undefined) return SETTLED;
    const known = await parts.deliveries.get(deliveryKey(slot));
    if (known === undefined) return await sendNew(parts, route, { ...slot, ...NOTHING_SENT }, content);
    if (again && known.state !== "sending") return await sendNew(parts, route, known, content);
    switch (known.state) {
      case "sending":
        return await recover(parts, route, known, content);
      case "sent":
        return await edit(parts, route, known, content);
      case "undelivered":
        return SETTLED;
    }
  };
}

/** A digest of what a message shows; equal digests need no edit. */
export function hashMessage(message: OutboundMessage): string {
  return createHash("sha256").update(JSON.stringify(message)).digest("hex").slice(0, 32);
}

const NOTHING_SENT = { state: "sending", nonce: "", since: 0, followedUp: false, messages: [] } as const;

/** Records the intent, then sends. `before` is what is known of the slot; its nonce is empty when it was never sent. */
async function sendNew(
  parts: DeliverParts,
  route: Route,
  before: Delivery,
  content: Content,
  followedUp = false,
): Promise<Attempt> {
  const intent: Delivery = {
    ...before,
    followedUp,
    state: "sending",
    nonce: parts.ids.hex(12),
    since: parts.clock.now(),
    // Should this process die now, a press may still come from the message that it has sent.
    shown: {
      hash: "",
      complete: content.complete && (before.messages.length === 0 || before.shown?.complete === true),
    },
  };
  await parts.deliveries.set(deliveryKey(intent), intent);
  return await sendIntended(parts, route, intent, content, before);
}

async function sendIntended(
  parts: DeliverParts,
  route: Route,
  intent: Delivery,
  content: Content,
  before: Delivery,
): Promise<Attempt> {
  const replyTo = await findReplyTarget(parts, route, intent, content);
  const outcome = await callSend(parts, route, firstOf(route, content), intent.nonce, replyTo);
  switch (outcome.kind) {
    case "sent":
      // Repeated with its nonce, it may be the message of an earlier attempt, with what was to be shown then.
      return await recordSent(parts, intent, content, outcome.message, before !== intent && isWhole(route, content));
    case "later":
    case "moved":
      // Nothing was sent: the intent is taken back, so that the next attempt is a first one.
      await restore(parts, before);
      return await postpone(parts, route, outcome);
    case "gone":
      return await giveUp(parts, intent);
    case "unknown":
      return await recover(parts, route, intent, content);
  }
}

/** What is sent first, see {@link Content.opening}. */
function firstOf({ adapter }: Route, { message, opening }: Content): OutboundMessage {
  return adapter.limits.losesMessages === true && opening !== undefined ? opening : message;
}

function isWhole(route: Route, content: Content): boolean {
  return hashMessage(firstOf(route, content)) === hashMessage(content.message);
}

/** A send whose outcome nobody knows: look for it, repeat it where a nonce makes that harmless, else follow up once. */
async function recover(parts: DeliverParts, route: Route, intent: Delivery, content: Content): Promise<Attempt> {
  const found = await callFind(parts, route, intent, await findReplyTarget(parts, route, intent, content));
  if (found.kind === "found") return await recordSent(parts, intent, content, found.message, false);
  const { nonceWindowMs } = route.adapter.limits;
  const ageMs = parts.clock.now() - intent.since;
  // A clock that was set back tells nothing: what may be older than the window is not repeated.
  if (ageMs >= 0 && ageMs + REPEAT_AFTER_MS < nonceWindowMs) {
    await parts.clock.sleep(REPEAT_AFTER_MS);
    return await sendIntended(parts, route, intent, content, intent);
  }
  // It may be there, and may be seen in a moment: a further message would be a blind one.
  if (found.kind === "not_looked") return { kind: "retry", afterMs: REPEAT_AFTER_MS, failed: true };
  if (intent.followedUp) return await giveUp(parts, intent);
  return await sendNew(parts, route, intent, content, true);
}

async function edit(parts: DeliverParts, route: Route, known: Delivery, content: Content): Promise<Attempt> {
  const hash = hashMessage(content.message);
  const isThere = placeOf(known) === conversationKey(route.conversation);
  // What stayed behind in a conversation of an older id can still be read, but its buttons cannot be pressed.
  if (known.shown?.hash === hash && (isThere || content.message.buttons === undefined)) return SETTLED;
  // In the conversation that a group became, the ids of the old messages belong to others.
  if (!isThere) return await sendNew(parts, route, { ...known, messages: [] }, content);
  const kept: string[] = [];
  let failure: DeliveryFailure | undefined;
  for (const id of known.messages) {
    const outcome = await callUpdate(parts, { conversation: route.conversation, id }, route, content.message);
    // One copy that cannot be edited now does not hold up the others.
    if (outcome.kind === "done") kept.push(id);
    else if (outcome.kind !== "gone") failure ??= outcome;
  }
  if (failure !== undefined) return await postpone(parts, route, failure);
  if (kept.length === 0) return await sendNew(parts, route, { ...known, messages: [] }, content);
  await parts.deliveries.set(deliveryKey(known), {
    ...known,
    messages: kept,
    shown: { hash, complete: content.complete },
  });
  return SETTLED;
}

async function recordSent(
  parts: DeliverParts,
  intent: Delivery,
  content: Content,
  message: MessageRef,
  isCertain: boolean,
): Promise<Attempt> {
  const sentTo = conversationKey(message.conversation);
  // Copies that stayed behind in a conversation of an older id cannot be kept true.
  const copies = placeOf(intent) === sentTo ? intent.messages : [];
  const isShown = isCertain && copies.length === 0;
  await parts.messages.add(message, intent);
  const all = [...copies, message.id];
  for (const id of all.slice(0, -MAX_COPIES)) await letGo(parts, intent, { conversation: message.conversation, id });
  await parts.deliveries.set(deliveryKey(intent), {
    ...intent,
    state: "sent",
    messages: all.slice(-MAX_COPIES),
    ...(sentTo === intent.conversation ? {} : { sentTo }),
    // No content has an empty hash: one more look edits what is there, all copies to the same.
    shown: { hash: isShown ? hashMessage(content.message) : "", complete: content.complete },
  });
  return isShown ? SETTLED : { kind: "retry", afterMs: 0, failed: false, sent: true };
}

/** A copy that is not kept up to date any more must not look as if it were. Best effort: its buttons lead nowhere wrong. */
async function letGo(parts: DeliverParts, slot: Slot, message: MessageRef): Promise<void> {
  const route = await findRoute(parts, { purpose: "", conversation: conversationKey(message.conversation) });
  if (route !== undefined) await callUpdate(parts, message, route, await parts.superseded(slot));
  await parts.messages.remove(message);
}

async function restore(parts: DeliverParts, before: Delivery): Promise<void> {
  if (before.nonce === "") await parts.deliveries.remove(deliveryKey(before));
  else await parts.deliveries.set(deliveryKey(before), before);
}

async function giveUp(parts: DeliverParts, delivery: Delivery): Promise<Attempt> {
  await parts.deliveries.set(deliveryKey(delivery), { ...delivery, state: "undelivered" });
  parts.log.warn("message_undelivered", { purpose: delivery.purpose, conversation: delivery.conversation });
  parts.onUndelivered({ purpose: delivery.purpose, conversation: delivery.conversation });
  return SETTLED;
}

async function postpone(parts: DeliverParts, route: Route, failure: DeliveryFailure): Promise<Attempt> {
  switch (failure.kind) {
    case "later":
      return { kind: "retry", afterMs: failure.retryAfterMs, failed: false };
    case "moved":
      await parts.moved.record(route.conversation, failure.to);
      return { kind: "retry", afterMs: 0, failed: true };
    case "gone":
    case "unknown":
      return { kind: "retry", afterMs: REPEAT_AFTER_MS, failed: true };
  }
}

async function findReplyTarget(
  parts: DeliverParts,
  route: Route,
  slot: Slot,
  content: Content,
): Promise<MessageRef | undefined> {
  if (content.replyTo === undefined) return undefined;
  const target = await parts.deliveries.get(deliveryKey({ purpose: content.replyTo, conversation: slot.conversation }));
  if (target === undefined || placeOf(target) !== conversationKey(route.conversation)) return undefined;
  const id = target.messages.at(-1);
  return id === undefined ? undefined : { conversation: route.conversation, id };
}
