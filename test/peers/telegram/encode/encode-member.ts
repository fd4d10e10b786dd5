import type { Wire } from "../../shared/wire.ts";
import type { ChatState, Role } from "../world/chat.ts";
import type { User } from "../world/identity.ts";
import type { World } from "../world/world.ts";
import { encodeChat } from "./encode-chat.ts";
import { encodeUser } from "./encode-user.ts";

/** A member of a chat. */
export function encodeMember(user: User, role: Role): Wire {
  const base = { status: STATUS[role], user: encodeUser(user) };
  if (role === "creator") return { ...base, is_anonymous: false };
  if (role === "kicked") return { ...base, until_date: 0 };
  return role === "administrator" ? { ...base, ...ADMIN_RIGHTS } : base;
}

/** What a bot is told when its own place in a chat changes. */
export function encodeMemberChange(
  world: World,
  change: { readonly chat: ChatState; readonly by: User; readonly who: User; readonly from: Role; readonly to: Role },
): Wire {
  return {
    chat: encodeChat(world, change.chat),
    from: encodeUser(change.by),
    date: world.now(),
    old_chat_member: encodeMember(change.who, change.from),
    new_chat_member: encodeMember(change.who, change.to),
  };
}

/** The peer's restricted members may read only; on the wire they are members. */
const STATUS: Readonly<Record<Role, string>> = {
  creator: "creator",
  administrator: "administrator",
  member: "member",
  restricted: "member",
  left: "left",
  kicked: "kicked",
};

const ADMIN_RIGHTS: Wire = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_pin_messages: true,
  can_manage_topics: true,
};
