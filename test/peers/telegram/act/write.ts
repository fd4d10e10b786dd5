import { formatText } from "../text/format-text.ts";
import type { Mail } from "../updates/mailbox.ts";
import { addMessage } from "../world/add-message.ts";
import type { MessageDraft } from "../world/add-message.ts";
import type { Chat, ChatState } from "../world/chat.ts";
import { isGroup, isIn } from "../world/chat.ts";
import { ANONYMOUS_ADMIN, CHANNEL_SENDER, LINKED_CHANNEL_SENDER } from "../world/identity.ts";
import type { User } from "../world/identity.ts";
import type { Author, Message } from "../world/message.ts";
import { messageOf, stateOf } from "../world/world.ts";
import type { World } from "../world/world.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenMessage } from "./seen-message.ts";

/** Where and as whom a person writes. */
export interface WriteOptions {
  readonly replyTo?: SeenMessage | number;
  /** A topic of a forum; without it, General. */
  readonly topic?: number;
  /** As an anonymous administrator of the group, or as a channel the person owns. */
  readonly as?: "anonymous" | Chat;
}

/** A file a person sends. */
export interface SentFile {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly mimeType?: string;
  readonly caption?: string;
}

/** What people do with messages. */
export interface Writing {
  /** Writes; in a channel it is a post, and a linked group gets a copy. */
  write(user: User, chat: Chat, text: string, options?: WriteOptions): SeenMessage;
  sendFile(user: User, chat: Chat, file: SentFile, options?: WriteOptions): SeenMessage;
  /** Forwards into another chat. Buttons that ask the bot stay behind. */
  forward(user: User, message: SeenMessage, toChat: Chat, options?: Pick<WriteOptions, "topic">): SeenMessage;
  /** Changes the words of a person's own message. */
  editMessage(message: SeenMessage, text: string): SeenMessage;
  /** Deletes for everybody; no bot is told. */
  deleteMessage(message: SeenMessage): void;
}

/** Creates what people do with messages. */
export function createWriting(world: World, mail: Mail): Writing {
  const send = (user: User, chat: Chat, draft: Omit<MessageDraft, "author">, options: WriteOptions): SeenMessage => {
    const state = stateOf(world, chat);
    enter(state, user);
    const { replyTo, topic } = options;
    const message = addMessage(world, state, {
      ...draft,
      author: authorOf(world, state, user, options.as),
      replyToId: typeof replyTo === "object" ? replyTo.id : replyTo,
      topicId: topicOf(state, replyTo, topic),
    });
    mail.deliverMessage(message);
    if (state.kind === "channel") copyToDiscussion(world, mail, message);
    return seeMessage(message);
  };
  return {
    write: (user, chat, text, options = {}) => {
      const formatted = formatText(text, []);
      if (formatted.text === "" || formatted.text.length > 4096) throw new Error("No client sends such a text");
      return send(user, chat, { content: { kind: "text", text: formatted } }, options);
    },
    sendFile: (user, chat, { name, data, mimeType, caption = "" }, options = {}) => {
      const file = world.files.add(name, Buffer.from(data), mimeType);
      return send(user, chat, { content: { kind: "document", file, caption: formatText(caption, []) } }, options);
    },
    forward: (user, message, toChat, options = {}) => {
      const original = find(world, message);
      const from = original.chat.kind === "channel" ? { channel: original.chat, messageId: original.id } : undefined;
      const forward = original.forward ?? {
        author: original.author,
        date: original.date,
        ...(from === undefined ? {} : { post: from }),
      };
      return send(user, toChat, { content: original.content, forward }, options);
    },
    editMessage: (message, text) => {
      const original = find(world, message);
      original.content = { kind: "text", text: formatText(text, []) };
      original.editDate = world.now();
      original.edits += 1;
      world.changes.announce();
      mail.deliverMessage(original, true);
      return seeMessage(original);
    },
    deleteMessage: (message) => {
      stateOf(world, message.chat).messages.delete(message.id);
      world.changes.announce();
    },
  };
}

/** Throws unless the person may write here: a test that lets strangers write means something else. */
function enter(chat: ChatState, user: User): void {
  if (chat.pair !== undefined) {
    if (chat.pair.userId !== user.id) throw new Error(`This is not the private chat of user ${user.id}`);
    chat.started = true;
  } else if (!isIn(chat.members.get(user.id))) {
    throw new Error(`User ${user.id} is not in chat ${chat.id}; add them first`);
  }
}

function authorOf(world: World, chat: ChatState, user: User, as: WriteOptions["as"]): Author {
  if (chat.kind === "channel") return { asChat: chat };
  if (as === undefined) return { user };
  if (!isGroup(chat)) throw new Error("Only in groups people write as somebody else");
  return as === "anonymous"
    ? { user: ANONYMOUS_ADMIN, asChat: chat }
    : { user: CHANNEL_SENDER, asChat: stateOf(world, as) };
}

/** A reply stands in the topic of what it replies to, unless the person chose another. */
function topicOf(chat: ChatState, replyTo: WriteOptions["replyTo"], topic: number | undefined): number | undefined {
  if (topic !== undefined) {
    if (!chat.topics.has(topic)) throw new Error(`Chat ${chat.id} has no topic ${topic}`);
    return topic;
  }
  const id = typeof replyTo === "object" ? replyTo.id : replyTo;
  const replied = id === undefined ? undefined : messageOf(chat, id);
  return replied?.isTopicMessage === true ? replied.threadId : undefined;
}

function copyToDiscussion(world: World, mail: Mail, post: Message): void {
  const group = [...world.chats.values()].find((chat) => chat.linkedChannel === post.chat);
  if (group === undefined) return;
  const copy = addMessage(world, group, {
    author: { user: LINKED_CHANNEL_SENDER, asChat: post.chat },
    content: post.content,
    forward: { author: post.author, date: post.date, post: { channel: post.chat, messageId: post.id } },
    isAutomaticForward: true,
  });
  mail.deliverMessage(copy);
}

function find(world: World, message: SeenMessage): Message {
  const found = messageOf(stateOf(world, message.chat), message.id);
  if (found === undefined) throw new Error(`Message ${message.id} is deleted`);
  return found;
}
