import { diffAgainstLast } from "../../runtime/pipeline/value-diff.ts";
import type { StageObject } from "../stage.ts";
import { assertKey, collectValue, openValues } from "./stage-values.ts";

/** What a comparison tells. */
export interface DiffOptions {
  /** True leaves the values out where nothing has changed. */
  readonly changesOnly?: boolean;
}

/** A stage as it can be looked at. */
export interface DiffStage extends StageObject {
  readonly type: "diff.last";
  readonly key: string;
}

/** A stage that compares its items with those of the last time, and remembers them (stages-and-cli §9.5). */
export function diffLast(key: string, { changesOnly = false }: DiffOptions = {}): DiffStage {
  assertKey("diffLast", key);
  const kind = "diff.last";
  return {
    type: kind,
    key,
    run: async ({ input, ctx }) => {
      const after = await collectValue({ input });
      ctx.signal.throwIfAborted();
      const { changed, before } = await diffAgainstLast(openValues(ctx), key, after);
      if (changesOnly && !changed) return { output: [{ kind, key, changed, suppressed: true }] };
      return { output: [{ kind, key, changed, before, after }] };
    },
  };
}
