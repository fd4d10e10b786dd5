import { LobsterError } from "../runtime/errors.ts";

/** Signals that end a run in an orderly way, with the exit code a shell expects of them. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/** Watching for signals: the first aborts the run and waits for its processes, a second kills them at once. */
export interface Interrupts {
  readonly signal: AbortSignal;
  readonly forceSignal: AbortSignal;
  /** The exit code of the signal that came, if one did. */
  readonly exitCode: () => number | undefined;
  readonly stop: () => void;
}

/** Starts watching. The abort reason says `Received <SIG>` (workflows-and-checkpoints §15). */
export function watchInterrupts(): Interrupts {
  const first = new AbortController();
  const second = new AbortController();
  let exitCode: number | undefined;
  const names = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const listeners = names.map((name) => {
    const listener = (): void => {
      if (exitCode !== undefined) second.abort();
      exitCode ??= EXIT_CODES[name];
      first.abort(new LobsterError("cancelled", `Received ${name}`));
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: first.signal,
    forceSignal: second.signal,
    exitCode: () => exitCode,
    stop: () => {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}
