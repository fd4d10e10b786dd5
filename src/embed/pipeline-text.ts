import { parsePipeline as parseText, type PipelineStage } from "../runtime/pipeline/grammar.ts";
import type { CommandArguments } from "./commands/command.ts";

/** One element of a parsed pipeline, as ordinary objects. */
export interface ParsedStage {
  readonly name: string;
  readonly args: CommandArguments;
  readonly raw: string;
}

/** Parses a pipeline's text (stages-and-cli §1). Throws `invalid_request`: `Empty pipeline`, `Unclosed quote` and the like. */
export function parsePipeline(text: string): ParsedStage[] {
  return parseText(text).map(({ name, args, raw }: PipelineStage) => ({
    name,
    args: { ...args, _: [...args._] },
    raw,
  }));
}
