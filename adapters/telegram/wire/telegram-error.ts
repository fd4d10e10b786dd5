/** Why the adapter cannot go on. */
export type TelegramErrorCode =
  "token_refused" | "second_poller" | "webhook_set_elsewhere" | "unreachable" | "refused" | "port_not_open";

/** A final error. Its message is the one line that whoever runs the bot reads: what happened and what to do. */
export class TelegramError extends Error {
  readonly code: TelegramErrorCode;

  constructor(code: TelegramErrorCode, message: string) {
    super(message);
    this.name = "TelegramError";
    this.code = code;
  }
}
