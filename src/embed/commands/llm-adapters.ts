import { LobsterError } from "../../runtime/errors.ts";
import type { LlmAdapter } from "../../runtime/pipeline/stage-context.ts";
import { toPlainNumbers } from "../../runtime/stable-json.ts";
import type { HostLlmAdapter, HostLlmAdapters } from "./command.ts";

/**
 * A host's language models as stages use them. `ctx` is what an adapter finds as its call's `ctx`, beside the environment
 * and the signal. Throws `invalid_request` for something that cannot be called.
 */
export function adaptLlmAdapters(given: HostLlmAdapters | undefined, ctx: object): ReadonlyMap<string, LlmAdapter> {
  return new Map(Object.entries(given ?? {}).map(([name, adapter]) => [name, adaptOne(name, adapter, ctx)]));
}

function adaptOne(name: string, given: HostLlmAdapter, ctx: object): LlmAdapter {
  const source = typeof given === "function" ? undefined : given.source;
  const invoke = typeof given === "function" ? given : given?.invoke?.bind(given);
  if (typeof invoke !== "function") {
    throw new LobsterError("invalid_request", `llmAdapters.${name} must be a function, or an object with invoke()`);
  }
  return {
    ...(source !== undefined && { source }),
    invoke: async ({ environment, payload, signal }) =>
      invoke({
        env: environment,
        args: {},
        payload: toPlainNumbers(payload),
        ctx: { ...ctx, env: environment, signal },
        signal,
      }),
  };
}
