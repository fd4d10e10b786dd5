import type { Wire } from "../../shared/wire.ts";
import type { Member } from "../world/guild.ts";
import { INTERACTION_TYPES } from "../world/interaction.ts";
import type { InteractionState } from "../world/interaction.ts";
import { permissionsIn } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { encodeChannelFor } from "./encode-channel.ts";
import { encodeMessage } from "./encode-message.ts";
import { encodeMember, encodeUser } from "./encode-user.ts";

/** An upload of an interaction's answer may be this large, bytes. */
export const ATTACHMENT_LIMIT = 10 * 1024 * 1024;

/** An interaction as INTERACTION_CREATE tells it. */
export function encodeInteraction(world: World, interaction: InteractionState): Wire {
  const { bot } = world;
  const { channel, user, message } = interaction;
  const { guild } = channel;
  return {
    version: 1,
    id: interaction.id,
    application_id: bot.application.id,
    type: INTERACTION_TYPES[interaction.kind],
    token: interaction.token,
    data: interaction.data,
    channel_id: channel.id,
    channel: encodeChannelFor(channel, user.id),
    locale: user.locale,
    app_permissions: String(permissionsIn(channel, bot.user.id)),
    entitlements: [],
    entitlement_sku_ids: [],
    attachment_size_limit: ATTACHMENT_LIMIT,
    ...(message === undefined ? {} : { message: encodeMessage(world, message) }),
    ...(guild === undefined
      ? { user: encodeUser(user), context: 1, authorizing_integration_owners: { "0": "0" } }
      : {
          guild_id: guild.id,
          guild_locale: guild.locale,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          context: 0,
          authorizing_integration_owners: { "0": guild.id },
          member: {
            ...encodeMember(guild.members.get(user.id) ?? formerMember(interaction)),
            permissions: String(permissionsIn(channel, user.id)),
          },
        }),
  };
}

/** What a message says of the interaction it answers. */
export function encodeMetadata(interaction: InteractionState): Wire {
  const { id, kind, user, channel, message, source } = interaction;
  const base = {
    id,
    type: INTERACTION_TYPES[kind],
    user: encodeUser(user),
    authorizing_integration_owners: { "0": channel.guild?.id ?? "0" },
  };
  if (kind === "component") return { ...base, interacted_message_id: message?.id };
  if (kind !== "modal") return base;
  // A modal that nothing opened says that a command did.
  const trigger = source === undefined ? { ...base, type: INTERACTION_TYPES.command } : encodeMetadata(source);
  return { ...base, triggering_interaction_metadata: trigger };
}

/** Somebody who has left and whose client does not know yet. */
function formerMember({ user, memberRoleIds }: InteractionState): Member {
  return { user, roleIds: new Set(memberRoleIds), joinedAt: 0, nickname: undefined };
}
