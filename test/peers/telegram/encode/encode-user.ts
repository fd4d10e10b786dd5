import type { Wire } from "../../shared/wire.ts";
import type { Bot, User } from "../world/identity.ts";

/** A user as in messages. */
export function encodeUser(user: User): Wire {
  return {
    id: user.id,
    is_bot: user.isBot,
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    language_code: user.languageCode,
  };
}

/** A bot as getMe answers. */
export function encodeBot({ user, privacy }: Bot): Wire {
  return {
    ...encodeUser(user),
    can_join_groups: true,
    can_read_all_group_messages: !privacy,
    supports_guest_queries: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  };
}
