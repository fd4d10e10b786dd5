import { join } from "node:path";
import { LobsterError } from "../../errors.ts";

/** Where the parts of one document live. */
export interface DocumentPaths {
  readonly key: string;
  /** `<key>.json`: its path and its bare name. */
  readonly file: string;
  readonly fileName: string;
}

/** The paths of a key's document. A key outside the port's grammar throws, so none can lead out of the directory. */
export function pathsOf(directory: string, key: string): DocumentPaths {
  if (!isKey(key)) {
    const shown = JSON.stringify(key.slice(0, 80));
    throw new LobsterError("invalid_request", `${shown} is no state key: use 1 to 200 characters of a-z 0-9 . _ -`);
  }
  const fileName = `${key}.json`;
  return { key, file: join(directory, fileName), fileName };
}

/** True for `[a-z0-9._-]`, 1 to 200 characters. */
export function isKey(text: string): boolean {
  return /^[a-z0-9._-]{1,200}$/.test(text);
}

/** The key whose document has this file name, if it is one. */
export function keyOfFileName(name: string): string | undefined {
  if (!name.endsWith(".json")) return undefined;
  const key = name.slice(0, -".json".length);
  return isKey(key) ? key : undefined;
}
