import { LobsterError, hasCode } from "../errors.ts";
import type { RuntimeHost } from "../host.ts";
import type { JsonValue } from "../json.ts";
import { stableStringify } from "../stable-json.ts";
import type { Version } from "../store/state-store.ts";
import type { LoadedWorkflow } from "../workflow/definition.ts";
import { toPinnedDocuments } from "../workflow/pin.ts";
import { definitionKey } from "./keys.ts";

/** Keys of the stored definitions a workflow consists of: its own and those of its sub-workflows. */
export function definitionKeys(loaded: LoadedWorkflow): readonly string[] {
  return [definitionKey(loaded.digest), ...[...loaded.children.values()].flatMap(definitionKeys)];
}

/** Pins a workflow with everything it includes. */
export async function keepDefinitions(host: Pick<RuntimeHost, "store">, loaded: LoadedWorkflow): Promise<void> {
  for (const { key, value } of toPinnedDocuments(loaded)) await keepDefinition(host, key, value);
}

/**
 * Writes a definition under its digest. One that is there already is the same, unless it was damaged or changed: then it
 * is written again, so that a workflow never stays unusable because of what lies in the store.
 */
export async function keepDefinition(host: Pick<RuntimeHost, "store">, key: string, value: JsonValue): Promise<void> {
  const { store } = host;
  if ((await store.create(key, value)).kind === "written") return;
  const version = await versionOfOther(host, key, value);
  if (version === undefined) return;
  const outcome = await store.replace(key, value, version);
  // A conflict is somebody who mends it at the same time; reading it for the run checks its digest anyway.
  if (outcome.kind === "conflict" && (await versionOfOther(host, key, value)) !== undefined) {
    throw new LobsterError("store_unavailable", `The definition ${key} could not be stored; try again`);
  }
}

/** The version of what is stored instead of `value`; undefined when it is the same. */
async function versionOfOther(
  host: Pick<RuntimeHost, "store">,
  key: string,
  value: JsonValue,
): Promise<Version | undefined> {
  try {
    const stored = await host.store.read(key);
    return stored === undefined || stableStringify(stored.value) === stableStringify(value)
      ? undefined
      : stored.version;
  } catch (thrown) {
    if (hasCode(thrown, "invalid_state") && typeof thrown.facts["version"] === "string") {
      return thrown.facts["version"] as Version;
    }
    throw thrown;
  }
}
