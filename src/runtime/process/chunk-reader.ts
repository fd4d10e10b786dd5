import type { Readable } from "node:stream";

/** Reads a stream chunk by chunk; what nobody asks for stays with the sender, but for one buffer. */
export interface ChunkReader {
  /** The next bytes, or undefined at the end, also when the stream broke or was destroyed. One call at a time. */
  read(): Promise<Uint8Array | undefined>;
}

/**
 * Takes a stream over. It has to be called in the turn in which a process was spawned: a pipe nobody listens to is
 * emptied by Node when the process exits.
 */
export function createChunkReader(stream: Readable): ChunkReader {
  let isOver = false;
  let wake: (() => void) | undefined;
  const notify = (): void => wake?.();
  const finish = (): void => {
    isOver = true;
    notify();
  };
  stream.on("readable", notify).on("end", finish).on("close", finish).on("error", finish);
  return {
    read: async () => {
      for (;;) {
        const chunk: unknown = stream.read();
        if (chunk instanceof Uint8Array) return chunk;
        if (isOver) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
