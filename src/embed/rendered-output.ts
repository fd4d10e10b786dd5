import type { JsonValue } from "../runtime/json.ts";
import type { StageRegistry } from "../runtime/pipeline/registry.ts";
import type { Stage, StageResult } from "../runtime/pipeline/stage.ts";
import type { TextSink } from "./commands/command.ts";

/** Who is told what stages show to people. */
export interface ShownTo {
  /** Gets the text as soon as a stage has made it, so that it comes before what later stages write or ask. */
  readonly stdout: TextSink;
  /** Gets the items that `json` showed. */
  readonly onItems?: ((items: Iterable<JsonValue>) => void) | undefined;
}

/** The same stages, with what they show to people written to a host's stream. */
export function showRendered(registry: StageRegistry, to: ShownTo): StageRegistry {
  return {
    has: (name) => registry.has(name),
    list: () => registry.list(),
    get: async (name) => {
      const stage = await registry.get(name);
      return stage === undefined ? undefined : watchStage(stage, to);
    },
  };
}

function watchStage(stage: Stage, to: ShownTo): Stage {
  return {
    ...stage,
    prepare: (args, environment) => {
      const prepared = stage.prepare(args, environment);
      return {
        stage: prepared.stage,
        run: async (input, context) => show(stage.name, await prepared.run(input, context), to),
      };
    },
  };
}

function show(name: string, result: StageResult, { stdout, onItems }: ShownTo): StageResult {
  const { rendered, output } = result;
  if (rendered === undefined) return result;
  if (name === "json" && Array.isArray(output)) onItems?.(output);
  if (rendered !== "") stdout.write(rendered);
  return { ...result, rendered: "" };
}
