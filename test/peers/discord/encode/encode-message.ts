import type { Wire } from "../../shared/wire.ts";
import type { Attachment } from "../world/files.ts";
import type { Message } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { encodeThreadFor } from "./encode-guild.ts";
import { encodeTime } from "./encode-time.ts";
import { encodeMemberAlone, encodeUser } from "./encode-user.ts";

/** A message as the REST interface answers it. */
export function encodeMessage(world: World, message: Message): Wire {
  const { replyTo } = message;
  const replied = replyTo === undefined ? undefined : findReplied(world, message);
  return {
    ...encodeBasic(world, message),
    ...(replyTo === undefined
      ? {}
      : { referenced_message: replied === undefined ? null : encodeBasic(world, replied) }),
  };
}

/** A message as an event tells it: with the guild and the author's membership. */
export function encodeMessageEvent(world: World, message: Message): Wire {
  const { guild } = message.channel;
  const member = guild?.members.get(message.author.id);
  return {
    ...encodeMessage(world, message),
    ...(guild === undefined ? {} : { guild_id: guild.id }),
    ...(member === undefined ? {} : { member: encodeMemberAlone(member) }),
  };
}

/** An event's message for a session that may not read it: who and where, without what. */
export function withoutContent(message: Wire): Wire {
  return { ...message, content: "", embeds: [], attachments: [], components: [] };
}

/** A file of a message or of an option. Its address works for a day. */
export function encodeAttachment(world: World, attachment: Attachment): Wire {
  const url = `${world.origin}${world.files.addressOf(attachment)}`;
  return {
    id: attachment.id,
    filename: attachment.name,
    size: attachment.data.length,
    url,
    proxy_url: url,
    content_type: attachment.contentType,
    ...(attachment.description === undefined ? {} : { description: attachment.description }),
    ...(attachment.isEphemeral ? { ephemeral: true } : {}),
  };
}

function encodeBasic(world: World, message: Message): Wire {
  const { content, interaction, replyTo, channel, thread } = message;
  const mentioned = content.mentions.userIds.flatMap((id) => world.users.get(id) ?? []);
  return {
    type: message.type,
    content: content.text,
    mentions: mentioned.map(encodeUser),
    mention_roles: content.mentions.roleIds,
    attachments: content.attachments.map((attachment) => encodeAttachment(world, attachment)),
    embeds: content.embeds,
    timestamp: encodeTime(message.createdAt),
    edited_timestamp: message.editedAt === undefined ? null : encodeTime(message.editedAt),
    flags: content.flags,
    components: content.components,
    id: message.id,
    channel_id: channel.id,
    author: encodeUser(message.author),
    pinned: false,
    mention_everyone: content.mentions.everyone,
    tts: false,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.author.isWebhook ? { webhook_id: message.author.id } : {}),
    ...(interaction === undefined
      ? {}
      : {
          application_id: interaction.applicationId,
          webhook_id: interaction.applicationId,
          interaction_metadata: interaction.metadata,
        }),
    ...(replyTo === undefined
      ? {}
      : {
          message_reference: {
            type: 0,
            channel_id: replyTo.channelId,
            message_id: replyTo.messageId,
            ...(channel.guild === undefined ? {} : { guild_id: channel.guild.id }),
          },
        }),
    ...(thread === undefined ? {} : { thread: encodeThreadFor(thread, world.bot.user.id) }),
  };
}

function findReplied(world: World, { replyTo }: Message): Message | undefined {
  if (replyTo === undefined) return undefined;
  return world.channels.get(replyTo.channelId)?.messages.get(replyTo.messageId);
}
