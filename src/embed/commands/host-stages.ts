import type { StageRegistry } from "../../runtime/pipeline/registry.ts";
import type { Stage } from "../../runtime/pipeline/stage.ts";
import { createDiscardingStream } from "../discarding-stream.ts";
import type { Command, CommandRegistry } from "./command.ts";
import type { HostSurroundings } from "./command-context.ts";
import { createCommandStage } from "./command-stage.ts";
import { stageOf } from "./stage-link.ts";

/**
 * The commands of a host's registry as the stages pipelines can name. Built-in commands are their own stages again;
 * everything else runs as the host wrote it. Whatever the registry answers that cannot run is an unknown command.
 */
export function toStageRegistry(registry: CommandRegistry, surroundings?: HostSurroundings): StageRegistry {
  const around = surroundings ?? createLoneSurroundings(registry);
  const made = new Map<Command, Stage>();
  const stageFor = (command: Command): Stage => {
    const stage = stageOf(command) ?? made.get(command) ?? createCommandStage(command, around);
    made.set(command, stage);
    return stage;
  };
  return {
    has: (name) => isCommand(registry.get(name)),
    get: async (name) => {
      const command: unknown = registry.get(name);
      return isCommand(command) ? stageFor(command) : undefined;
    },
    list: () => [...registry.list()].toSorted(),
  };
}

/** True for what has a name and can run; what a lookup in a plain object finds for `constructor` is none. */
export function isCommand(candidate: unknown): candidate is Command {
  return (
    typeof candidate === "object" &&
    candidate !== null &&
    "name" in candidate &&
    typeof candidate.name === "string" &&
    "run" in candidate &&
    typeof candidate.run === "function"
  );
}

function createLoneSurroundings(registry: CommandRegistry): HostSurroundings {
  const [stdout, stderr] = [createDiscardingStream(), createDiscardingStream()];
  return { stdin: undefined, stdout, stderr, registry, llmAdapters: undefined };
}
