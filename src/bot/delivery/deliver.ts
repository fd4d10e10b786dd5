import { conversationKey, type DeliveryFailure, type MessageRef, type OutboundMessage } from "../adapter.ts";
import { editCopies, hasCopiesIn, isWholeBeside, keepCopiesTrue, limitCopies } from "./copies.ts";
import type { DeliverParts } from "./deliver-parts.ts";
import { deliveryKey, placeOf, type Content, type Delivery, type Slot } from "./delivery.ts";
import { hashMessage } from "./hash-message.ts";
import { callFind, callSend, findRoute, type Route } from "./platform-calls.ts";

/** Pause before a send with a nonce is repeated. */
const REPEAT_AFTER_MS = 1_000;

/** What one attempt came to. `settled` means that nothing more is to be done for this content. */
export type Attempt =
  | { readonly kind: "settled" }
  /** `sent`: a further message that was asked for is there, or cannot be; only edits are left to do. */
  | { readonly kind: "retry"; readonly afterMs: number; readonly failed: boolean; readonly sent?: true };

/** Brings one slot one step nearer to what it should show. `again` asks for a further message that shows the same. */
export type Deliver = (slot: Slot, content: Content, again: boolean) => Promise<Attempt>;

const SETTLED: Attempt = { kind: "settled" };
const EDITS_LEFT: Attempt = { kind: "retry", afterMs: 0, failed: false, sent: true };

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
    ...(followedUp ? { mayHaveLost: true } : {}),
    state: "sending",
    nonce: parts.ids.hex(12),
    since: parts.clock.now(),
    // Should this process die now, a press may still come from the message that it has sent.
    shown: {
      hash: "",
      complete: before.messages.length === 0 ? content.complete : isWholeBeside(before, content.complete),
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
  const first = await chooseFirst(parts, route, intent, content);
  const outcome = await callSend(parts, route, first, intent.nonce, replyTo);
  switch (outcome.kind) {
    case "sent":
      // Repeated with its nonce, it may be the message of an earlier attempt, with what was to be shown then.
      return await recordSent(parts, intent, content, {
        message: outcome.message,
        isCertain: before !== intent && hashMessage(first) === hashMessage(content.message),
      });
    case "later":
    case "moved":
      // Nothing was sent: the intent is taken back, so that the next attempt is a first one.
      await restore(parts, before);
      return await postpone(parts, route, outcome);
    case "gone":
      return await giveUp(parts, route, intent);
    case "unknown":
      return await recover(parts, route, intent, content);
  }
}

/**
 * What is sent first, see {@link Content.opening}. A further copy begins as one that has moved: should its sending be cut off,
 * it leads to the newer one that follows it.
 */
async function chooseFirst(
  parts: DeliverParts,
  { adapter }: Route,
  intent: Delivery,
  { message, opening }: Content,
): Promise<OutboundMessage> {
  // An edit cannot make a message ask for a reply.
  if (adapter.limits.losesMessages !== true || message.expectReply !== undefined) return message;
  return intent.messages.length === 0 ? (opening ?? message) : await parts.superseded(intent);
}

/** A send whose outcome nobody knows: look for it, repeat it where a nonce makes that harmless, else follow up once. */
async function recover(parts: DeliverParts, route: Route, seen: Delivery, content: Content): Promise<Attempt> {
  const intent = await keepCopiesTrue(parts, route, seen, content);
  const found = await callFind(parts, route, intent, await findReplyTarget(parts, route, intent, content));
  if (found.kind === "found")
    return await recordSent(parts, intent, content, { message: found.message, isCertain: false });
  const { nonceWindowMs } = route.adapter.limits;
  const ageMs = parts.clock.now() - intent.since;
  // A clock that was set back tells nothing: what may be older than the window is not repeated.
  if (ageMs >= 0 && ageMs + REPEAT_AFTER_MS < nonceWindowMs) {
    await parts.clock.sleep(REPEAT_AFTER_MS);
    return await sendIntended(parts, route, intent, content, intent);
  }
  // It may be there, and may be seen in a moment: a further message would be a blind one.
  if (found.kind === "not_looked") return { kind: "retry", afterMs: REPEAT_AFTER_MS, failed: true };
  if (intent.followedUp) return await giveUp(parts, route, { ...intent, mayHaveLost: true });
  return await sendNew(parts, route, intent, content, true);
}

async function edit(parts: DeliverParts, route: Route, known: Delivery, content: Content): Promise<Attempt> {
  const hash = hashMessage(content.message);
  const isThere = placeOf(known) === conversationKey(route.conversation);
  // What stayed behind in a conversation of an older id can still be read, but nothing on it can be pressed.
  const { buttons, select } = content.message;
  if (known.shown?.hash === hash && (isThere || (buttons === undefined && select === undefined))) return SETTLED;
  // In the conversation that a group became, the ids of the old messages belong to others.
  if (!isThere) return await sendNew(parts, route, known, content);
  const { kept, failure } = await editCopies(parts, route, known, content);
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
  { message, isCertain }: { readonly message: MessageRef; readonly isCertain: boolean },
): Promise<Attempt> {
  const sentTo = conversationKey(message.conversation);
  // Copies that stayed behind in a conversation of an older id cannot be kept true.
  const copies = placeOf(intent) === sentTo ? intent.messages : [];
  const isShown = isCertain && copies.length === 0;
  const noted: Delivery = {
    ...intent,
    state: "sent",
    messages: [...copies, message.id],
    ...(sentTo === intent.conversation ? {} : { sentTo }),
    // No content has an empty hash: one more look edits what is there, all copies to the same.
    shown: { hash: "", complete: isWholeBeside(intent, content.complete) },
  };
  // First of all, in one write: should this process die now, the message is edited like every other.
  await parts.deliveries.set(deliveryKey(intent), noted);
  await parts.messages.add(message, intent);
  const messages = await limitCopies(parts, intent, message, noted.messages);
  const shown = isShown ? { hash: hashMessage(content.message), complete: content.complete } : noted.shown;
  if (isShown || messages.length < noted.messages.length) {
    await parts.deliveries.set(deliveryKey(intent), { ...noted, messages, ...(shown === undefined ? {} : { shown }) });
  }
  return isShown ? SETTLED : EDITS_LEFT;
}

async function restore(parts: DeliverParts, before: Delivery): Promise<void> {
  if (before.nonce === "") await parts.deliveries.remove(deliveryKey(before));
  else await parts.deliveries.set(deliveryKey(before), before);
}

/** A further copy that cannot be shown is no reason to let those be that are there. */
async function giveUp(parts: DeliverParts, route: Route, delivery: Delivery): Promise<Attempt> {
  const hasOthers = hasCopiesIn(route, delivery);
  await parts.deliveries.set(deliveryKey(delivery), {
    ...delivery,
    ...(hasOthers
      ? { state: "sent", shown: { hash: "", complete: delivery.shown?.complete === true } }
      : { state: "undelivered" }),
  });
  parts.log.warn("message_undelivered", { purpose: delivery.purpose, conversation: delivery.conversation });
  if (hasOthers) return EDITS_LEFT;
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
