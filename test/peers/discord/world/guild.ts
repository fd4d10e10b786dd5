import type { UserState } from "./identity.ts";

/** What a test holds of a guild. */
export interface Guild {
  readonly id: string;
  readonly name: string;
}

/** What the server knows of a guild. The role with the guild's id is everybody's. */
export interface GuildState extends Guild {
  readonly ownerId: string;
  readonly locale: string;
  readonly roles: Map<string, RoleState>;
  readonly members: Map<string, Member>;
  readonly createdAt: number;
  /** False during an outage of the guild. */
  isAvailable: boolean;
}

/** What a test holds of a role. */
export interface Role {
  readonly id: string;
  readonly guildId: string;
  readonly name: string;
}

/** What the server knows of a role. */
export interface RoleState extends Role {
  permissions: bigint;
  readonly position: number;
  readonly isMentionable: boolean;
  /** The role a bot brings along. */
  readonly botId: string | undefined;
}

/** An account in a guild. `joinedAt` in ms. */
export interface Member {
  readonly user: UserState;
  readonly roleIds: Set<string>;
  readonly joinedAt: number;
  nickname: string | undefined;
}

/** What a channel allows and denies a role or a member beyond the guild's roles. */
export interface Overwrite {
  readonly id: string;
  readonly kind: "role" | "member";
  readonly allow: bigint;
  readonly deny: bigint;
}
