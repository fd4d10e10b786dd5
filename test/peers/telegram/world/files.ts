import { createHash } from "node:crypto";

/** How long a download address works after getFile, ms. */
const PATH_LIFETIME_MS = 3_600_000;

/** A file the server keeps. */
export interface StoredFile {
  readonly uniqueId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly data: Buffer;
}

/** The server's files. A file id belongs to one bot; other bots get their own for the same file. */
export interface FileStore {
  add(name: string, data: Buffer, mimeType?: string): StoredFile;
  /** The id a bot knows a file by. */
  idFor(botId: number, file: StoredFile): string;
  find(botId: number, fileId: string): StoredFile | undefined;
  /** Opens a download address; it works for an hour. */
  open(botId: number, file: StoredFile): string;
  download(botId: number, path: string): StoredFile | undefined;
}

/** Creates an empty store. `now` is in ms. */
export function createFileStore(now: () => number): FileStore {
  const files = new Map<string, StoredFile>();
  const opened = new Map<string, { readonly file: StoredFile; readonly until: number }>();
  const idFor = (botId: number, file: StoredFile): string => {
    const id = `BQACAgIAAxk${createHash("sha256").update(`${botId}/${file.uniqueId}`).digest("base64url")}`;
    files.set(`${botId}/${id}`, file);
    return id;
  };
  let count = 0;
  return {
    idFor,
    add: (name, data, mimeType) => {
      count += 1;
      return { uniqueId: `AgAD${String(count).padStart(4, "0")}`, name, mimeType: mimeType ?? guessType(name), data };
    },
    find: (botId, fileId) => files.get(`${botId}/${fileId}`),
    open: (botId, file) => {
      const path = `documents/file_${file.uniqueId.slice(4)}${/\.\w{1,10}$/.exec(file.name)?.[0] ?? ""}`;
      opened.set(`${botId}/${path}`, { file, until: now() + PATH_LIFETIME_MS });
      return path;
    },
    download: (botId, path) => {
      const found = opened.get(`${botId}/${path}`);
      return found !== undefined && now() < found.until ? found.file : undefined;
    },
  };
}

function guessType(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined) ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  log: "text/plain",
  diff: "text/x-diff",
  png: "image/png",
  svg: "image/svg+xml",
  pdf: "application/pdf",
};
