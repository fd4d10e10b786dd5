import type { Wire } from "../../shared/wire.ts";
import type { Member } from "../world/guild.ts";
import type { Bot, User } from "../world/identity.ts";
import { encodeTime } from "./encode-time.ts";

/** An account as everybody sees it. */
export function encodeUser(user: User): Wire {
  return {
    id: user.id,
    username: user.username,
    avatar: null,
    discriminator: user.isWebhook ? "0000" : "0",
    public_flags: 0,
    flags: 0,
    ...(user.isBot || user.isWebhook ? { bot: true } : {}),
    banner: null,
    accent_color: null,
    global_name: user.globalName ?? null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}

/** The bot as it sees itself. */
export function encodeSelf(bot: Bot): Wire {
  const { primary_guild: _guild, ...user } = encodeUser(bot.user);
  return { ...user, mfa_enabled: true, locale: bot.user.locale, verified: true, email: null };
}

/** An account in a guild. */
export function encodeMember(member: Member): Wire {
  return { ...encodeMemberAlone(member), user: encodeUser(member.user) };
}

/** A member without the account, as it stands beside an author. */
export function encodeMemberAlone(member: Member): Wire {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    flags: 0,
    joined_at: encodeTime(member.joinedAt),
    nick: member.nickname ?? null,
    pending: false,
    premium_since: null,
    roles: [...member.roleIds],
    mute: false,
    deaf: false,
  };
}

/** The application as its bot sees it. */
export function encodeApplication({ application, user }: Bot, guildCount: number): Wire {
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: "",
    type: null,
    bot: encodeUser(user),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: "0".repeat(64),
    flags: 0,
    flags_new: "0",
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner: encodeUser({ ...user, id: "1", username: "owner", isBot: false }),
    approximate_guild_count: guildCount,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: ["bot", "applications.commands"],
  };
}
