import { Keyv } from "keyv";
import { isJsonObject, ownMember, type JsonObject } from "../../runtime/json.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { createKeyvStore } from "./keyv-store.ts";

/** One kind of chat data by key: buttons, deliveries, half-filled forms. */
export interface Shelf<T> {
  get(key: string): Promise<T | undefined>;
  /** `ttlMs` is for update ids only; everything else goes when its run goes. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Makes one shelf out of a name and the function that checks what is read back. Names are `[a-z]+`. */
export type OpenShelf = <T>(name: string, decode: (value: JsonObject) => T) => Shelf<T>;

/**
 * Opens shelves over a StateStore, each a Keyv namespace that throws on every error (a store that is down is never "not
 * there"). Values are JSON objects; what does not decode throws `invalid_state` naming the shelf and key.
 */
export function createShelves(store: StateStore): OpenShelf {
  const adapter = createKeyvStore(store);
  return (name, decode) => {
    const keyv = openNamespace(adapter, name);
    return {
      get: async (key) => {
        const value: unknown = await keyv.get(key);
        return value === undefined ? undefined : decodeValue(name, key, value, decode);
      },
      set: async (key, value, ttlMs) => void (await keyv.set(key, value, ttlMs)),
      remove: async (key) => void (await keyv.delete(key)),
    };
  };
}

function openNamespace(adapter: ReturnType<typeof createKeyvStore>, namespace: string): Keyv {
  // One adapter object per Keyv: Keyv writes its namespace into the adapter.
  const keyv = new Keyv({ store: { ...adapter }, namespace, throwOnErrors: true, emitErrors: false });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  return keyv;
}

function decodeValue<T>(name: string, key: string, value: unknown, decode: (value: JsonObject) => T): T {
  if (isJsonObject(value)) return decode(value);
  throw damaged(`${name}:${key}`, "value");
}

/** A text member of a stored chat document. Throws `invalid_state`. */
export function expectText(document: JsonObject, name: string): string {
  const value = ownMember(document, name);
  if (typeof value !== "string") throw damaged("entry", name);
  return value;
}

/** A list of texts in a stored chat document. Throws `invalid_state`. */
export function expectTexts(document: JsonObject, name: string): readonly string[] {
  const value = ownMember(document, name);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw damaged("entry", name);
  return value;
}

/** A number in a stored chat document. Throws `invalid_state`. */
export function expectNumber(document: JsonObject, name: string): number {
  const value = ownMember(document, name);
  if (typeof value !== "number") throw damaged("entry", name);
  return value;
}

function damaged(where: string, field: string): LobsterError {
  return new LobsterError("invalid_state", `A stored chat document is damaged (${where}, field '${field}')`, {
    facts: { where, field },
  });
}
