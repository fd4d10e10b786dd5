import { conversationKey, type MessageRef } from "../adapter.ts";
import { expectText, type OpenShelf } from "../storage/shelf.ts";
import type { Slot } from "./delivery.ts";

/** Which slot a message of ours belongs to, so that a reply or a press on it finds its purpose again. */
export interface MessageIndex {
  add(message: MessageRef, slot: Slot): Promise<void>;
  find(message: MessageRef): Promise<Slot | undefined>;
  remove(message: MessageRef): Promise<void>;
}

/** Creates the index. */
export function createMessageIndex(openShelf: OpenShelf): MessageIndex {
  const shelf = openShelf("messages", (value) => ({
    purpose: expectText(value, "purpose"),
    conversation: expectText(value, "conversation"),
  }));
  return {
    add: (message, { purpose, conversation }) => shelf.set(messageKey(message), { purpose, conversation }),
    find: (message) => shelf.get(messageKey(message)),
    remove: (message) => shelf.remove(messageKey(message)),
  };
}

function messageKey(message: MessageRef): string {
  return `${conversationKey(message.conversation)}#${message.id}`;
}
