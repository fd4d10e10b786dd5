import { closeSync, constants, fstatSync, writeSync } from "node:fs";
import type { IdSource } from "../../ports.ts";
import { readBootId } from "../../process/read-process-start.ts";
import { bootOf, openGenerations, readIdentity } from "./change-generations.ts";
import { openIfThere } from "./open-if-there.ts";

/** The writing side of the change feed. */
export interface ChangeLog {
  /**
   * Announces that the document of `key` is about to change and runs `publish`, which changes it. The announcement
   * failing means that nothing is published.
   */
  around<T>(key: string, publish: () => T): T;
}

/**
 * Every change is two lines: `+<nonce> <key>` before the document changes and `-<nonce> <key>` after. A reader that
 * finds the second line reads the new document. One that finds only the first may have come too early, or the writer
 * died between the lines: readers keep such a key in their cursor and report it again until the second line is there
 * or no writer can be that slow. So no change that became visible is ever missed, and failing to write the second line
 * is harmless. Each line begins with a line feed, so a line torn by a full disk cannot swallow the next one.
 *
 * Generations: a writer appends to the newest it knows, *then* looks whether the next exists; if so it writes its line
 * there as well. Hence a line that is only in generation n was appended before n+1 came into being, and a reader that
 * first sees n+1 and then reads n to its end has all of them. A generation is removed before the one after it, so a
 * file that still has its name proves that the next one, if absent, was never there.
 *
 * A generation of `fullBytes` is followed by another.
 */
export function createChangeLog(directory: string, ids: IdSource, fullBytes: number = FULL_BYTES): ChangeLog {
  const generations = openGenerations(directory);
  let current: number | undefined;

  function append(line: string): void {
    for (let tries = 1; ; tries += 1) {
      const number = current ?? findNewest();
      const size = appendTo(generations.path(number), line, () => generations.exists(number + 1));
      if (size !== undefined) {
        current = size < fullBytes ? number : rotate(number);
        return;
      }
      current = undefined;
      if (tries === MAX_TRIES) throw new Error("the change log is being replaced all the time");
    }
  }

  function findNewest(): number {
    const newest = generations.list().at(-1);
    if (newest === undefined) return create(1);
    return writtenByThisBoot(generations.path(newest)) ? newest : rotate(newest);
  }

  function rotate(number: number): number {
    create(number + 1);
    generations.removeBefore(number);
    return number + 1;
  }

  function create(number: number): number {
    generations.create(number, ids);
    return number;
  }

  return {
    around(key, publish) {
      const nonce = ids.hex(4);
      append(`\n+${nonce} ${key}\n`);
      try {
        return publish();
      } finally {
        ignoringErrors(() => append(`\n-${nonce} ${key}\n`));
      }
    },
  };
}

/** About 10,000 changes. */
const FULL_BYTES = 1024 * 1024;

const MAX_TRIES = 100;

/** The size afterwards; undefined when the line may be overlooked there: a newer generation exists or the file is gone. */
function appendTo(path: string, line: string, hasNext: () => boolean): number | undefined {
  const descriptor = openIfThere(path, constants.O_WRONLY | constants.O_APPEND);
  if (descriptor === undefined) return undefined;
  try {
    if (writeSync(descriptor, line) !== line.length) throw new Error("only a part of a line was taken (disk full?)");
    const moved = hasNext();
    const { nlink, size } = fstatSync(descriptor); // after looking for the next one: see the argument above
    return moved || nlink === 0 ? undefined : size;
  } finally {
    closeSync(descriptor);
  }
}

function writtenByThisBoot(path: string): boolean {
  const descriptor = openIfThere(path);
  if (descriptor === undefined) return true; // just removed: appending will notice
  try {
    return bootOf(readIdentity(descriptor)) === readBootId();
  } finally {
    closeSync(descriptor);
  }
}

function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch {}
}
