import { conversationKey, type DeliveryFailure, type MessageRef } from "../adapter.ts";
import { deliveryKey, placeOf, type Content, type Delivery, type Slot } from "./delivery.ts";
import type { DeliverParts } from "./deliver-parts.ts";
import { hashMessage } from "./hash-message.ts";
import { callUpdate, findRoute, type Route } from "./platform-calls.ts";

/** Messages of one slot that are kept up to date; an older one is edited to say that it moved, and let go. */
const MAX_COPIES = 5;

/** Do messages of the slot stand where it leads just now? In any other conversation their ids belong to others. */
export function hasCopiesIn({ conversation }: Route, known: Delivery): boolean {
  return known.messages.length > 0 && placeOf(known) === conversationKey(conversation);
}

/** Edits every copy of a slot. Tells which are left, and the first failure that may be over at the next try. */
export async function editCopies(
  parts: DeliverParts,
  route: Route,
  known: Delivery,
  content: Content,
): Promise<{ readonly kept: readonly string[]; readonly failure: DeliveryFailure | undefined }> {
  await noteEdit(parts, known, content);
  const kept: string[] = [];
  let failure: DeliveryFailure | undefined;
  for (const id of known.messages) {
    const copy: MessageRef = { conversation: route.conversation, id };
    // The process that has noted it may have died before it could be found by its message.
    if ((await parts.messages.find(copy)) === undefined) await parts.messages.add(copy, known);
    const outcome = await callUpdate(parts, copy, route, content.message);
    // One copy that cannot be edited now does not hold up the others.
    if (outcome.kind !== "gone") kept.push(id);
    if (outcome.kind !== "gone" && outcome.kind !== "done") failure ??= outcome;
  }
  return { kept, failure };
}

/**
 * From the first edit on until all are made, copies may show this content or the one before: what was shown is not known to
 * be there any more, should it be wished for again, and only what is whole in both is whole.
 */
async function noteEdit(parts: DeliverParts, known: Delivery, { complete }: Content): Promise<void> {
  const shown = { hash: "", complete: isWholeBeside(known, complete) };
  if (known.shown?.hash === shown.hash && known.shown.complete === shown.complete) return;
  await parts.deliveries.set(deliveryKey(known), { ...known, shown });
}

/** Is everything whole that may be seen once this content stands beside what was shown before? */
export function isWholeBeside({ shown }: Pick<Delivery, "shown">, complete: boolean): boolean {
  return complete && shown?.complete === true;
}

/**
 * Keeps the copies true that are known while nobody knows what became of a further one: it may take long to find that out. What
 * fails is tried again with the rest.
 */
export async function keepCopiesTrue(
  parts: DeliverParts,
  route: Route,
  intent: Delivery,
  content: Content,
): Promise<Delivery> {
  const hash = hashMessage(content.message);
  if (!hasCopiesIn(route, intent) || intent.shown?.hash === hash) return intent;
  const { kept, failure } = await editCopies(parts, route, intent, content);
  const complete = isWholeBeside(intent, content.complete);
  const next: Delivery = {
    ...intent,
    messages: kept,
    shown: { hash: failure === undefined ? hash : "", complete },
  };
  await parts.deliveries.set(deliveryKey(intent), next);
  return next;
}

/** Lets the oldest copies go where there are too many; returns the others. */
export async function limitCopies(
  parts: DeliverParts,
  slot: Slot,
  { conversation }: Pick<MessageRef, "conversation">,
  ids: readonly string[],
): Promise<readonly string[]> {
  for (const id of ids.slice(0, -MAX_COPIES)) await letGo(parts, slot, { conversation, id });
  return ids.slice(-MAX_COPIES);
}

/** A copy that is not kept up to date any more must not look as if it were. Best effort: its buttons lead nowhere wrong. */
async function letGo(parts: DeliverParts, slot: Slot, message: MessageRef): Promise<void> {
  const route = await findRoute(parts, { purpose: "", conversation: conversationKey(message.conversation) });
  if (route !== undefined) await callUpdate(parts, message, route, await parts.superseded(slot));
  await parts.messages.remove(message);
}
