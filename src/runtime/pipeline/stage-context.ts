import type { JsonObject, JsonValue } from "../json.ts";
import type { Clock, Environment, IdSource } from "../ports.ts";
import type { StageRegistry } from "./registry.ts";
import type { StageLimits } from "./stage-limits.ts";
import type { StageState } from "./stage-state.ts";
import type { InputTerminal } from "./terminal.ts";

/** How a pipeline is run: for a person at a terminal, for a program that wants an envelope, or from the SDK. */
export type PipelineMode = "human" | "tool" | "sdk";

/** What the host gives every stage of a pipeline. */
export interface StageHost {
  readonly environment: Environment;
  /** Absolute; relative paths of stages start here. */
  readonly cwd: string;
  readonly mode: PipelineMode;
  readonly registry: StageRegistry;
  /** The only stored documents a stage can reach. Null: `state.*` and the like are refused. */
  readonly state: StageState | null;
  readonly llmAdapters: ReadonlyMap<string, LlmAdapter>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: StageLimits;
  /** A person's terminal, or null: then stages never ask interactively. */
  readonly terminal: InputTerminal | null;
  /** A second interrupt: children are killed at once. */
  readonly forceSignal?: AbortSignal;
  /** Receives one line for people, such as a warning. */
  warn(message: string): void;
  /** Told before something is sent that must not be sent again on a guess: the step's attempt is then the last one. */
  readonly onDispatch?: () => void;
  /** Told the process id of every program that a stage starts: it may outlive this process. */
  readonly onSpawned?: (pid: number) => void;
  /** Told about every answer of a language model that comes with usage: live ones, rejected ones included, and replays. */
  reportUsage(usage: LlmUsage): void;
}

/** What a running stage can reach. */
export interface StageContext extends StageHost {
  /** Aborted when the run is cancelled or timed out; never absent. */
  readonly signal: AbortSignal;
  readonly requestInput: RequestInput;
}

/** A question of a stage. All members must be plain JSON. */
export interface StageQuestion {
  readonly prompt: string;
  readonly responseSchema: JsonObject;
  readonly defaults?: JsonValue;
  readonly subject?: JsonValue;
  /** What the stage needs when it is run again with the answer; required when its input is a stream. */
  readonly suspendedState?: JsonValue;
}

/**
 * Asks a person and returns the checked answer (stages-and-cli §10.4). Where nobody can answer at once the pipeline
 * halts: the call never returns, and the stage is run again from its start when the answer is there.
 */
export interface RequestInput {
  (question: StageQuestion): Promise<JsonValue>;
  /** The state stored with the question expected next, or undefined when the stage runs for the first time. */
  getSuspendedState(): JsonValue | undefined;
}

/** Tokens of one answer, for cost limits. */
export interface LlmUsage {
  readonly command: string;
  /** The model that answered, else the one that was asked for. */
  readonly model: string | null;
  readonly usage: JsonObject;
  /** Names the request, so that its answer is recognised where it turns up again. */
  readonly cacheKey?: string;
  /** The answer was known: it costs nothing now. */
  readonly replayed?: true;
}

/** A language model that the host brings along, by provider name. Returns an envelope (§12.5). */
export interface LlmAdapter {
  readonly source?: string;
  invoke(call: {
    readonly environment: Environment;
    readonly payload: JsonObject;
    readonly signal: AbortSignal;
  }): Promise<unknown>;
}
