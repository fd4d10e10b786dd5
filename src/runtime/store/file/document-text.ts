import { isUtf8 } from "node:buffer";
import { LobsterError } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { parseJson, stringifyJson } from "../../stable-json.ts";
import type { Version } from "../state-store.ts";
import { assertSize } from "./document-file.ts";
import type { DocumentPaths } from "./document-names.ts";

/** A document as its file holds it: JSON indented by two spaces, and a line feed (stages-and-cli §9.1). */
export function encodeDocument(key: string, value: JsonValue): Buffer {
  const bytes = Buffer.from(`${stringifyJson(value, 2)}\n`);
  assertSize(key, bytes.length);
  return bytes;
}

/**
 * The value a document file holds. Anything but JSON throws `invalid_state` naming the key and the file, and nothing of
 * the content, which may be secret.
 */
export function decodeDocument({ key, file }: DocumentPaths, bytes: Buffer, version?: Version): JsonValue {
  try {
    if (isUtf8(bytes)) return parseJson(bytes.toString("utf8"));
  } catch {} // the parser's words quote the text
  const found = bytes.length === 0 ? "it is empty" : "it is not JSON";
  throw new LobsterError(
    "invalid_state",
    `the stored document ${key} cannot be read: ${found} (${file}, ${bytes.length} bytes); restore that file or remove it`,
    { facts: { key, file, ...(version === undefined ? {} : { version }) } },
  );
}
