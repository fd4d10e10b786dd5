import type { Wire } from "../../shared/wire.ts";
import type { ChatState } from "../world/chat.ts";
import { isGroup } from "../world/chat.ts";
import type { World } from "../world/world.ts";

/** A chat as in messages. */
export function encodeChat(world: World, chat: ChatState): Wire {
  const person = chat.pair === undefined ? undefined : world.users.get(chat.pair.userId);
  return {
    id: chat.id,
    type: chat.kind,
    ...(person === undefined
      ? { title: chat.title, username: chat.username }
      : { first_name: person.firstName, last_name: person.lastName, username: person.username }),
    ...(chat.isForum ? { is_forum: true } : {}),
  };
}

/** A chat as getChat answers. */
export function encodeFullChat(world: World, chat: ChatState): Wire {
  return {
    ...encodeChat(world, chat),
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: true,
      limited_gifts: true,
      unique_gifts: true,
      premium_subscription: true,
      gifts_from_channels: true,
    },
    ...(isGroup(chat) ? { permissions: PERMISSIONS } : {}),
    ...(chat.linkedChannel === undefined ? {} : { linked_chat_id: chat.linkedChannel.id }),
  };
}

const PERMISSIONS: Wire = {
  can_send_messages: true,
  can_send_audios: true,
  can_send_documents: true,
  can_send_photos: true,
  can_send_videos: true,
  can_send_video_notes: true,
  can_send_voice_notes: true,
  can_send_polls: true,
  can_send_other_messages: true,
  can_add_web_page_previews: true,
  can_change_info: false,
  can_invite_users: true,
  can_pin_messages: false,
  can_manage_topics: false,
};
