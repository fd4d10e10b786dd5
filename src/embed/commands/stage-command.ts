import { encodePolicyFields } from "../../runtime/approvers/encode-fields.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { StageArguments } from "../../runtime/pipeline/grammar.ts";
import type { Stage, StageResult } from "../../runtime/pipeline/stage.ts";
import { toJson } from "../plain-json.ts";
import type { Command, CommandArguments, CommandCall, CommandResult } from "./command.ts";
import { openDirectContext } from "./direct-context.ts";
import { isAsyncIterable, isIterable, mapItems } from "./mapped-items.ts";
import { linkStage } from "./stage-link.ts";

/** A built-in stage as a command that a host can look at, wrap and call. */
export function createStageCommand(stage: Stage): Command {
  const { name, description, argsSchema, sideEffects, examples } = stage;
  const command: Command = {
    name,
    help: () => describeStage(stage),
    meta: {
      description,
      argsSchema,
      sideEffects,
      examples,
      resumeSafeBeforeInput: stage.resumeSafeBeforeInput,
      resumeSafeAfterInput: stage.resumeSafeAfterInput,
    },
    run: (call) => runStage(stage, call),
  };
  linkStage(command, stage);
  return command;
}

async function runStage(stage: Stage, { input, args, ctx }: CommandCall): Promise<CommandResult> {
  const context = openDirectContext(ctx);
  const prepared = stage.prepare(stageArguments(args), context.environment);
  const result = await prepared.run(openInput(input), context);
  if (result.rendered !== undefined) ctx.stdout?.write(result.rendered);
  return describeResult(result);
}

/** In the shape of a command's result: a gate is a halt with its request as the only item. */
function describeResult({ output, halt, rendered }: StageResult): CommandResult {
  const shown = rendered === undefined ? {} : { rendered: true };
  if (halt === undefined) return { output: output ?? [], ...shown };
  const { request, items, policy } = halt;
  const item =
    request.type === "approval_request" ? { ...request, ...encodePolicyFields(policy ?? {}) } : { ...request, items };
  return { halt: true, output: [item], ...shown };
}

function stageArguments(args: CommandArguments): StageArguments {
  return { ...args, _: [...(args?._ ?? [])] };
}

/** A host may hand over a list as well. */
async function* openInput(input: unknown): AsyncGenerator<JsonValue, undefined> {
  if (!isAsyncIterable(input) && !isIterable(input)) return undefined;
  yield* mapItems(input, (item) => toJson(item, "An item"));
  return undefined;
}

function describeStage({ name, description, examples }: Stage): string {
  const usage = examples.map((example) => `  ${example}\n`).join("");
  return `${name} — ${description}\n${usage === "" ? "" : `\nUsage:\n${usage}`}`;
}
