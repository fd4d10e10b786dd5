import { existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { LobsterError, systemCodeOf } from "../errors.ts";
import type { Clock, IdSource } from "../ports.ts";
import { createChangeLog } from "./file/change-log.ts";
import { decodeDocument, encodeDocument } from "./file/document-text.ts";
import {
  readDocumentFile,
  readVersion,
  removeQuietly,
  syncFile,
  versionOf,
  writeSibling,
} from "./file/document-file.ts";
import { keyOfFileName, pathsOf, type DocumentPaths } from "./file/document-names.ts";
import { createKeyLock } from "./file/key-lock.ts";
import { sweepLitter } from "./file/litter.ts";
import { identifyHost } from "./file/lock-entry.ts";
import { withPeerLock } from "./file/peer-lock.ts";
import { readChanges } from "./file/read-changes.ts";
import { createStateDirectory } from "./file/state-directory.ts";
import { explainingFailures } from "./file/store-failure.ts";
import type { StateStore, Version, WriteOptions, WriteOutcome } from "./state-store.ts";

/** What a file store needs. */
export interface FileStoreOptions {
  /** Absolute path of `LOBSTER_STATE_DIR`; created, for this user alone, by the first write. Local to one machine. */
  readonly directory: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Name of this machine in locks; default the system's. */
  readonly hostName?: string;
  /** Told once what is questionable about the directory, in a sentence. Default: nobody. */
  readonly warn?: (message: string) => void;
}

/**
 * Documents as JSON files, one a key, in a directory that may hold the peer's files too. A write replaces the whole
 * file through a temporary sibling, so reads need no lock; `replace` and `remove` compare and change under the key's
 * lock. Two processes that replace a document by identical bytes are one write: a claim needs an id of its own.
 *
 * A write of `machine` strength syncs the file before it appears and the directory afterwards. Should that last sync
 * fail, `store_unavailable` is thrown although the document changed: read it back, as after any lost reply.
 */
export function createFileStore(options: FileStoreOptions): StateStore {
  const { clock, ids } = options;
  const warn = options.warn ?? ((): void => undefined);
  const host = identifyHost(options.hostName ?? hostname());
  const directory = createStateDirectory(options.directory, warn);
  const changeLog = createChangeLog(directory.path, ids);
  const lock = createKeyLock({ directory: directory.path, clock, ids, host, warn });
  let swept = false;

  const attempt = <T>(what: string, action: () => T | Promise<T>): Promise<T> =>
    explainingFailures(directory.path, what, action);

  /** Writes the bytes beside the document, lets `publish` put them in its place, and tells whether it did. */
  async function write(
    paths: DocumentPaths,
    bytes: Buffer,
    writeOptions: WriteOptions | undefined,
    publish: (temporary: string) => boolean | Promise<boolean>,
  ): Promise<WriteOutcome> {
    const durable = writeOptions?.survive === "machine";
    directory.ensure();
    const temporary = await writeSibling(directory.path, paths.fileName, bytes, { ids, durable });
    try {
      if (!(await publish(temporary))) return CONFLICT;
    } finally {
      removeQuietly(temporary); // gone already after a rename
    }
    if (durable) await directory.sync();
    return { kind: "written", version: versionOf(bytes) };
  }

  /** Changes the document under its lock if it still is as expected; undefined expects none. */
  function changeIfStill(paths: DocumentPaths, expected: Version | undefined, change: () => void): Promise<boolean> {
    return lock.run(paths.key, () => {
      if (readVersion(paths.file) !== expected) return false;
      changeLog.around(paths.key, change);
      return true;
    });
  }

  async function publishNew(paths: DocumentPaths, temporary: string): Promise<boolean> {
    const linked = changeLog.around(paths.key, () => tryLink(temporary, paths.file));
    if (linked !== "unsupported") return linked === "created";
    return changeIfStill(paths, undefined, () => renameSync(temporary, paths.file));
  }

  return {
    read(key) {
      return attempt(`read ${key}`, () => {
        const paths = pathsOf(directory.path, key);
        const bytes = readDocumentFile(paths.file);
        if (bytes === undefined) return undefined;
        return { key, value: decodeDocument(paths, bytes, versionOf(bytes)), version: versionOf(bytes) };
      });
    },

    create(key, value, writeOptions) {
      return attempt(`create ${key}`, () => {
        const paths = pathsOf(directory.path, key);
        const bytes = encodeDocument(key, value);
        if (existsSync(paths.file)) return CONFLICT;
        return write(paths, bytes, writeOptions, (temporary) => publishNew(paths, temporary));
      });
    },

    replace(key, value, version, writeOptions) {
      return attempt(`write ${key}`, () => {
        const paths = pathsOf(directory.path, key);
        const bytes = encodeDocument(key, value);
        if (readVersion(paths.file) !== version) return CONFLICT; // spares a hopeless write
        return write(paths, bytes, writeOptions, (temporary) => {
          const publish = (): Promise<boolean> =>
            changeIfStill(paths, version, () => renameSync(temporary, paths.file));
          return writeOptions?.besidePeer === true ? withPeerLock(paths.file, { clock, ids }, publish) : publish();
        });
      });
    },

    remove(key, version) {
      return attempt(`remove ${key}`, async () => {
        const paths = pathsOf(directory.path, key);
        if (readVersion(paths.file) !== version) return "conflict";
        return (await changeIfStill(paths, version, () => unlinkSync(paths.file))) ? "removed" : "conflict";
      });
    },

    flush(keys) {
      return attempt("flush documents", async () => {
        for (const key of keys) await syncFile(pathsOf(directory.path, key).file);
        if (keys.length > 0 && existsSync(directory.path)) await directory.sync();
      });
    },

    list(prefix, { after = "", limit = 500 } = {}) {
      return attempt("list documents", async () => {
        if (!(limit >= 1)) throw new LobsterError("invalid_request", `a page needs a limit of 1 or more, not ${limit}`);
        const names = await readNames(directory.path);
        if (!swept) sweepLitter(directory.path, names, host);
        swept = true;
        const keys = names.flatMap((name) => keyOfFileName(name) ?? []);
        const wanted = keys.filter((key) => key.startsWith(prefix) && key > after).toSorted(compareText);
        const page = wanted.slice(0, limit);
        const last = page.at(-1);
        return wanted.length > page.length && last !== undefined ? { keys: page, next: last } : { keys: page };
      });
    },

    changes(cursor) {
      return attempt("read what changed", () => readChanges(directory.path, clock, cursor));
    },
  };
}

const CONFLICT: WriteOutcome = { kind: "conflict" };

/** A hard link never replaces, so of racing creators one wins. Some file systems have none. */
function tryLink(temporary: string, path: string): "created" | "exists" | "unsupported" {
  try {
    linkSync(temporary, path);
    return "created";
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "EEXIST") return "exists";
    if (["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) return "unsupported";
    throw error;
  }
}

async function readNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
