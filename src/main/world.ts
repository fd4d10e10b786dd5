/** What the bot's process gives it: handed in by the entry point, so that nothing else touches the process. */
export interface World {
  /** Words after `lobster-chat`. */
  readonly arguments: readonly string[];
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WritableStream;
  /** `NO_COLOR` is set to anything. */
  readonly wantsNoColours: boolean;
  /** Calls back for every interrupt or termination signal. Returns how to stop listening. */
  onInterrupt(listener: () => void): () => void;
}
