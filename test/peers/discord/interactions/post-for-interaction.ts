import { encodeMetadata } from "../encode/encode-interaction.ts";
import { composeContent } from "../messages/compose-content.ts";
import type { Composition } from "../messages/compose-content.ts";
import { addMessage } from "../messages/change-messages.ts";
import { isGiven, objectOf } from "../../shared/wire.ts";
import type { InteractionState } from "../world/interaction.ts";
import { FLAGS, MESSAGE_TYPES, hasFlag } from "../world/message.ts";
import type { Content, Message } from "../world/message.ts";
import type { World } from "../world/world.ts";

/** What an answer with a message is made of: a request, or content that is known already. */
export type InteractionMessage = Pick<Composition, "body" | "files" | "note" | "path"> | { readonly content: Content };

/** Flags an answer to an interaction may set. */
export const ANSWER_FLAGS = FLAGS.ephemeral | FLAGS.suppressEmbeds | FLAGS.suppressNotifications | FLAGS.componentsV2;

/**
 * Posts a message with the token of an interaction. It needs no permission in the channel, and only the person sees it
 * when it is ephemeral.
 */
export function postForInteraction(world: World, interaction: InteractionState, message: InteractionMessage): Message {
  const { channel, kind, user, message: source } = interaction;
  const content =
    "content" in message
      ? message.content
      : composeContent(world, { ...message, channelId: channel.id, settableFlags: ANSWER_FLAGS });
  const allowed =
    "content" in message || !isGiven(message.body, "allowed_mentions")
      ? undefined
      : objectOf(message.body, "allowed_mentions");
  return addMessage(world, {
    channel,
    author: world.bot.user,
    content,
    allowed,
    interaction: { applicationId: world.bot.application.id, metadata: encodeMetadata(interaction) },
    onlyFor: hasFlag(content, "ephemeral") ? user.id : undefined,
    ...(kind === "command" ? { type: MESSAGE_TYPES.command } : {}),
    ...(kind === "component" && source !== undefined
      ? { replyTo: { messageId: source.id, channelId: source.channel.id } }
      : {}),
  });
}
