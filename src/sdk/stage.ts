import type { CommandContext, CommandMeta } from "../embed/commands/command.ts";

/** What a stage of the SDK can reach: the context of a command, and where its values are kept. */
export interface SdkContext extends CommandContext {
  /** The directory given to the workflow; undefined for the environment's. */
  readonly stateDir: string | undefined;
}

/**
 * A stage that is a function. A generator function of the `async` kind reads its input item by item; every other function
 * gets a list of all items. What it returns or yields goes on: lists and iterables item by item, anything else, texts
 * included, as one item.
 */
export type StageFunction<Input> = (input: Input, ctx: SdkContext) => unknown;

/** A stage that is an object. */
export interface StageObject {
  /** Flags that tell that starting the stage has no effect; see `CommandMeta`. */
  readonly meta?: CommandMeta;
  run(call: StageCall): Promise<StageReturn | null | undefined> | StageReturn | null | undefined;
}

/** Everything a running stage gets. */
export interface StageCall {
  readonly input: AsyncIterable<unknown>;
  readonly ctx: SdkContext;
}

/**
 * What a stage object came to. `halt` with one `approval_request` or `input_request` as the only item of `output` stops at
 * a gate; with anything else it ends the workflow with that output.
 */
export interface StageReturn {
  readonly output?: unknown;
  readonly halt?: boolean;
  /** After an approval: the items that go on, where those are not the ones that are shown. */
  readonly continueWith?: readonly unknown[];
}

/** A stage as it was piped: a function, or an object with `run`. */
export type PipedStage = StageFunction<never> | StageObject;

/** Throws unless the value is a stage. */
export function assertStage(stage: unknown): asserts stage is PipedStage {
  if (typeof stage === "function") return;
  if (typeof stage === "object" && stage !== null && "run" in stage && typeof stage.run === "function") return;
  throw new TypeError("Stage must be a function or have a run() method");
}
