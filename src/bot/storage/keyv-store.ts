import { createHash } from "node:crypto";
import type { KeyvStoreAdapter } from "keyv";
import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonValue } from "../../runtime/json.ts";
import { listKeys, type ListParts } from "../../runtime/retention/list-keys.ts";
import type { StateStore, StoredDocument } from "../../runtime/store/state-store.ts";

/** Everything the chat side keeps stands under this prefix, so that it never meets a document of the runtime. */
export const CHAT_PREFIX = "chat_";

/** State store keys hold 200 characters; longer ones are stored under a digest. */
const MAX_KEY_LENGTH = 190;

/** Another writer of the same key is rare (one bot per state directory); this many in a row is a broken store. */
const MAX_CONFLICTS = 10;

/**
 * A storage adapter for Keyv over the StateStore: one place where data lives. Values are stored as plain JSON
 * (`{ value, expires? }`), not as Keyv's text form. Errors of the store pass through; nothing is swallowed.
 */
export function createKeyvStore(store: StateStore): KeyvStoreAdapter {
  const adapter: KeyvStoreAdapter = {
    opts: {},
    on: () => adapter,
    get: async (key: string) => {
      const stored = await store.read(encodeKey(key));
      // Keyv hands values out as the caller's type; every shelf decodes what it gets (shelf.ts).
      return stored === undefined ? undefined : (decodeEntry(stored) as never);
    },
    set: async (key: string, value: unknown) => {
      await writeEntry(store, encodeKey(key), encodeEntry(value));
      return true;
    },
    delete: (key: string) => removeEntry(store, encodeKey(key)),
    has: async (key: string) => (await store.read(encodeKey(key))) !== undefined,
    clear: () =>
      Promise.reject(new LobsterError("internal", "Chat data is never cleared as a whole; delete single entries")),
  };
  return adapter;
}

/** Removes every entry of a namespace whose time is over. Keyv itself removes one only when it is asked for. */
export async function sweepExpired(store: StateStore, namespace: string, nowMs: number): Promise<number> {
  const prefix = encodeKey(`${namespace}:`);
  let removed = 0;
  let after: string | undefined;
  do {
    const page = await store.list(prefix, after === undefined ? {} : { after });
    for (const key of page.keys) {
      const stored = await store.read(key);
      if (stored === undefined || !isOver(stored.value, nowMs)) continue;
      if ((await store.remove(key, stored.version)) === "removed") removed += 1;
    }
    after = page.next;
  } while (after !== undefined);
  return removed;
}

/** The keys of a shelf as they were put on it, except those that were too long to be kept as they are. */
export async function* listShelf(parts: ListParts, namespace: string): AsyncGenerator<string, void> {
  const prefix = encodeKey(`${namespace}:`);
  for await (const key of listKeys(parts, prefix)) {
    const rest = key.slice(prefix.length);
    if (!rest.startsWith("..")) yield decodeRest(rest);
  }
}

function decodeRest(rest: string): string {
  const bytes = rest.replaceAll(/\.([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function isOver(value: JsonValue, nowMs: number): boolean {
  const expires = isJsonObject(value) ? ownMember(value, "expires") : undefined;
  return typeof expires === "number" && expires <= nowMs;
}

/** `buttons:ab12` -> `chat_buttons_ab12`. Letters that a key may not hold become `.` and their UTF-8 bytes in hex. */
function encodeKey(key: string): string {
  const colon = key.indexOf(":");
  const namespace = key.slice(0, colon);
  const rest = key.slice(colon + 1).replace(/[^a-z0-9_-]/gu, encodeCharacter);
  const name = `${CHAT_PREFIX}${namespace}_${rest}`;
  if (name.length <= MAX_KEY_LENGTH) return name;
  return `${CHAT_PREFIX}${namespace}_..${createHash("sha256").update(key).digest("hex")}`;
}

function encodeCharacter(character: string): string {
  return Array.from(Buffer.from(character, "utf8"), (byte) => `.${byte.toString(16).padStart(2, "0")}`).join("");
}

function decodeEntry(stored: StoredDocument): { readonly value: JsonValue; readonly expires?: number } {
  const { value } = stored;
  if (!isJsonObject(value) || !Object.hasOwn(value, "value")) {
    throw new LobsterError("invalid_state", `The stored chat document ${stored.key} is damaged; remove it`, {
      facts: { key: stored.key },
    });
  }
  const expires = ownMember(value, "expires");
  const entry = { value: ownMember(value, "value") ?? null };
  return typeof expires === "number" ? { ...entry, expires } : entry;
}

/** Keyv without a serializer hands over `{ value, expires }`, with `expires: undefined` for "never". */
function encodeEntry(entry: unknown): JsonValue {
  const { value, expires } = entry as { value: JsonValue; expires?: number };
  return expires === undefined ? { value } : { value, expires };
}

async function writeEntry(store: StateStore, key: string, value: JsonValue): Promise<void> {
  for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
    const stored = await store.read(key);
    const outcome =
      stored === undefined ? await store.create(key, value) : await store.replace(key, value, stored.version);
    if (outcome.kind === "written") return;
  }
  throw new LobsterError("store_unavailable", `The chat document ${key} keeps changing and could not be saved`);
}

async function removeEntry(store: StateStore, key: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
    const stored = await store.read(key);
    if (stored === undefined) return false;
    if ((await store.remove(key, stored.version)) === "removed") return true;
  }
  throw new LobsterError("store_unavailable", `The chat document ${key} keeps changing and could not be removed`);
}
