/** Why the adapter cannot go on. */
export type DiscordErrorCode = "token_refused" | "intents_refused" | "gateway_closed" | "unreachable" | "refused";

/** A final error. Its message is the one line that whoever runs the bot reads: what happened and what to do. */
export class DiscordError extends Error {
  readonly code: DiscordErrorCode;

  constructor(code: DiscordErrorCode, message: string) {
    super(message);
    this.name = "DiscordError";
    this.code = code;
  }
}
