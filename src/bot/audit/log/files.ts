import { constants } from "node:fs";
import { mkdir, open, readdir, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { systemCodeOf } from "../../../runtime/errors.ts";

/** The files of a log, one a month. Reading creates nothing; a file that is not there is empty. */
export interface AuditFiles {
  /** The folder they are in, where the key that signs receipts is, too. */
  readonly directory: string;
  /** Months that have a file, oldest first. */
  months(): Promise<readonly string[]>;
  size(month: string): Promise<number>;
  /** At most `length` bytes from `offset`; fewer at the end. */
  read(month: string, offset: number, length: number): Promise<Buffer>;
  /**
   * Writes at a place, which makes it harmless to do so twice, and puts it on disk. Throws with a part written when the
   * disk is full.
   */
  writeAt(month: string, offset: number, bytes: Buffer): Promise<void>;
  /** How people find a file. */
  nameOf(month: string): string;
}

/** Where the audit of a state directory is kept. */
export function auditDirectoryOf(stateDirectory: string): string {
  return path.join(stateDirectory, "audit");
}

/** The files in a directory. It is created for this user alone (0700, files 0600) by the first write. */
export function createAuditFiles(directory: string): AuditFiles {
  const nameOf = (month: string): string => path.join(directory, `${month}.jsonl`);
  return {
    directory,
    nameOf,
    months: async () => {
      const names = await ifThere(() => readdir(directory), []);
      return names.flatMap((name) => /^([0-9]{4}-(?:0[1-9]|1[0-2]))\.jsonl$/.exec(name)?.[1] ?? []).toSorted();
    },
    size: (month) => ifThere(async () => (await stat(nameOf(month))).size, 0),
    read: (month, offset, length) =>
      ifThere(() => withFile(nameOf(month), "r", (file) => readAll(file, offset, length)), Buffer.alloc(0)),
    writeAt: async (month, offset, bytes) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const isNew = await withFile(nameOf(month), WRITE, (file) => writeAll(file, offset, bytes));
      if (isNew) await syncDirectory(directory);
    },
  };
}

/** Creates the file, never cuts it, and lets the writer choose the place. */
const WRITE = constants.O_CREAT | constants.O_RDWR;

async function withFile<T>(name: string, flags: string | number, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(name, flags, 0o600);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function readAll(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const { bytesRead } = await file.read(bytes, got, length - got, offset + got);
    if (bytesRead === 0) break;
    got += bytesRead;
  }
  return bytes.subarray(0, got);
}

/** True when nothing stood in the file before. */
async function writeAll(file: FileHandle, offset: number, bytes: Buffer): Promise<boolean> {
  const { size } = await file.stat();
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    if (bytesWritten === 0) throw new Error("The disk took nothing of what was to be written");
    done += bytesWritten;
  }
  await file.datasync();
  return size === 0;
}

async function syncDirectory(directory: string): Promise<void> {
  try {
    await withFile(directory, "r", (file) => file.sync());
  } catch (thrown) {
    // Some file systems cannot sync a directory.
    if (!["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP", "ENOSYS"].includes(systemCodeOf(thrown))) throw thrown;
  }
}

async function ifThere<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (systemCodeOf(thrown) === "ENOENT") return otherwise;
    throw thrown;
  }
}
