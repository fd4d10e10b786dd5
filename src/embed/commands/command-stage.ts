import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import type { StageArguments } from "../../runtime/pipeline/grammar.ts";
import type { PreparedStage, Stage } from "../../runtime/pipeline/stage.ts";
import { stringifyJson, toPlainNumbers } from "../../runtime/stable-json.ts";
import { toJson } from "../plain-json.ts";
import type { Command } from "./command.ts";
import { createCommandContext, type HostSurroundings } from "./command-context.ts";
import { decodeCommandResult } from "./command-output.ts";
import { mapAsyncItems } from "./mapped-items.ts";
import { openShownText } from "./shown-text.ts";

/**
 * A host's command as a stage of pipelines. Which options it has is its own business, so any are passed on. A command that
 * does not say otherwise may have effects as soon as it starts (stages-and-cli §3.2).
 */
export function createCommandStage(command: Command, surroundings: HostSurroundings): Stage {
  const { name, meta } = command;
  const stage: Stage = {
    name,
    description: meta?.description ?? firstLine(command),
    argsSchema: schemaOf(command),
    flags: {},
    examples: (meta?.examples ?? []).map(exampleText),
    sideEffects: meta?.sideEffects ?? [],
    resumeSafeBeforeInput: meta?.resumeSafeBeforeInput === true,
    resumeSafeAfterInput: meta?.resumeSafeAfterInput === true,
    prepare: (args) => prepare(stage, command, args, surroundings),
  };
  return stage;
}

function prepare(stage: Stage, command: Command, args: StageArguments, surroundings: HostSurroundings): PreparedStage {
  return {
    stage,
    run: async (input, context) => {
      const shown = openShownText(surroundings);
      const returned = await command.run({
        // Hosts calculate with ordinary numbers (decision W29).
        input: mapAsyncItems<JsonValue>(input, toPlainNumbers),
        args: { ...args, _: [...args._] },
        ctx: createCommandContext(context, shown.surroundings),
      });
      const result = await decodeCommandResult(command.name, returned);
      const text = shown.take();
      return text === "" ? result : { ...result, rendered: text };
    },
  };
}

function schemaOf({ meta }: Command): JsonObject {
  const schema = toJson(meta?.argsSchema, "argsSchema");
  return isJsonObject(schema) ? schema : {};
}

function exampleText(example: unknown): string {
  return typeof example === "string" ? example : stringifyJson(toJson(example, "An example"));
}

/** What follows the first em dash of the help's first line that is not blank (§3.3). */
function firstLine(command: Command): string {
  const text = command.help?.() ?? "";
  const line = text.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return (line.split("—")[1] ?? line).trim();
}
