import { LobsterError } from "../../runtime/errors.ts";
import type { StateStore, StoredDocument, Version } from "../../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../../runtime/system.ts";
import { encodeUsedGate } from "./gate-document.ts";

/** The right to go on from a gate, which exactly one resume gets. */
export interface GateClaim {
  /**
   * Uses the gate up, on the first call; later calls do nothing. Throws `not_found` when somebody else has used it. When
   * the signal has fired meanwhile, and so nothing has happened yet, the gate is opened again and the reason is thrown.
   */
  take(signal?: AbortSignal): Promise<void>;
  /** True once {@link take} failed because the gate was used by somebody else. */
  isLost(): boolean;
  /** Removes what is left of a used gate. Trouble here is no failure: the gate stays used. */
  tidy(): Promise<void>;
}

/** The claim on a gate as it was read. */
export function createGateClaim(store: StateStore, stored: StoredDocument): GateClaim {
  let taken: Promise<void> | undefined;
  let used: Version | undefined;
  let lost = false;

  const use = async (signal: AbortSignal | undefined): Promise<void> => {
    const mark = encodeUsedGate(systemIds.uuid(), new Date(systemClock.now()).toISOString());
    const outcome = await store.replace(stored.key, mark, stored.version, { survive: "machine" });
    if (outcome.kind === "conflict") {
      lost = true;
      throw stateMissing();
    }
    used = outcome.version;
    if (signal?.aborted !== true) return;
    used = undefined;
    await store.replace(stored.key, stored.value, outcome.version, { survive: "machine" });
    signal.throwIfAborted();
  };

  return {
    take: (signal) => (taken ??= use(signal)),
    isLost: () => lost,
    tidy: async () => {
      if (used === undefined) return;
      try {
        await store.remove(stored.key, used);
      } catch {
        // It is swept with other old documents.
      }
    },
  };
}

/** The words for a token whose state is not there, or was used. */
export function stateMissing(): LobsterError {
  return new LobsterError("not_found", "SDK resume state not found", { type: "parse_error" });
}
