import type { RuntimeHost } from "../runtime/host.ts";
import { describeThisProcess } from "../runtime/run/process-marks.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../runtime/system.ts";
import type { HostSurroundings } from "./commands/command-context.ts";
import { toStageRegistry } from "./commands/host-stages.ts";
import { adaptLlmAdapters } from "./commands/llm-adapters.ts";
import { EMBED_MAX_OUTPUT_BYTES, EMBED_TIMEOUT_MS } from "./limits.ts";
import { openStore } from "./state-store.ts";
import { writeQuietly } from "./text-sink.ts";
import type { ToolContext } from "./tool-context.ts";

/** What a request may have of its own. */
export interface EmbedHostOptions {
  /** Default the file store of the context's environment. */
  readonly store?: StateStore;
  readonly maxOutputBytes?: number;
}

/** The host a request's runtime stands on. */
export function createEmbedHost(context: ToolContext, options: EmbedHostOptions = {}): RuntimeHost {
  const { env, stderr, registry, llmAdapters, directory, forceTerminationSignal } = context;
  return {
    store: options.store ?? openStore(env),
    clock: systemClock,
    ids: systemIds,
    environment: env,
    ...describeThisProcess(),
    defaultTimeoutMs: EMBED_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? EMBED_MAX_OUTPUT_BYTES,
    registry: toStageRegistry(registry, surroundingsOf(context)),
    llmAdapters: adaptLlmAdapters(llmAdapters, context),
    mode: "tool",
    ...(directory === undefined ? {} : { directory }),
    stderr: (text) => writeQuietly(stderr, text),
    ...(forceTerminationSignal === undefined ? {} : { forceSignal: forceTerminationSignal }),
  };
}

/** In runs, what a command shows goes where a renderer's text goes: to the step it runs in, or to `_meta.rendered`. */
function surroundingsOf(context: ToolContext): HostSurroundings {
  const { stdout, stderr, registry, llmAdapters } = context;
  return {
    get stdin() {
      return context.stdin;
    },
    stdout,
    stderr,
    registry,
    llmAdapters,
    collectsText: true,
  };
}
