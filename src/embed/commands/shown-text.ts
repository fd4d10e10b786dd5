import type { HostSurroundings } from "./command-context.ts";

/** What a command shows to people while it runs. */
export interface ShownText {
  /** With the stdout that its command is to be given. */
  readonly surroundings: HostSurroundings;
  /** What was shown so far. From now on text goes to the host's stdout. */
  take(): string;
}

/** Collects what a command shows where that belongs to its result; elsewhere text goes to the host's stdout at once. */
export function openShownText(around: HostSurroundings): ShownText {
  if (around.collectsText !== true) return { surroundings: around, take: () => "" };
  const pieces: string[] = [];
  let isOpen = true;
  const stdout = {
    write: (text: string) => {
      if (isOpen) pieces.push(text);
      else around.stdout.write(text);
    },
  };
  const { stderr, registry, llmAdapters } = around;
  return {
    surroundings: {
      get stdin() {
        return around.stdin;
      },
      stdout,
      stderr,
      registry,
      llmAdapters,
    },
    take: () => {
      isOpen = false;
      return pieces.join("");
    },
  };
}
