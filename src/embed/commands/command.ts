import type { JsonValue } from "../../runtime/json.ts";
import type { Environment } from "../../runtime/ports.ts";
import type { PipelineMode, RequestInput } from "../../runtime/pipeline/stage-context.ts";

/**
 * A command of a pipeline in the shape hosts write (stages-and-cli §2.1). Items are any JSON-like values; integers beyond
 * 2^53 arrive as ordinary numbers.
 */
export interface Command {
  readonly name: string;
  /** Text for people; its first line is `name — what it does`. */
  help?(): string;
  readonly meta?: CommandMeta;
  run(call: CommandCall): Promise<CommandResult | null | undefined> | CommandResult | null | undefined;
}

/** What a command tells about itself. All of it is optional. */
export interface CommandMeta {
  readonly description?: string;
  /** JSON Schema of its arguments, for `commands.list`. It is not enforced. */
  readonly argsSchema?: object;
  readonly examples?: readonly unknown[] | null;
  readonly sideEffects?: readonly string[];
  /** True when starting the command has no effect, so that a failure afterwards leaves its gate usable. */
  readonly resumeSafeBeforeInput?: boolean;
  /** True when the same holds once it has the answer to its `requestInput`. */
  readonly resumeSafeAfterInput?: boolean;
}

/** Everything a running command gets. */
export interface CommandCall {
  readonly input: AsyncIterable<unknown>;
  readonly args: CommandArguments;
  readonly ctx: CommandContext;
}

/** Options by name, `true` for one without a value, and the positional words under `_`. */
export interface CommandArguments {
  readonly _: readonly string[];
  readonly [option: string]: string | true | readonly string[];
}

/**
 * What a command came to. `output` is a list, an iterable or an async iterable; a text is one item. `halt` with one
 * `approval_request` or `input_request` as the only item stops at a gate; with anything else it ends the pipeline.
 */
export interface CommandResult {
  readonly output?: unknown;
  readonly halt?: boolean;
  /** True when the command has written what people are to see to `ctx.stdout`. */
  readonly rendered?: boolean;
}

/** A stream to write text to; process streams and most others fit. */
export interface TextSink {
  write(text: string): unknown;
  end?(): unknown;
}

/** What a command can reach. */
export interface CommandContext {
  readonly stdin: unknown;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Environment;
  readonly registry: CommandRegistry | undefined;
  readonly mode: PipelineMode;
  readonly cwd: string;
  readonly llmAdapters: HostLlmAdapters | undefined;
  readonly signal: AbortSignal;
  readonly forceTerminationSignal: AbortSignal | undefined;
  readonly render: Renderer;
  /** Absent where a command is called outside a pipeline. */
  readonly requestInput?: RequestInput;
}

/** Writes to `ctx.stdout` for people. */
export interface Renderer {
  /** The items as indented JSON. */
  json(items: readonly unknown[]): void;
  /** Each element as a line. */
  lines(lines: readonly unknown[]): void;
}

/** The commands a host offers to pipelines. Anything with these two methods will do. */
export interface CommandRegistry {
  get(name: string): Command | undefined;
  /** All names, sorted. */
  list(): readonly string[];
}

/** Language models that a host brings along, by provider name. */
export type HostLlmAdapters = Readonly<Record<string, HostLlmAdapter>>;

/** A language model of a host: a function, or an object with one. It returns an envelope (§12.5). */
export type HostLlmAdapter =
  ((call: HostLlmCall) => unknown) | { readonly source?: string; invoke(call: HostLlmCall): unknown };

/** What an adapter is called with. */
export interface HostLlmCall {
  readonly env: Environment;
  readonly args: Readonly<Record<string, never>>;
  readonly payload: JsonValue;
  readonly ctx: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}
