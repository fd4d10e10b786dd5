/** How long a download address works, ms. */
const ADDRESS_LIFETIME_MS = 86_400_000;

/** A file as it was sent. */
export interface Upload {
  readonly name: string;
  readonly data: Buffer;
  readonly contentType: string;
}

/** A file of a message or of an interaction. */
export interface Attachment extends Upload {
  readonly id: string;
  readonly channelId: string;
  readonly description: string | undefined;
  readonly isEphemeral: boolean;
}

/** The files of a server. Addresses are made anew when a message is shown, as Discord signs them anew. */
export interface FileStore {
  add(attachment: Attachment): Attachment;
  /** The path and query an attachment is downloaded from for the next 24 hours. */
  addressOf(attachment: Attachment): string;
  /** The attachment of an address, unless it is wrong or too old. */
  download(path: string, query: URLSearchParams): Attachment | undefined;
}

/** Creates an empty store. `now` is in ms. */
export function createFileStore(now: () => number): FileStore {
  const files = new Map<string, Attachment>();
  const pathOf = ({ id, channelId, name, isEphemeral }: Attachment): string =>
    `/${isEphemeral ? "ephemeral-attachments" : "attachments"}/${channelId}/${id}/${encodeURIComponent(name)}`;
  return {
    add: (attachment) => {
      files.set(pathOf(attachment), attachment);
      return attachment;
    },
    addressOf: (attachment) => {
      const until = Math.floor((now() + ADDRESS_LIFETIME_MS) / 1000);
      return `${pathOf(attachment)}?ex=${until.toString(16)}&is=${Math.floor(now() / 1000).toString(16)}&hm=${attachment.id}`;
    },
    download: (path, query) => {
      const file = files.get(path);
      const isSigned = file !== undefined && query.get("hm") === file.id;
      const until = Number.parseInt(query.get("ex") ?? "0", 16) * 1000;
      return isSigned && now() < until ? file : undefined;
    },
  };
}

/** The content type of a name, for uploads that do not say. */
export function guessContentType(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(CONTENT_TYPES, ending) ? (CONTENT_TYPES[ending] ?? "") : "application/octet-stream";
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: "application/json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
};

/** The name Discord keeps of a file: what it does not take becomes an underscore. */
export function cleanFileName(name: string): string {
  const cleaned = name.replaceAll(/[^\w.-]/g, "_").replaceAll(/^\.+/g, "");
  return cleaned === "" ? "file" : cleaned;
}
