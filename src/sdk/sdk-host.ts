import { resolve } from "node:path";
import { readRuntimeEnvironment } from "../config/environment.ts";
import { EMBED_STAGE_LIMITS } from "../embed/limits.ts";
import { openStore, openStoreAt } from "../embed/state-store.ts";
import type { JudgingHost } from "../runtime/gate/deciding/case.ts";
import type { PeopleDirectory } from "../runtime/host.ts";
import type { Environment } from "../runtime/ports.ts";
import { createRegistry } from "../runtime/pipeline/registry.ts";
import type { StageHost } from "../runtime/pipeline/stage-context.ts";
import { createStageState } from "../runtime/pipeline/stage-state.ts";
import type { StateStore } from "../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../runtime/system.ts";
import { createSdkStage, stageName } from "./sdk-stage.ts";
import type { PipedStage } from "./stage.ts";

/** How a workflow of the SDK is made. */
export interface LobsterOptions {
  /** Used as it is; default this process's. */
  readonly env?: Environment | undefined;
  /** Where values and resume state are kept; default the environment's `LOBSTER_STATE_DIR`, else `~/.lobster/state`. */
  readonly stateDir?: string | undefined;
  /** Cancels: every process of the workflow is ended before `run` or `resume` returns. */
  readonly signal?: AbortSignal | undefined;
  /** Who starts it, for gates that somebody else must approve; beats `LOBSTER_APPROVAL_INITIATED_BY`. */
  readonly startedBy?: string | undefined;
  /** Who people are now: asked about every voter when votes are complete. */
  readonly directory?: PeopleDirectory | undefined;
}

/** What a workflow stands on while it runs. */
export interface SdkHost {
  readonly stages: StageHost;
  readonly store: StateStore;
  readonly startedBy?: string;
  /** What judges decisions. */
  readonly judging: JudgingHost;
}

/** Opens the store and makes the stages known by their position. */
export function createSdkHost(piped: readonly PipedStage[], options: LobsterOptions): SdkHost {
  const environment = readRuntimeEnvironment(options.env);
  const { stateDir } = options;
  const store = stateDir === undefined ? openStore(environment) : openStoreAt(resolve(stateDir));
  const stages = piped.map((stage, index) => createSdkStage(stage, index, stateDir));
  const startedBy = (options.startedBy ?? environment["LOBSTER_APPROVAL_INITIATED_BY"] ?? "").trim();
  const { directory } = options;
  return {
    store,
    ...(startedBy === "" ? {} : { startedBy }),
    judging: { environment, clock: systemClock, ids: systemIds, ...(directory === undefined ? {} : { directory }) },
    stages: {
      environment,
      cwd: process.cwd(),
      mode: "sdk",
      registry: createRegistry(new Map(stages.map((stage, index) => [stageName(index), async () => stage]))),
      state: createStageState(store),
      llmAdapters: new Map(),
      clock: systemClock,
      ids: systemIds,
      limits: EMBED_STAGE_LIMITS,
      terminal: null,
      warn: () => undefined,
      reportUsage: () => undefined,
    },
  };
}
