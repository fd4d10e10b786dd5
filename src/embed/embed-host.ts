import type { RuntimeHost } from "../runtime/host.ts";
import { describeThisProcess } from "../runtime/run/lease.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../runtime/system.ts";
import { toStageRegistry } from "./commands/host-stages.ts";
import { adaptLlmAdapters } from "./commands/llm-adapters.ts";
import { EMBED_MAX_OUTPUT_BYTES, EMBED_TIMEOUT_MS } from "./limits.ts";
import { showRendered } from "./shown-text.ts";
import { openStore } from "./state-store.ts";
import type { ToolContext } from "./tool-context.ts";

/** What a request may have of its own. */
export interface EmbedHostOptions {
  /** Default the file store of the context's environment. */
  readonly store?: StateStore;
  readonly maxOutputBytes?: number;
}

/** The host a request's runtime stands on. */
export function createEmbedHost(context: ToolContext, options: EmbedHostOptions = {}): RuntimeHost {
  const { env, stdout, stderr, registry, llmAdapters, forceTerminationSignal } = context;
  return {
    store: options.store ?? openStore(env),
    clock: systemClock,
    ids: systemIds,
    environment: env,
    ...describeThisProcess(),
    defaultTimeoutMs: EMBED_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? EMBED_MAX_OUTPUT_BYTES,
    registry: showRendered(toStageRegistry(registry, context), { stdout, keep: true }),
    llmAdapters: adaptLlmAdapters(llmAdapters, context),
    mode: "tool",
    stderr: (text) => void stderr.write(text),
    ...(forceTerminationSignal === undefined ? {} : { forceSignal: forceTerminationSignal }),
  };
}
