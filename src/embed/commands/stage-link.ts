import type { Stage } from "../../runtime/pipeline/stage.ts";
import type { Command } from "./command.ts";

const stages = new WeakMap<object, Stage>();

/** Remembers that this command stands for a built-in stage, so that pipelines run the stage itself. */
export function linkStage(command: Command, stage: Stage): void {
  stages.set(command, stage);
}

/** The stage a command stands for; undefined for a command of a host. */
export function stageOf(command: Command): Stage | undefined {
  return stages.get(command);
}
