import type { ChatState } from "./chat.ts";
import type { Bot } from "./identity.ts";
import type { Author, Content, ForwardOrigin, Markup, Message } from "./message.ts";
import { messageOf } from "./world.ts";
import type { World } from "./world.ts";

/** What a new message is made of, before the server gives it an id, a date and a thread. */
export interface MessageDraft {
  readonly author: Author;
  readonly sentBy?: Bot;
  readonly content: Content;
  readonly markup?: Markup | undefined;
  readonly replyToId?: number | undefined;
  readonly externalReply?: Message | undefined;
  readonly quote?: { readonly text: string; readonly position: number } | undefined;
  /** The topic; undefined for General and for chats without topics. */
  readonly topicId?: number | undefined;
  readonly forward?: ForwardOrigin | undefined;
  readonly isAutomaticForward?: boolean;
}

/** Puts a message at the end of a chat. Whoever wants bots to learn of it delivers it. */
export function addMessage(world: World, chat: ChatState, draft: MessageDraft): Message {
  chat.lastMessageId += 1;
  const threadId = draft.topicId ?? findThread(chat, draft.replyToId);
  const message: Message = {
    id: chat.lastMessageId,
    chat,
    author: draft.author,
    date: world.now(),
    isTopicMessage: draft.topicId !== undefined,
    isAutomaticForward: draft.isAutomaticForward ?? false,
    content: draft.content,
    markup: draft.markup,
    editDate: undefined,
    edits: 0,
    ...(draft.sentBy === undefined ? {} : { sentBy: draft.sentBy }),
    ...(draft.replyToId === undefined ? {} : { replyToId: draft.replyToId }),
    ...(draft.externalReply === undefined ? {} : { externalReply: draft.externalReply }),
    ...(draft.quote === undefined ? {} : { quote: draft.quote }),
    ...(threadId === undefined ? {} : { threadId }),
    ...(draft.forward === undefined ? {} : { forward: draft.forward }),
  };
  chat.messages.set(message.id, message);
  world.changes.announce();
  return message;
}

/**
 * In supergroups a reply belongs to the thread of what it replies to, also outside topics: the id it then carries is no
 * topic, and sending with it fails.
 */
function findThread(chat: ChatState, replyToId: number | undefined): number | undefined {
  if (chat.kind !== "supergroup" || replyToId === undefined) return undefined;
  return messageOf(chat, replyToId)?.threadId ?? replyToId;
}
