import { ownMember, type JsonObject } from "../runtime/json.ts";
import type { HaltedPipeline } from "../runtime/pipeline/outcome.ts";
import type { ParsedStage } from "./pipeline-text.ts";

/** The stage a pipeline halted at; `inPlace` when it asked a question and will be run again with the answer. */
export interface HaltPlace {
  readonly index: number;
  readonly stage: ParsedStage | undefined;
  readonly inPlace?: true;
}

/** Where a pipeline halted. */
export function placeOfHalt(
  pipeline: readonly ParsedStage[],
  { at, by }: Pick<HaltedPipeline, "at"> & Partial<Pick<HaltedPipeline, "by">>,
): HaltPlace {
  return { index: at.index, stage: pipeline[at.index], ...(by === "requestInput" && { inPlace: true }) };
}

/** A gate as the pipeline's only item (stages-and-cli §10). A question that a stage asked carries what resumes it. */
export function describeHaltItem({ request, by, continuation }: HaltedPipeline): JsonObject {
  if (request.type === "approval_request") return { ...request };
  const commandInput = ownMember(continuation, "commandInput");
  return {
    ...request,
    items: ownMember(continuation, "items") ?? [],
    ...(by === "requestInput" && commandInput !== undefined && { commandInput }),
  };
}
