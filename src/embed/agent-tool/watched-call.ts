import { setMaxListeners } from "node:events";
import type { FailureEnvelope } from "../../runtime/envelope.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { TextSink } from "../commands/command.ts";
import type { CallLimits } from "./call.ts";

/** One call under its limits: what its runtime and its streams have to be given. */
export interface WatchedCall {
  /** Aborts when the caller cancels, the time is up, or a stream has exceeded its cap. */
  readonly signal: AbortSignal;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The same runtime, whose failures are remembered with their facts. */
  watch(runtime: Runtime): Runtime;
  /** The message of a failure: an output over the cap of the call is called by the name of its parameter. */
  messageOf(envelope: FailureEnvelope): string;
  /** Stops the clock. */
  close(): void;
}

/**
 * Starts the clock of a call. Running time is all that counts: waiting at a gate happens between calls. When the time is up
 * every process is ended before the call returns, for the runtime settles only then.
 */
export function watchCall({ timeoutMs, maxBytes }: CallLimits, signal: AbortSignal | undefined): WatchedCall {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  const timer = setTimeout(() => stop.abort(new LobsterError("timed_out", "lobster runtime timed out")), timeoutMs);
  let failure: LobsterError | undefined;
  return {
    signal: stop.signal,
    stdout: createCappedSink("stdout", maxBytes, stop),
    stderr: createCappedSink("stderr", maxBytes, stop),
    watch: (runtime) => ({
      ...runtime,
      execute: async (runId, options) => {
        const report = await runtime.execute(runId, options);
        failure = report.kind === "failed" ? report.error : undefined;
        return report;
      },
    }),
    messageOf: ({ error }) => {
      if (failure?.code !== "output_limit" || failure.facts["maxBytes"] !== maxBytes) return error.message;
      return exceeded(failure.facts["stream"] === "stderr" ? "stderr" : "stdout");
    },
    close: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Takes text and forgets it; only how much of it there was matters. */
function createCappedSink(stream: "stdout" | "stderr", maxBytes: number, stop: AbortController): TextSink {
  let bytes = 0;
  return {
    write: (text) => {
      bytes += Buffer.byteLength(text);
      if (bytes > maxBytes) stop.abort(new LobsterError("output_limit", exceeded(stream)));
    },
  };
}

function exceeded(stream: "stdout" | "stderr"): string {
  return `lobster ${stream} exceeded maxStdoutBytes`;
}
