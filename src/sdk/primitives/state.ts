import { listItems } from "../items.ts";
import type { StageObject } from "../stage.ts";
import { assertKey, collectValue, openValues } from "./stage-values.ts";

/** A stage as it can be looked at. */
export interface StateStage extends StageObject {
  readonly type: "state.get" | "state.set";
  readonly key: string;
}

/** A stage that passes on a stored value as one item, null when there is none. Its input is read and dropped. */
export function stateGet(key: string): StateStage {
  assertKey("stateGet", key);
  return {
    type: "state.get",
    key,
    meta: { resumeSafeBeforeInput: true },
    run: async ({ input, ctx }) => {
      await listItems(input);
      return { output: [(await openValues(ctx).read(key)) ?? null] };
    },
  };
}

/** A stage that stores its items and passes the stored value on as one item (stages-and-cli §9.4). */
export function stateSet(key: string): StateStage {
  assertKey("stateSet", key);
  return {
    type: "state.set",
    key,
    run: async ({ input, ctx }) => {
      const value = await collectValue({ input });
      ctx.signal.throwIfAborted();
      await openValues(ctx).write(key, value);
      return { output: [value] };
    },
  };
}

/** Both, under one name. */
export const state = { get: stateGet, set: stateSet } as const;
