import { LobsterError } from "../errors.ts";
import type { StageHost } from "./stage-context.ts";

/** What the renderers of a pipeline made. `written` tells that it went to stdout already; `text` is then empty. */
export interface RenderedText {
  readonly text: string;
  readonly written: boolean;
}

/** Takes the text of renderers: to stdout for a person, else kept for the caller, so that stdout stays one envelope. */
export interface RenderedSink {
  add(text: string): Promise<void>;
  /** Null while nothing was rendered. */
  result(): RenderedText | null;
}

/** Creates a sink. Kept text is capped like the output of a process; beyond that `add` throws `output_limit`. */
export function createRenderedSink(
  { mode, limits }: Pick<StageHost, "mode" | "limits">,
  stdout: NodeJS.WritableStream | undefined,
): RenderedSink {
  const pieces: string[] = [];
  let bytes = 0;
  let isUsed = false;
  const written = mode === "human" && stdout !== undefined;
  return {
    add: async (text) => {
      isUsed = true;
      if (written) return writeAll(stdout, text);
      bytes += Buffer.byteLength(text);
      if (bytes > limits.maxOutputBytes) throw tooMuch(limits.maxOutputBytes);
      pieces.push(text);
      return undefined;
    },
    result: () => (isUsed ? { text: pieces.join(""), written } : null),
  };
}

/** Resolves when the stream has taken the text, so that a slow reader holds the pipeline up instead of filling memory. */
function writeAll(stdout: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function tooMuch(maxBytes: number): LobsterError {
  return new LobsterError(
    "output_limit",
    `Rendered text exceeded ${maxBytes} bytes; render fewer items (head --n) or raise the output limit`,
    { facts: { maxBytes } },
  );
}
