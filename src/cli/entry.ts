import { dispatch } from "./dispatch.ts";
import { processWorld } from "./world.ts";

/** Runs the CLI as this process, with `words` as its command line. */
export async function runAsProcess(words: readonly string[]): Promise<void> {
  // A reader that has seen enough (`lobster … | head`) is no error (fault F19).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    throw error;
  });
  process.exitCode = await dispatch(words, processWorld());
}
