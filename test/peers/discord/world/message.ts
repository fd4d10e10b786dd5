import type { Wire } from "../../shared/wire.ts";
import type { ChannelState } from "./channel.ts";
import type { Attachment } from "./files.ts";
import type { User } from "./identity.ts";

/** Bits of a message's flags. */
export const FLAGS = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  componentsV2: 1 << 15,
} as const;

/** Numbers Discord gives kinds of messages. */
export const MESSAGE_TYPES = { plain: 0, threadCreated: 18, reply: 19, command: 20, threadStarter: 21 } as const;

/** What a message shows. Embeds and components are in the form they are sent back in. */
export interface Content {
  readonly text: string;
  readonly embeds: readonly Wire[];
  readonly components: readonly Wire[];
  readonly attachments: readonly Attachment[];
  readonly flags: number;
  /** Accounts and roles it mentions for good, and whether everyone. */
  readonly mentions: { readonly userIds: readonly string[]; readonly roleIds: readonly string[]; everyone: boolean };
}

/** A message of a channel. Times in ms. */
export interface Message {
  readonly id: string;
  readonly channel: ChannelState;
  readonly author: User;
  readonly type: number;
  readonly createdAt: number;
  readonly nonce: string | number | undefined;
  readonly replyTo: { readonly messageId: string; readonly channelId: string } | undefined;
  /** Sent with the token of an interaction: the application's id, and what the message says of the interaction. */
  readonly interaction: { readonly applicationId: string; readonly metadata: Wire } | undefined;
  /** Ephemeral: the one account that sees it. */
  readonly onlyFor: string | undefined;
  content: Content;
  editedAt: number | undefined;
  /** How often it was edited. */
  edits: number;
  isDeleted: boolean;
  /** The thread that was begun from it. */
  thread: ChannelState | undefined;
}

/** Content that shows nothing. */
export const NO_CONTENT: Content = {
  text: "",
  embeds: [],
  components: [],
  attachments: [],
  flags: 0,
  mentions: { userIds: [], roleIds: [], everyone: false },
};

/** True when the flag is set. */
export function hasFlag({ flags }: { readonly flags: number }, flag: keyof typeof FLAGS): boolean {
  return (flags & FLAGS[flag]) !== 0;
}
