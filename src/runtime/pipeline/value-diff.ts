import type { JsonValue } from "../json.ts";
import { stableStringify } from "../stable-json.ts";
import type { StageState } from "./stage-state.ts";

/** What a value was before, null for nothing, and whether it is another one now. */
export interface ValueDiff {
  readonly changed: boolean;
  readonly before: JsonValue;
}

/** Stores `after` and compares it with the value before, as one step. The first value of a key counts as changed. */
export async function diffAgainstLast(state: StageState, key: string, after: JsonValue): Promise<ValueDiff> {
  const before = await state.exchange(key, after);
  const changed = before === undefined || stableStringify(before) !== stableStringify(after);
  return { changed, before: before ?? null };
}
