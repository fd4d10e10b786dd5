import type { Word } from "../words/word.ts";

/** A simple command while it is read: a program or builtin and its words. */
export interface Command {
  readonly words: Word[];
  /** The targets of `<<<`. */
  readonly hereStrings: Word[];
  /** Nothing of it was read yet, so that a keyword may stand here. */
  isFresh: boolean;
  /** `for … in` and the like: the words are a list, not a command. */
  isList: boolean;
  /** Shells disagree on whether it goes on. */
  isUnclear: boolean;
}

/** A command of which nothing was read yet. */
export function createCommand(): Command {
  return { words: [], hereStrings: [], isFresh: true, isList: false, isUnclear: false };
}
