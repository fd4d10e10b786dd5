import { addMessage, deleteMessage, editMessage } from "../messages/change-messages.ts";
import { assertWritable } from "../messages/threads.ts";
import { lengthOf } from "../rules/length.ts";
import type { Channel, ChannelState } from "../world/channel.ts";
import { cleanFileName, guessContentType } from "../world/files.ts";
import type { Attachment } from "../world/files.ts";
import type { User, UserState } from "../world/identity.ts";
import { NO_CONTENT } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import { may } from "../world/permissions.ts";
import { channelOf, findMessage } from "../world/world.ts";
import type { World } from "../world/world.ts";
import type { SentFile } from "./command-data.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenMessage } from "./seen-message.ts";

/** How a person writes. */
export interface WriteOptions {
  readonly replyTo?: SeenMessage;
  readonly files?: readonly SentFile[];
}

/** What people do with messages. */
export interface Writing {
  write(user: User, channel: Channel, text: string, options?: WriteOptions): SeenMessage;
  /** A webhook writes under a name. The account it returns can be used for forged presses. */
  writeAsWebhook(
    channel: Channel,
    name: string,
    text: string,
  ): { readonly webhook: User; readonly message: SeenMessage };
  /** Changes the words of a person's own message. */
  editMessage(message: SeenMessage, text: string): SeenMessage;
  /** Deletes for everybody, whoever wrote it. */
  deleteMessage(message: SeenMessage): void;
}

/** Creates what people do with messages. */
export function createWriting(world: World): Writing {
  const send = (author: User, channel: ChannelState, text: string, options: WriteOptions): SeenMessage => {
    const files = (options.files ?? []).map((file) => keep(world, channel, file));
    if ((text === "" && files.length === 0) || lengthOf(text) > 2000) throw new Error("No client sends such a text");
    const { replyTo } = options;
    const message = addMessage(world, {
      channel,
      author,
      content: { ...NO_CONTENT, text, attachments: files },
      ...(replyTo === undefined ? {} : { replyTo: { messageId: replyTo.id, channelId: channel.id } }),
    });
    return seeMessage(message);
  };
  return {
    write: (user, channel, text, options = {}) => {
      const state = channelOf(world, channel);
      enter(state, user);
      return send(user, state, text, options);
    },
    writeAsWebhook: (channel, name, text) => {
      const webhook: UserState = {
        id: world.ids.next(),
        username: name,
        globalName: undefined,
        isBot: true,
        isWebhook: true,
        locale: "en-US",
        takesDirectMessages: false,
      };
      world.users.set(webhook.id, webhook);
      return { webhook, message: send(webhook, channelOf(world, channel), text, {}) };
    },
    editMessage: (message, text) => {
      const original = find(world, message);
      editMessage(world, original, { ...original.content, text }, undefined);
      return seeMessage(original);
    },
    deleteMessage: (message) => deleteMessage(world, find(world, message)),
  };
}

/** Throws unless the person may write here: a test that lets strangers write means something else. */
function enter(channel: ChannelState, user: User): void {
  const { guild, recipient, thread } = channel;
  if (guild === undefined) {
    if (recipient?.id !== user.id) throw new Error(`These are not the direct messages of user ${user.id}`);
    return;
  }
  if (!may(channel, user.id, thread === undefined ? "SEND_MESSAGES" : "SEND_MESSAGES_IN_THREADS")) {
    throw new Error(`User ${user.id} may not write in channel ${channel.id}`);
  }
  assertWritable(channel, user.id);
}

function keep(world: World, channel: ChannelState, file: SentFile): Attachment {
  return world.files.add({
    id: world.ids.next(),
    channelId: channel.id,
    name: cleanFileName(file.name),
    data: Buffer.from(file.data),
    contentType: file.contentType ?? guessContentType(file.name),
    description: undefined,
    isEphemeral: false,
  });
}

function find(world: World, message: SeenMessage): Message {
  const found = findMessage(world, message.id);
  if (found === undefined) throw new Error(`Message ${message.id} is deleted`);
  return found;
}
