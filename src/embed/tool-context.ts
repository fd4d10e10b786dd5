import { readRuntimeEnvironment } from "../config/environment.ts";
import type { PeopleDirectory } from "../runtime/host.ts";
import type { Environment } from "../runtime/ports.ts";
import type { CommandRegistry, HostLlmAdapters, TextSink } from "./commands/command.ts";
import { createDefaultRegistry } from "./commands/default-registry.ts";
import { createDiscardingStream } from "./discarding-stream.ts";

/** What a host may say about where its requests run. Everything has a default. */
export interface GivenToolContext {
  /** Absolute; default this process's directory. */
  readonly cwd?: string | undefined;
  /** Laid over this process's environment; a variable that is undefined here is unset. */
  readonly env?: Environment | undefined;
  /** Accepted and not looked at: requests are always in tool mode. */
  readonly mode?: string | undefined;
  readonly stdin?: unknown;
  /** Gets what `json`, `table` and a host's own commands show; default nobody. The envelope is returned, never written. */
  readonly stdout?: TextSink | undefined;
  /** Gets retries and cost warnings; default nobody. */
  readonly stderr?: TextSink | undefined;
  /** Cancels: every process of the request is ended before the reply. */
  readonly signal?: AbortSignal | undefined;
  /** A second interrupt: processes are killed at once. */
  readonly forceTerminationSignal?: AbortSignal | undefined;
  readonly registry?: CommandRegistry | undefined;
  readonly llmAdapters?: HostLlmAdapters | undefined;
  /** Who people are now: asked about every voter when the votes of a gate are complete. */
  readonly directory?: PeopleDirectory | undefined;
}

/** A context with nothing left open. */
export interface ToolContext {
  readonly cwd: string;
  readonly env: Environment;
  readonly mode: "tool";
  readonly stdin: unknown;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly signal: AbortSignal | undefined;
  readonly forceTerminationSignal: AbortSignal | undefined;
  readonly registry: CommandRegistry;
  readonly llmAdapters: HostLlmAdapters | undefined;
  /** There only where it is given: the peer's contexts have no such member. */
  readonly directory?: PeopleDirectory;
}

/** Fills in what a host left out (stages-and-cli §21). The object given is not kept and not changed (fault W32). */
export function createToolContext(given: GivenToolContext = {}): ToolContext {
  return completeContext(given, readRuntimeEnvironment({ ...readRuntimeEnvironment(), ...given.env }));
}

/** The same with exactly the environment that is given; without one, this process's. */
export function createExactContext(given: GivenToolContext = {}): ToolContext {
  return completeContext(given, readRuntimeEnvironment(given.env));
}

function completeContext(given: GivenToolContext, env: Environment): ToolContext {
  const { stdin } = given;
  return {
    cwd: given.cwd ?? process.cwd(),
    env,
    mode: "tool",
    // Looked at only by commands that read it: opening the process's own has effects.
    get stdin() {
      return stdin ?? process.stdin;
    },
    stdout: given.stdout ?? createDiscardingStream(),
    stderr: given.stderr ?? createDiscardingStream(),
    signal: given.signal,
    forceTerminationSignal: given.forceTerminationSignal,
    registry: given.registry ?? createDefaultRegistry(),
    llmAdapters: given.llmAdapters,
    ...(given.directory === undefined ? {} : { directory: given.directory }),
  };
}
