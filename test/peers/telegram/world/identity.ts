/** Somebody who can send: a person, a bot, or one of the accounts the platform writes as. */
export interface User {
  readonly id: number;
  readonly isBot: boolean;
  readonly firstName: string;
  readonly lastName?: string;
  readonly username?: string;
  readonly languageCode?: string;
}

/** A bot of this server. `privacy`: in groups it sees only what is meant for it, unless it is an administrator. */
export interface Bot {
  readonly token: string;
  readonly user: User;
  readonly privacy: boolean;
}

/** Whom messages of anonymous group administrators come from (platform-facts.md). */
export const ANONYMOUS_ADMIN: User = {
  id: 1_087_968_824,
  isBot: true,
  firstName: "Group",
  username: "GroupAnonymousBot",
};

/** Whom messages come from that a channel writes in a group. */
export const CHANNEL_SENDER: User = { id: 136_817_688, isBot: true, firstName: "Channel", username: "Channel_Bot" };

/** Whom automatic forwards of a linked channel come from. */
export const LINKED_CHANNEL_SENDER: User = { id: 777_000, isBot: false, firstName: "Telegram" };
