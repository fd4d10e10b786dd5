import type { Clock } from "../../runtime/ports.ts";
import {
  parseConversationKey,
  type ChatAdapter,
  type Conversation,
  type MessageRef,
  type OutboundMessage,
  type Platform,
  type SendOutcome,
  type UpdateOutcome,
} from "../adapter.ts";
import { describeThrown, type Log } from "../log.ts";
import type { Delivery, Slot } from "./delivery.ts";
import type { MovedConversations } from "./moved-conversations.ts";

/** A platform call that takes longer than this has an unknown outcome. */
const CALL_LIMIT_MS = 60_000;

/** What calls to platforms need. */
export interface CallParts {
  readonly adapters: ReadonlyMap<Platform, ChatAdapter>;
  readonly moved: MovedConversations;
  readonly clock: Clock;
  readonly log: Log;
}

/** The platform and conversation a slot leads to just now. */
export interface Route {
  readonly adapter: ChatAdapter;
  readonly conversation: Conversation;
}

/** Where a slot leads just now; undefined where its platform is off. */
export async function findRoute(parts: CallParts, slot: Slot): Promise<Route | undefined> {
  const conversation = parseConversationKey(slot.conversation);
  const adapter = conversation === undefined ? undefined : parts.adapters.get(conversation.platform);
  if (conversation === undefined || adapter === undefined) return undefined;
  return { adapter, conversation: await parts.moved.outbound(conversation) };
}

/** Asks the platform to send, once. */
export async function callSend(
  parts: CallParts,
  route: Route,
  message: OutboundMessage,
  nonce: string,
  replyTo: MessageRef | undefined,
): Promise<SendOutcome> {
  const options = replyTo === undefined ? { nonce } : { nonce, replyTo };
  return await guardCall<SendOutcome>(parts, () => route.adapter.send(route.conversation, message, options));
}

/** Asks the platform to edit, once. */
export async function callUpdate(
  parts: CallParts,
  ref: MessageRef,
  route: Route,
  message: OutboundMessage,
): Promise<UpdateOutcome> {
  return await guardCall<UpdateOutcome>(parts, () => route.adapter.update(ref, message));
}

/** What came of looking for a message that may have been sent. */
export type Search =
  | { readonly kind: "found"; readonly message: MessageRef }
  /** It is not there, or the platform cannot tell. */
  | { readonly kind: "not_found" }
  /** The platform could tell, but not now. */
  | { readonly kind: "not_looked" };

/** Asks the platform for a message with this nonce, where it can tell. */
export async function callFind(
  parts: CallParts,
  route: Route,
  intent: Delivery,
  replyTo: MessageRef | undefined,
): Promise<Search> {
  try {
    const message = await route.adapter.find?.(route.conversation, intent.nonce, intent.since, replyTo);
    return message === undefined ? { kind: "not_found" } : { kind: "found", message };
  } catch (thrown) {
    parts.log.warn("message_lookup_failed", describeThrown(thrown));
    return { kind: "not_looked" };
  }
}

/** An adapter that throws or does not come back has told nothing: the outcome is unknown. */
async function guardCall<T>(
  parts: CallParts,
  call: () => Promise<T>,
): Promise<T | { readonly kind: "unknown"; readonly detail: string }> {
  const done = new AbortController();
  try {
    const late = parts.clock
      .sleep(CALL_LIMIT_MS, done.signal)
      .then(() => ({ kind: "unknown", detail: "no answer in time" }) as const);
    late.catch(() => undefined);
    return await Promise.race([call(), late]);
  } catch (thrown) {
    parts.log.warn("platform_call_failed", describeThrown(thrown));
    return { kind: "unknown", detail: "the call failed" };
  } finally {
    done.abort();
  }
}
