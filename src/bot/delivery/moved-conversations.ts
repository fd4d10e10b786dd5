import { ownMember } from "../../runtime/json.ts";
import { conversationKey, parseConversationKey, type Conversation } from "../adapter.ts";
import { expectText, type OpenShelf } from "../storage/shelf.ts";

/**
 * Conversations whose id changed (a group that became a supergroup). Config, runs and storage go on naming the id they
 * know; what goes out is addressed to the new one, what comes in is brought back to the old one.
 */
export interface MovedConversations {
  record(from: Conversation, to: Conversation): Promise<void>;
  /** Where to send what is meant for `conversation`. */
  outbound(conversation: Conversation): Promise<Conversation>;
  /** Which conversation of ours something from `conversation` belongs to. */
  inbound(conversation: Conversation): Promise<Conversation>;
}

/** Creates the record of moves. Topics keep their id when their group moves. */
export function createMovedConversations(openShelf: OpenShelf): MovedConversations {
  const shelf = openShelf("moved", (value) => ({
    base: expectText(value, "base"),
    direction: ownMember(value, "direction") === "back" ? "back" : "forth",
  }));
  const follow = async (conversation: Conversation, direction: "back" | "forth"): Promise<Conversation> => {
    const { topic, ...base } = conversation;
    const moved = await shelf.get(`${direction} ${conversationKey(base)}`);
    const target = moved === undefined ? undefined : parseConversationKey(moved.base);
    if (target === undefined) return conversation;
    return topic === undefined ? target : { ...target, topic };
  };
  return {
    record: async (from, to) => {
      const origin = conversationKey(withoutTopic(await follow(from, "back")));
      const target = conversationKey(withoutTopic(to));
      if (origin === target) return;
      await shelf.set(`forth ${origin}`, { base: target, direction: "forth" });
      await shelf.set(`back ${target}`, { base: origin, direction: "back" });
    },
    outbound: (conversation) => follow(conversation, "forth"),
    inbound: (conversation) => follow(conversation, "back"),
  };
}

function withoutTopic({ platform, id }: Conversation): Conversation {
  return { platform, id };
}
