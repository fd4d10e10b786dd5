import type { Clock, Environment, IdSource } from "./ports.ts";
import type { StageRegistry } from "./pipeline/registry.ts";
import type { LlmAdapter } from "./pipeline/stage-context.ts";
import type { StateStore } from "./store/state-store.ts";

/** Who people are now, as a host knows them. A failure has to throw: it never means that somebody is unknown. */
export interface PeopleDirectory {
  /**
   * The bare names of the groups the person is in now; undefined for somebody who may not act (any more). With an account
   * (`telegram:111111111`): undefined unless it is this person's now, too.
   */
  lookUp(person: string, account?: string): Promise<{ readonly groups: readonly string[] } | undefined>;
}

/** What a host gives the runtime. Everything the runtime knows of the world comes in here. */
export interface RuntimeHost {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The environment steps inherit. A host with secrets of its own leaves them out. */
  readonly environment: Environment;
  /** Name of this machine, for leases and in-flight steps. */
  readonly hostName: string;
  readonly pid: number;
  readonly pidStart?: string;
  /** Where `pid` means something, see `readProcessPlace`. */
  readonly place?: string;
  /** Default executing-time limit in ms; null for none. */
  readonly defaultTimeoutMs: number | null;
  /** Cap per stream and process in bytes; a workflow may lower, never raise it. */
  readonly maxOutputBytes: number;
  /** Asked about every voter when votes are complete; absent: the groups they voted with stand. */
  readonly directory?: PeopleDirectory;
  /** The stages pipelines can name; default the built-in ones. */
  readonly registry?: StageRegistry;
  /** Language models the host brings along, by provider name; default none. */
  readonly llmAdapters?: ReadonlyMap<string, LlmAdapter>;
  /** `human` lets renderers write to `stdout`; gates behave the same in every mode. */
  readonly mode: "human" | "tool";
  /** Where stages may write in human mode; absent discards. */
  readonly stdout?: NodeJS.WritableStream;
  /** Where retries and cost warnings go. */
  readonly stderr?: (text: string) => void;
  /** A second interrupt: children are killed at once. */
  readonly forceSignal?: AbortSignal;
}

/** The time as ISO text, as it stands in every stored document. */
export function isoNow(host: Pick<RuntimeHost, "clock">): string {
  return new Date(host.clock.now()).toISOString();
}
