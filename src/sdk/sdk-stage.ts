import { createCommandContext } from "../embed/commands/command-context.ts";
import { decodeGateItem } from "../embed/commands/gate-item.ts";
import { createDiscardingStream } from "../embed/discarding-stream.ts";
import { toJson, toJsonList } from "../embed/plain-json.ts";
import type { JsonValue } from "../runtime/json.ts";
import type { StageContext } from "../runtime/pipeline/stage-context.ts";
import type { PreparedStage, Stage, StageResult } from "../runtime/pipeline/stage.ts";
import { listItems, openItems } from "./items.ts";
import type { PipedStage, SdkContext, StageFunction, StageObject, StageReturn } from "./stage.ts";

/** The name of the stage at a position (0-based), as checkpoints hold it. */
export function stageName(index: number): string {
  return `sdk.stage.${index}`;
}

/** A piped stage as the run loop takes it. */
export function createSdkStage(piped: PipedStage, index: number, stateDir: string | undefined): Stage {
  const meta = typeof piped === "function" ? undefined : piped.meta;
  const stage: Stage = {
    name: stageName(index),
    description: "",
    argsSchema: {},
    flags: {},
    examples: [],
    sideEffects: [],
    resumeSafeBeforeInput: meta?.resumeSafeBeforeInput === true,
    resumeSafeAfterInput: meta?.resumeSafeAfterInput === true,
    prepare: (): PreparedStage => ({
      stage,
      run: (input, context) => {
        const ctx = createSdkContext(context, stateDir);
        return typeof piped === "function"
          ? runFunction(piped, input, ctx)
          : runObject(piped, input, ctx, `Stage ${index + 1}`);
      },
    }),
  };
  return stage;
}

const NO_STDIN = { isTTY: false };

function createSdkContext(context: StageContext, stateDir: string | undefined): SdkContext {
  const ctx = createCommandContext(context, {
    stdin: NO_STDIN,
    stdout: createDiscardingStream(),
    stderr: createDiscardingStream(),
    registry: undefined,
    llmAdapters: undefined,
  });
  // The same object, so that primitives find the stage's own context behind it.
  return Object.assign(ctx, { stateDir });
}

async function runFunction(
  piped: StageFunction<never>,
  input: AsyncIterable<JsonValue>,
  ctx: SdkContext,
): Promise<StageResult> {
  // Its author has said what the items are; nobody else knows.
  const call = piped as StageFunction<unknown>;
  return { output: openItems(await call(readsItemByItem(piped) ? input : await listItems(input), ctx)) };
}

function readsItemByItem(piped: object): boolean {
  return Object.prototype.toString.call(piped) === "[object AsyncGeneratorFunction]";
}

async function runObject(
  piped: StageObject,
  input: AsyncIterable<JsonValue>,
  ctx: SdkContext,
  label: string,
): Promise<StageResult> {
  const returned = await piped.run({ input, ctx });
  const output = openItems(returned?.output);
  return returned?.halt === true ? await describeHalt(returned, await listItems(output), label) : { output };
}

async function describeHalt(returned: StageReturn, items: readonly unknown[], label: string): Promise<StageResult> {
  const { continueWith } = returned;
  const gate = items.length === 1 ? decodeGateItem([toJson(items[0], label)], label) : undefined;
  if (gate === undefined) return { output: openItems(items), stop: true };
  const goOn = continueWith === undefined ? gate.items : toJsonList(continueWith, `An item of ${label}`);
  return { halt: { ...gate, items: goOn } };
}
