/** A message as a platform shows it now, edits included. */
export interface ShownMessage {
  readonly id: string;
  readonly text: string;
  /** Labels of its buttons, in order. */
  readonly buttons: readonly string[];
  /** Names of files that went along. */
  readonly files: readonly string[];
}

/**
 * Acts as people on a platform and looks at what they see. Scenarios are written against this alone, so that they run over
 * every adapter: each platform brings a driver over its own test server.
 */
export interface ChatDriver {
  /** A person writes something. Resolves, with what they were answered, when everything is shown. */
  say(person: string, text: string): Promise<string>;
  /** A person presses a button of a message, by default of the newest that has one with this label. */
  press(person: string, label: string, message?: ShownMessage): Promise<string>;
  /** A person replies to the newest message that asks for it. */
  reply(person: string, text: string): Promise<string>;
  /** A press with a payload that a foreign client made up. */
  pressPayload(person: string, payload: string): Promise<string>;
  /** Everything that is shown, oldest first. */
  messages(): readonly ShownMessage[];
  /** The message as it is shown now. */
  look(message: ShownMessage): ShownMessage;
  /** The newest message that is the card of a gate, open or not. */
  lastCard(): ShownMessage;
  /** Ends the bot as a crash would and starts it again on the same state. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}
