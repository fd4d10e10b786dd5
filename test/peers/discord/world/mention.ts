/**
 * A mention in something the bot sent. `pings` tells whether somebody would have been notified: it stands where mentions
 * count, `allowed_mentions` lets it through, and the bot may.
 */
export interface Mention {
  readonly kind: "everyone" | "user" | "role" | "reply";
  /** The account or role; absent for everyone. */
  readonly id: string | undefined;
  /** The mention as it was written; empty for the author of a message that is replied to. */
  readonly text: string;
  readonly where: "content" | "component" | "embed" | "reply";
  readonly pings: boolean;
  readonly channelId: string;
  readonly messageId: string;
}
