import type { StageContext } from "../../runtime/pipeline/stage-context.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { toJson } from "../plain-json.ts";
import type { CommandContext, CommandRegistry, HostLlmAdapters, Renderer, TextSink } from "./command.ts";

/** What a host's commands see of the host itself, whatever pipeline they run in. */
export interface HostSurroundings {
  readonly stdin: unknown;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly registry: CommandRegistry | undefined;
  readonly llmAdapters: HostLlmAdapters | undefined;
  /**
   * True where what a command shows while `run` runs belongs to its result, like a renderer's text; what it shows later,
   * while its output is read, goes to `stdout`.
   */
  readonly collectsText?: true;
  /** Gets the items that `render.json` showed. */
  readonly onItems?: (items: readonly unknown[]) => void;
}

/** The contexts that were made here, with what they were made of. */
const origins = new WeakMap<CommandContext, StageContext>();

/** A stage's context in the shape a host's command knows (stages-and-cli §2.1). */
export function createCommandContext(context: StageContext, surroundings: HostSurroundings): CommandContext {
  const { environment, cwd, mode, signal, forceSignal, requestInput } = context;
  const made: CommandContext & { readonly llmSpendLedger: undefined; onNonRetryableSideEffect(): void } = {
    get stdin() {
      return surroundings.stdin;
    },
    stdout: surroundings.stdout,
    stderr: surroundings.stderr,
    env: environment,
    registry: surroundings.registry,
    mode,
    cwd,
    llmAdapters: surroundings.llmAdapters,
    llmSpendLedger: undefined,
    signal,
    forceTerminationSignal: forceSignal,
    onNonRetryableSideEffect: () => context.onDispatch?.(),
    render: createRenderer(surroundings),
    requestInput,
  };
  origins.set(made, context);
  return made;
}

/** The stage's context a command's context was made of; undefined for one that a host has put together itself. */
export function originOf(context: CommandContext): StageContext | undefined {
  return origins.get(context);
}

/** Shows items and lines to people on the host's stream. */
function createRenderer({ stdout, onItems }: HostSurroundings): Renderer {
  return {
    json: (items) => {
      onItems?.(items);
      stdout.write(`${stringifyJson(toJson(items, "render.json"), 2)}\n`);
    },
    lines: (lines) => {
      for (const line of lines) stdout.write(`${String(line)}\n`);
    },
  };
}
