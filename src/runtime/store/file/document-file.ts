import { hash } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsync, openSync, readSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { LobsterError, systemCodeOf } from "../../errors.ts";
import type { IdSource } from "../../ports.ts";
import type { Version } from "../state-store.ts";
import { openIfThere } from "./open-if-there.ts";

/** Larger documents are neither read nor written: 64 MiB. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** The bytes of a document file; undefined only when there is no such file. Files are replaced whole, never changed. */
export function readDocumentFile(path: string): Buffer | undefined {
  const descriptor = openIfThere(path);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    assertSize(path, size);
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for (let got = -1; filled < size && got !== 0; filled += got)
      got = readSync(descriptor, bytes, filled, size - filled, null);
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

/** The version of a document with these bytes. It comes from the content, so files written by others have one too. */
export function versionOf(bytes: Buffer): Version {
  const version = hash("sha256", bytes, "hex").slice(0, 32);
  if (!isVersion(version)) throw new LobsterError("internal", "a hash came out malformed; report this");
  return version;
}

function isVersion(text: string): text is Version {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The version of the document file as it is now; undefined when there is none. */
export function readVersion(path: string): Version | undefined {
  const bytes = readDocumentFile(path);
  return bytes === undefined ? undefined : versionOf(bytes);
}

/** Throws `invalid_state` for a document beyond {@link MAX_DOCUMENT_BYTES}. */
export function assertSize(name: string, bytes: number): void {
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  const message = `the document ${name} has ${bytes} bytes, more than the ${MAX_DOCUMENT_BYTES} that can be kept; store less`;
  throw new LobsterError("invalid_state", message, { facts: { bytes, maxBytes: MAX_DOCUMENT_BYTES } });
}

/**
 * Writes a hidden sibling `.<fileName>.<hex>.tmp` (0600) to be linked or renamed into place, and returns its path. With
 * `durable` its content is on disk before that. Leaves nothing behind when it fails.
 */
export async function writeSibling(
  directory: string,
  fileName: string,
  bytes: Uint8Array,
  options: { readonly ids: IdSource; readonly durable: boolean },
): Promise<string> {
  const { path, descriptor } = openNew(directory, fileName, options.ids);
  try {
    writeFileSync(descriptor, bytes);
    if (options.durable) await fsyncLater(descriptor);
  } catch (error) {
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return path;
}

/** Puts the content of a file on disk; nothing happens when there is none. */
export async function syncFile(path: string): Promise<void> {
  const descriptor = openIfThere(path);
  if (descriptor === undefined) return;
  try {
    await fsyncLater(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a file that is of no use any more; what cannot be removed is litter and swept another day. */
export function removeQuietly(path: string): void {
  try {
    if (existsSync(path)) unlinkSync(path);
  } catch {}
}

const fsyncLater = promisify(fsync);

function openNew(directory: string, fileName: string, ids: IdSource): { path: string; descriptor: number } {
  for (let tries = 1; ; tries += 1) {
    const path = join(directory, `.${fileName}.${ids.hex(8)}.tmp`);
    try {
      return { path, descriptor: openSync(path, "wx", 0o600) };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST" || tries === 100) throw error;
    }
  }
}
