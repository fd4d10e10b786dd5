import { Readable, Writable } from "node:stream";
import type { Environment } from "../runtime/ports.ts";
import type { PipelineMode, StageHost } from "../runtime/pipeline/stage-context.ts";
import { createStageState } from "../runtime/pipeline/stage-state.ts";
import { createTerminal, type InputTerminal } from "../runtime/pipeline/terminal.ts";
import { systemClock, systemIds } from "../runtime/system.ts";
import type { CommandRegistry, HostLlmAdapters, TextSink } from "./commands/command.ts";
import { toStageRegistry } from "./commands/host-stages.ts";
import { adaptLlmAdapters } from "./commands/llm-adapters.ts";
import { EMBED_STAGE_LIMITS } from "./limits.ts";
import { showRendered } from "./rendered-output.ts";
import { openStore } from "./state-store.ts";

/** What a pipeline that runs by itself stands on. */
export interface PipelineSurroundings {
  readonly environment: Environment;
  readonly cwd?: string | undefined;
  readonly mode: PipelineMode;
  readonly registry: CommandRegistry;
  readonly stdin?: unknown;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly llmAdapters?: HostLlmAdapters | undefined;
  readonly forceTerminationSignal?: AbortSignal | undefined;
  /** Gets the items that `json` and `ctx.render.json` showed. */
  readonly onItems: (items: Iterable<unknown>) => void;
}

/** The host of such a pipeline's stages. Values of `state.*` are those of the environment's state directory. */
export function createPipelineHost(around: PipelineSurroundings): StageHost {
  const { environment, registry, llmAdapters, stdin, stdout, stderr, onItems } = around;
  const stages = toStageRegistry(registry, { stdin, stdout, stderr, registry, llmAdapters, onItems });
  return {
    environment,
    cwd: around.cwd ?? process.cwd(),
    mode: around.mode,
    registry: showRendered(stages, { stdout, onItems }),
    state: createStageState(openStore(environment)),
    llmAdapters: adaptLlmAdapters(llmAdapters, around),
    clock: systemClock,
    ids: systemIds,
    limits: EMBED_STAGE_LIMITS,
    terminal: around.mode === "human" ? openTerminal(stdin, stderr) : null,
    ...(around.forceTerminationSignal && { forceSignal: around.forceTerminationSignal }),
    warn: (message) => void stderr.write(`${message}\n`),
    reportUsage: () => undefined,
  };
}

/** A person can be asked where `stdin` is a terminal. Questions go to `stderr`, apart from the data (fault F37). */
function openTerminal(stdin: unknown, stderr: TextSink): InputTerminal | null {
  if (!(stdin instanceof Readable) || !("isTTY" in stdin) || stdin.isTTY !== true) return null;
  return createTerminal(stdin, stderr instanceof Writable ? stderr : asWritable(stderr));
}

function asWritable(sink: TextSink): Writable {
  return new Writable({
    write: (chunk: Buffer | string, _encoding, done) => {
      sink.write(chunk.toString());
      done();
    },
  });
}
