import { createHash } from "node:crypto";
import { hasCode, LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonValue } from "../json.ts";
import type { StateStore } from "../store/state-store.ts";

/**
 * The values that `state.*` and `diff.last` keep. Names are any text; two different names never share a value. The
 * runtime's own documents (runs, checkpoints, approval ids) cannot be reached through it (the peer's fault F4).
 */
export interface StageState {
  /** The value, or undefined when there is none. Throws `invalid_state` naming the document that cannot be read. */
  read(name: string): Promise<JsonValue | undefined>;
  write(name: string, value: JsonValue): Promise<void>;
  /** Writes the value and returns the one it replaced, as one step: of two racing calls one sees the other's value. */
  exchange(name: string, value: JsonValue): Promise<JsonValue | undefined>;
}

/** The values of stages, or an error that says that this host keeps none. */
export function requireState({ state }: { readonly state: StageState | null }): StageState {
  if (state !== null) return state;
  throw new LobsterError("not_started", "this host keeps no values for pipelines; give it a store");
}

/** Puts the values of stages into a namespace of the store of their own. */
export function createStageState(store: StateStore): StageState {
  return {
    read: async (name) => {
      const own = await store.read(stageStateKey(name));
      return own === undefined ? readOldValue(store, name) : own.value;
    },
    write: async (name, value) => {
      await exchangeValue(store, name, value);
    },
    exchange: (name, value) => exchangeValue(store, name, value),
  };
}

/**
 * The key under which a value is stored: `value_` and the name, with every byte outside `a-z 0-9 . _` as `-` and two hex
 * digits. Long names are hashed. Throws `invalid_request` for a blank name and for a name of the runtime's own documents.
 */
export function stageStateKey(name: string): string {
  assertAllowed(name);
  let encoded = "";
  for (const byte of Buffer.from(name, "utf8")) {
    const character = String.fromCharCode(byte);
    encoded += /[a-z0-9._]/.test(character) ? character : `-${byte.toString(16).padStart(2, "0")}`;
  }
  if (encoded.length > MAX_NAME_LENGTH) encoded = `-h${createHash("sha256").update(encoded).digest("hex")}`;
  return `value_${encoded}`;
}

const MAX_NAME_LENGTH = 150;
const MAX_OLD_NAME_LENGTH = 200;
const MAX_ATTEMPTS = 100;

/** How the names of the runtime's own documents begin. */
const RESERVED_NAME = /^(workflow_resume|pipeline_resume|sdk_resume|approval|run|step|definition|gate)_/;

/** How further documents in the store begin, none of which the peer has written as a value. */
const FOREIGN_NAME = /^(value|lobster|chat|bot|keyv|card|link|form|update|audit|outbox)[_.-]/;

function assertAllowed(name: string): void {
  if (name.trim() === "") throw refuse("state key is empty/invalid", name);
  const folded = foldName(name);
  if (RESERVED_NAME.test(folded)) {
    throw refuse(`state key '${name.slice(0, 60)}' is reserved for Lobster's own documents; use another name`, name);
  }
}

function refuse(message: string, name: string): LobsterError {
  return new LobsterError("invalid_request", message, {
    type: "runtime_error",
    facts: { name: name.slice(0, 60) },
  });
}

async function exchangeValue(store: StateStore, name: string, value: JsonValue): Promise<JsonValue | undefined> {
  const key = stageStateKey(name);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const present = await store.read(key);
    const outcome =
      present === undefined ? await store.create(key, value) : await store.replace(key, value, present.version);
    if (outcome.kind === "written") return present === undefined ? tryReadOldValue(store, name) : present.value;
  }
  throw new LobsterError("store_unavailable", `state key '${name}' changes too often to be written; try again`);
}

/** For comparisons, where an old value that cannot be read counts as none (stages-and-cli §9.5). */
async function tryReadOldValue(store: StateStore, name: string): Promise<JsonValue | undefined> {
  try {
    return await readOldValue(store, name);
  } catch (error) {
    if (hasCode(error, "invalid_state")) return undefined;
    throw error;
  }
}

/** A value that the peer stored under its folded name; only read, never written. */
async function readOldValue(store: StateStore, name: string): Promise<JsonValue | undefined> {
  const folded = foldName(name);
  if (folded === "" || folded.length > MAX_OLD_NAME_LENGTH || FOREIGN_NAME.test(folded)) return undefined;
  const value = (await store.read(folded))?.value;
  const format = isJsonObject(value) ? ownMember(value, "format") : undefined;
  return typeof format === "string" && format.startsWith("lobster.") ? undefined : value;
}

/** The peer's file name of a key (stages-and-cli §9.1). */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "_")
    .replace(/_+/g, "_")
    .replace(/^_|_$/g, "");
}
