import { ownMember, isJsonObject, type JsonObject } from "../../runtime/json.ts";
import type { OutboundMessage } from "../adapter.ts";
import { expectNumber, expectText, expectTexts, type OpenShelf, type Shelf } from "../storage/shelf.ts";

/**
 * A place for one message: what it is for (`gate:workflow_resume_…`, `run:A2B3C4D5`) and the key of the conversation
 * it stands in. One purpose has at most one message in a conversation, however often it is shown or the bot restarts.
 */
export interface Slot {
  readonly purpose: string;
  readonly conversation: string;
}

/** What a slot should show. */
export interface Content {
  readonly message: OutboundMessage;
  /** False when something that is being approved did not fit and goes along as a file. */
  readonly complete: boolean;
  /**
   * Sent first instead of the message, which then takes its place, on a platform that loses messages: for one without
   * buttons. Should its sending be cut off, it can never be edited, so it may only say what stays true.
   */
  readonly opening?: OutboundMessage;
  /** `progress` may wait and be skipped for something newer; it uses at most half of the conversation's budget. */
  readonly pace: "now" | "progress";
  /** The purpose whose message in the same conversation this one replies to. */
  readonly replyTo?: string;
}

/**
 * What became of a slot. `sending` is the durable intent, written before the platform is asked: found again after a crash,
 * it means that the message may or may not be there.
 */
export interface Delivery extends Slot {
  readonly state: "sending" | "sent" | "undelivered";
  readonly nonce: string;
  /** When the first attempt with this nonce began, ms. */
  readonly since: number;
  /** The one further message that an unknown outcome allows has been used. */
  readonly followedUp: boolean;
  /** Some message of this slot may be there whose id nobody knows. */
  readonly mayHaveLost?: true;
  /** Ids of the messages that show this slot, oldest first. */
  readonly messages: readonly string[];
  /**
   * Key of the conversation those messages stand in, where its id is not the slot's any more. A message's id means
   * nothing in another conversation, also not in the one that a group became.
   */
  readonly sentTo?: string;
  /**
   * What the messages show: a digest of the content, and whether it was complete. While one is being sent: whether all that
   * may be there are complete.
   */
  readonly shown?: { readonly hash: string; readonly complete: boolean };
}

/** Where a slot's delivery is kept. */
export function deliveryKey(slot: Slot): string {
  return `${slot.purpose}@${slot.conversation}`;
}

/** Opens the shelf of deliveries. */
export function openDeliveries(openShelf: OpenShelf): Shelf<Delivery> {
  return openShelf("deliveries", decodeDelivery);
}

/** The key of the conversation in which a slot's messages stand. */
export function placeOf(delivery: Delivery): string {
  return delivery.sentTo ?? delivery.conversation;
}

function decodeDelivery(value: JsonObject): Delivery {
  const state = expectText(value, "state");
  const sentTo = ownMember(value, "sentTo");
  const shown = ownMember(value, "shown");
  return {
    purpose: expectText(value, "purpose"),
    conversation: expectText(value, "conversation"),
    // An unreadable state counts as "may have been sent": nothing is repeated blindly.
    state: state === "sent" || state === "undelivered" ? state : "sending",
    nonce: expectText(value, "nonce"),
    since: expectNumber(value, "since"),
    followedUp: ownMember(value, "followedUp") === true,
    // Earlier versions told only of the last message.
    ...(ownMember(value, "mayHaveLost") === true || ownMember(value, "followedUp") === true
      ? { mayHaveLost: true }
      : {}),
    messages: expectTexts(value, "messages"),
    ...(typeof sentTo === "string" ? { sentTo } : {}),
    ...(isJsonObject(shown)
      ? { shown: { hash: expectText(shown, "hash"), complete: ownMember(shown, "complete") === true } }
      : {}),
  };
}
