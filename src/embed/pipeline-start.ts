import { LobsterError } from "../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../runtime/json.ts";
import type { PipelineStart } from "../runtime/pipeline/entry.ts";
import { encodeStages } from "../runtime/pipeline/stored-stage.ts";
import { tryParseJson } from "../runtime/stable-json.ts";
import { isAsyncIterable, mapItems } from "./commands/mapped-items.ts";
import type { ParsedStage } from "./pipeline-text.ts";
import { toJson, toJsonList } from "./plain-json.ts";

/** The question a pipeline stopped at (`commandInput` of its item), and the answer. */
export interface RequestInputResume {
  readonly state: unknown;
  readonly response: unknown;
}

/** What the run loop begins with. */
export async function describeStart(request: {
  readonly pipeline: readonly ParsedStage[];
  readonly input?: Iterable<unknown> | AsyncIterable<unknown> | undefined;
  readonly requestInputResume?: RequestInputResume | undefined;
}): Promise<PipelineStart> {
  const { pipeline, input = [], requestInputResume } = request;
  if (requestInputResume === undefined) {
    return {
      stages: pipeline,
      input: Array.isArray(input) ? toJsonList(input, "An input item") : mapItems(input, convert),
    };
  }
  const items: JsonValue[] = [];
  for await (const item of isAsyncIterable(input) ? input : Array.from(input)) items.push(convert(item));
  return describeResume(pipeline, items, requestInputResume);
}

function convert(item: unknown): JsonValue {
  return toJson(item, "An input item");
}

function describeResume(
  pipeline: readonly ParsedStage[],
  items: readonly JsonValue[],
  { state, response }: RequestInputResume,
): PipelineStart {
  const commandInput = toJson(state, "requestInputResume.state");
  const continuation: JsonObject = {
    pipeline: encodeStages(pipeline),
    resumeAtIndex: 0,
    items,
    prompt: "",
    haltType: "input_request",
    resumeMode: "same_stage",
    inputSchema: schemaOf(commandInput),
    commandInput,
  };
  return { resume: { continuation, response: toJson(response, "requestInputResume.response") } };
}

/** The schema stands in the signature by which the question is recognised. */
function schemaOf(commandInput: JsonValue): JsonValue {
  const metadata = memberOf(memberOf(commandInput, "pending"), "metadata");
  const signature = memberOf(metadata, "signature");
  const signed = typeof signature === "string" ? tryParseJson(signature)?.value : undefined;
  const schema = memberOf(signed, "responseSchema");
  if (schema !== undefined) return schema;
  throw new LobsterError("invalid_state", "requestInputResume.state is not what a pipeline stopped with");
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? ownMember(value, name) : undefined;
}
