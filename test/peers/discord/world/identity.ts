/** An account: a person, a bot, or a webhook that writes. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly globalName: string | undefined;
  readonly isBot: boolean;
  /** A webhook: it writes and presses nothing, on the real platform. */
  readonly isWebhook: boolean;
  /** The language of the person's client, as Discord names it. */
  readonly locale: string;
}

/** What the server knows of an account. */
export interface UserState extends User {
  /** False: messages of the bot are refused with 50007. */
  takesDirectMessages: boolean;
}

/** The bot of a server. */
export interface Bot {
  readonly token: string;
  readonly user: UserState;
  /** The application's id and name. */
  readonly application: { readonly id: string; readonly name: string };
}
