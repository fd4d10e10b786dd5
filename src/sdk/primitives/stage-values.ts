import { resolve } from "node:path";
import { openDirectContext } from "../../embed/commands/direct-context.ts";
import { openStoreAt } from "../../embed/state-store.ts";
import { toJsonList } from "../../embed/plain-json.ts";
import type { JsonValue } from "../../runtime/json.ts";
import { collapseItems } from "../../runtime/pipeline/collapse.ts";
import { usageError } from "../../runtime/pipeline/stage-error.ts";
import { createStageState, requireState, type StageState } from "../../runtime/pipeline/stage-state.ts";
import { listItems } from "../items.ts";
import type { SdkContext, StageCall } from "../stage.ts";

/** The values of a workflow: those in its `stateDir`, else those of its environment. `state.get` sees the same. */
export function openValues(ctx: SdkContext): StageState {
  const { stateDir } = ctx;
  if (stateDir !== undefined) return createStageState(openStoreAt(resolve(stateDir)));
  return requireState(openDirectContext(ctx));
}

/** What is stored for the items of a stage: one as it is, none or several as a list (stages-and-cli §9.4). */
export async function collectValue({ input }: Pick<StageCall, "input">): Promise<JsonValue> {
  return collapseItems(toJsonList(await listItems(input), "An item to be stored"));
}

/** Throws `<name> requires a key` where there is none. */
export function assertKey(name: string, key: unknown): asserts key is string {
  if (typeof key !== "string" || key.trim() === "") throw usageError(`${name} requires a key`);
}
