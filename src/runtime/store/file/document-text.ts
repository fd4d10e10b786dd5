import { isUtf8 } from "node:buffer";
import { LobsterError, messageOf } from "../../errors.ts";
import type { JsonValue } from "../../json.ts";
import { isNestedWithin, parseWrittenJson, stringifyJson } from "../../stable-json.ts";
import type { Version } from "../state-store.ts";
import { assertSize } from "./document-file.ts";
import type { DocumentPaths } from "./document-names.ts";

/**
 * A document as its file holds it: JSON and a line feed. A small one is indented by two spaces (stages-and-cli §9.1); a
 * large or deep one is not, for indentation would make it many times its size. Throws `invalid_state` for one that could
 * not be read again.
 */
export function encodeDocument(key: string, value: JsonValue): Buffer {
  const bytes = Buffer.from(`${writeText(key, value)}\n`);
  assertSize(key, bytes.length);
  return bytes;
}

const MAX_INDENTED_CHARACTERS = 32 * 1024;
const MAX_INDENTED_LEVELS = 12;

function writeText(key: string, value: JsonValue): string {
  try {
    const text = stringifyJson(value);
    const isSmall = text.length <= MAX_INDENTED_CHARACTERS && isNestedWithin(MAX_INDENTED_LEVELS, value);
    return isSmall ? stringifyJson(value, 2) : text;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new LobsterError(
      "invalid_state",
      `the document ${key} cannot be kept: ${messageOf(thrown)}; make it flatter`,
      {
        facts: { key },
        cause: thrown,
      },
    );
  }
}

/**
 * The value a document file holds. Anything but JSON throws `invalid_state` naming the key and the file, and nothing of
 * the content, which may be secret.
 */
export function decodeDocument({ key, file }: DocumentPaths, bytes: Buffer, version?: Version): JsonValue {
  try {
    if (isUtf8(bytes)) return parseWrittenJson(bytes.toString("utf8"));
  } catch {} // the parser's words quote the text
  const found = bytes.length === 0 ? "it is empty" : "it is not JSON";
  throw new LobsterError(
    "invalid_state",
    `the stored document ${key} cannot be read: ${found} (${file}, ${bytes.length} bytes); restore that file or remove it`,
    { facts: { key, file, ...(version === undefined ? {} : { version }) } },
  );
}
