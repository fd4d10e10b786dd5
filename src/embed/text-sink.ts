import type { TextSink } from "./commands/command.ts";

/**
 * Writes to a host's stream. What goes wrong there is the host's trouble: it neither fails a run nor hides how it went. Text
 * of renderers also stands in `_meta.rendered`.
 */
export function writeQuietly(sink: TextSink, text: string): void {
  try {
    sink.write(text);
  } catch {
    // Nobody is left to be told.
  }
}
