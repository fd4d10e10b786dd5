import { LobsterError } from "../../runtime/errors.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { StageOutput, StageResult } from "../../runtime/pipeline/stage.ts";
import { toJson, toJsonList } from "../plain-json.ts";
import { decodeGateItem } from "./gate-item.ts";
import { isAsyncIterable, isIterable, mapItems } from "./mapped-items.ts";

/**
 * What a host's command returned, as the run loop takes it. Lists stay lists, so that they can be read again; everything
 * else is read as the next stage asks for it. Throws `step_failed` naming the command for what is neither.
 */
export async function decodeCommandResult(name: string, returned: unknown): Promise<StageResult> {
  if (returned === null || returned === undefined) return {};
  if (typeof returned !== "object") {
    throw new LobsterError("step_failed", `${name} must return an object with output, or nothing`);
  }
  const { output, halt, rendered } = memberOf(returned);
  const stream = openOutput(name, output);
  const shown = rendered === true ? { rendered: "" } : {};
  if (halt !== true) return { output: stream, ...shown };
  const items: JsonValue[] = [];
  for await (const item of stream) items.push(item);
  const gate = decodeGateItem(items, name);
  return gate === undefined ? { output: items, stop: true, ...shown } : { halt: gate, ...shown };
}

function memberOf(returned: object): {
  readonly output?: unknown;
  readonly halt?: unknown;
  readonly rendered?: unknown;
} {
  return returned;
}

function openOutput(name: string, output: unknown): StageOutput {
  const label = `An item of ${name}`;
  if (output === null || output === undefined) return [];
  if (typeof output === "string") return [output];
  if (Array.isArray(output)) return toJsonList(output, label);
  if (isAsyncIterable(output) || isIterable(output)) return mapItems(output, (item) => toJson(item, label));
  throw new LobsterError("step_failed", `${name} returned an output that is neither a list nor iterable`);
}
