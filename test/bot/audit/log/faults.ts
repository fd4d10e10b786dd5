import type { AuditFiles } from "../../../../src/bot/audit/log/files.ts";
import { HEAD_KEY } from "../../../../src/bot/audit/log/head.ts";
import type { StateStore } from "../../../../src/runtime/store/state-store.ts";

/** When the process dies: at its n-th write, before it, after it, or with a part of it done. */
export interface Death {
  readonly write: number;
  readonly how: "before" | "after" | number;
}

/** Files and a store that carry out writes up to a death, and nothing after it. Counts writes. */
export function createMortal(
  parts: { readonly files: AuditFiles; readonly store: StateStore },
  death: Death,
  die: () => Promise<never>,
): { readonly files: AuditFiles; readonly store: StateStore; readonly writes: () => number } {
  let writes = 0;
  let isDead = false;
  const attempt = async <T>(act: () => Promise<T>, actPartly: (part: number) => Promise<unknown> = act): Promise<T> => {
    if (isDead) return await die();
    writes += 1;
    if (writes !== death.write) return await act();
    isDead = true;
    if (death.how === "after") await act();
    else if (death.how !== "before") await actPartly(death.how);
    return await die();
  };
  const { files, store } = parts;
  return {
    writes: () => writes,
    files: {
      ...files,
      writeAt: (month, offset, bytes) =>
        attempt(
          () => files.writeAt(month, offset, bytes),
          (part) => files.writeAt(month, offset, bytes.subarray(0, Math.floor(bytes.length * part))),
        ),
    },
    store: {
      ...store,
      create: (...given) => attempt(() => store.create(...given)),
      replace: (...given) => attempt(() => store.replace(...given)),
      flush: (...given) => (given[0].includes(HEAD_KEY) ? attempt(() => store.flush(...given)) : store.flush(...given)),
    },
  };
}
