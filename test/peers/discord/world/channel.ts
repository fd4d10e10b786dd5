import type { GuildState, Overwrite } from "./guild.ts";
import type { UserState } from "./identity.ts";
import type { Message } from "./message.ts";

/** What a channel is. */
export type ChannelKind = "text" | "announcement" | "voice" | "category" | "dm" | "publicThread" | "privateThread";

/** What a test holds of a channel. */
export interface Channel {
  readonly id: string;
  readonly kind: ChannelKind;
  /** Absent for direct messages. */
  readonly guildId: string | undefined;
}

/** What the server knows of a channel. */
export interface ChannelState extends Channel {
  readonly guild: GuildState | undefined;
  /** The channel of a thread, the category of a channel. */
  readonly parent: ChannelState | undefined;
  /** Direct messages: the person. */
  readonly recipient: UserState | undefined;
  readonly overwrites: Map<string, Overwrite>;
  readonly messages: Map<string, Message>;
  readonly position: number;
  readonly thread: ThreadState | undefined;
  name: string;
  topic: string | undefined;
  lastMessageId: string | undefined;
}

/** What the server knows of a thread. Times in ms, `autoArchiveMinutes` as Discord gives it. */
export interface ThreadState {
  readonly ownerId: string;
  readonly members: Map<string, number>;
  readonly createdAt: number;
  isArchived: boolean;
  isLocked: boolean;
  archivedAt: number;
  autoArchiveMinutes: number;
  sent: number;
}

/** The number Discord gives a kind of channel. */
export const CHANNEL_TYPES: Readonly<Record<ChannelKind, number>> = {
  text: 0,
  dm: 1,
  voice: 2,
  category: 4,
  announcement: 5,
  publicThread: 11,
  privateThread: 12,
};

/** True for channels one can write in. */
export function isTextual({ kind }: Channel): boolean {
  return kind !== "category";
}

/** True for channels that threads can be opened in. */
export function takesThreads({ kind }: Channel): boolean {
  return kind === "text" || kind === "announcement";
}
