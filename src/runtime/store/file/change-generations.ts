import { closeSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCodeOf } from "../../errors.ts";
import type { IdSource } from "../../ports.ts";
import { readBootId } from "../../process/read-process-start.ts";
import { removeQuietly } from "./document-file.ts";

/**
 * The change log is a row of files `changes/<number>.log`, called generations. Lines are only ever appended to the
 * newest; generations before the previous one are removed, oldest first. The first line is the generation's identity
 * `#<boot>.<random>`: a directory that was cleared and begun again has the same numbers, but other identities, and a
 * generation that another boot wrote may have lost its end when the machine stopped.
 */
export interface GenerationFiles {
  /** Numbers of the generations that exist, ascending; none when nothing was ever written. */
  list(): number[];
  path(number: number): string;
  exists(number: number): boolean;
  /** Creates a generation with its identity, unless it exists already. */
  create(number: number, ids: IdSource): void;
  /** Removes all generations before `number`. */
  removeBefore(number: number): void;
}

/** The generations of the store in `directory`. */
export function openGenerations(directory: string): GenerationFiles {
  const folder = join(directory, "changes");
  const files: GenerationFiles = {
    list: () =>
      readNames(folder)
        .flatMap(numberOf)
        .toSorted((a, b) => a - b),
    path: (number) => join(folder, `${number}.log`),
    exists: (number) => existsSync(files.path(number)),
    create(number, ids) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      createWhole(
        files.path(number),
        `#${readBootId()}.${ids.hex(6)}\n`,
        join(directory, `.changes.${ids.hex(8)}.tmp`),
      );
    },
    removeBefore(number) {
      for (const old of files.list()) if (old < number) removeQuietly(files.path(old));
    },
  };
  return files;
}

/** The identity of an open generation, `<boot>.<random>`; an empty text when its first line is not one. */
export function readIdentity(descriptor: number): string {
  const bytes = Buffer.alloc(IDENTITY_LINE_BYTES);
  const got = readSync(descriptor, bytes, 0, bytes.length, 0);
  return /^#([0-9a-f]{8}\.[0-9a-f]{1,12})\n/.exec(bytes.toString("latin1", 0, got))?.[1] ?? "";
}

/** The boot part of an identity. */
export function bootOf(identity: string): string {
  return identity.slice(0, 8);
}

/** `#`, 8 digits of the boot id, `.`, 12 random digits, line feed. */
const IDENTITY_LINE_BYTES = 23;

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function numberOf(name: string): number[] {
  const digits = /^([1-9][0-9]{0,14})\.log$/.exec(name)?.[1];
  return digits === undefined ? [] : [Number(digits)];
}

/** Nobody may append before the identity is there, so the file appears with it, by a link that never replaces. */
function createWhole(path: string, text: string, temporary: string): void {
  writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") createDirectly(path, text);
  } finally {
    removeQuietly(temporary);
  }
}

/** For file systems without links. A line that slips in before the identity makes readers list everything once more. */
function createDirectly(path: string, text: string): void {
  try {
    const descriptor = openSync(path, "ax", 0o600);
    writeFileSync(descriptor, text);
    closeSync(descriptor);
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}
