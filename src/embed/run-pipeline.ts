import { readRuntimeEnvironment } from "../config/environment.ts";
import { LobsterError } from "../runtime/errors.ts";
import type { JsonValue } from "../runtime/json.ts";
import type { Environment } from "../runtime/ports.ts";
import type { PipelineOutcome } from "../runtime/pipeline/outcome.ts";
import { runPipeline as run } from "../runtime/pipeline/run.ts";
import type { PipelineMode } from "../runtime/pipeline/stage-context.ts";
import { toPlainNumbers } from "../runtime/stable-json.ts";
import type { CommandRegistry, HostLlmAdapters, TextSink } from "./commands/command.ts";
import { createDefaultRegistry } from "./commands/default-registry.ts";
import { createDiscardingStream } from "./discarding-stream.ts";
import { describeHaltItem, placeOfHalt, type HaltPlace } from "./pipeline-halt.ts";
import { describeStart, type RequestInputResume } from "./pipeline-start.ts";
import type { ParsedStage } from "./pipeline-text.ts";
import { createPipelineHost } from "./pipeline-host.ts";

/** A pipeline to run by itself, without a store of runs behind it (stages-and-cli §2.2). */
export interface PipelineRequest {
  readonly pipeline: readonly ParsedStage[];
  readonly registry?: CommandRegistry | undefined;
  readonly stdin?: unknown;
  /** Gets what `json`, `table` and a host's own commands show, in every mode. */
  readonly stdout?: TextSink | undefined;
  readonly stderr?: TextSink | undefined;
  /** Used as it is; default this process's. */
  readonly env?: Environment | undefined;
  /** Default `human`: then a question is asked at once where `stdin` is a terminal. */
  readonly mode?: PipelineMode | undefined;
  readonly input?: Iterable<unknown> | AsyncIterable<unknown> | undefined;
  /** Absolute; default this process's directory. */
  readonly cwd?: string | undefined;
  readonly llmAdapters?: HostLlmAdapters | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly forceTerminationSignal?: AbortSignal | undefined;
  /** Runs nothing: says on `stderr` what would run. */
  readonly dryRun?: boolean | undefined;
  /** Goes on inside the first stage with the answer to its question. */
  readonly requestInputResume?: RequestInputResume | undefined;
  /** False refuses questions that nobody can answer at once. Default true. */
  readonly requestInputEnabled?: boolean | undefined;
  /** Called once, and waited for, before the first stage that may have effects. */
  readonly onExecutionStart?: (() => unknown) | undefined;
}

/** How far a pipeline came. A gate is an item: `approval_request` or `input_request`. */
export interface PipelineResult {
  readonly items: readonly unknown[];
  /** True when something was shown to people. */
  readonly rendered: boolean;
  /** What `json` showed. */
  readonly renderedItems: readonly unknown[];
  readonly halted: boolean;
  readonly haltedAt: HaltPlace | null;
  /** True once a stage that may have effects has been started. */
  readonly executionStarted: boolean;
}

/**
 * Runs a parsed pipeline to its end or its first halt. Every command is found and its words are checked before the first
 * one runs (fault F3). Throws the stages' errors, and the signal's reason; by then every process of the pipeline is over.
 */
export async function runPipeline(request: PipelineRequest): Promise<PipelineResult> {
  const registry = request.registry ?? createDefaultRegistry();
  if (request.dryRun === true) return await describeOnly(request, registry);
  const renderedItems: unknown[] = [];
  let executionStarted = false;
  const outcome = await run({
    ...(await describeStart(request)),
    host: createPipelineHost({
      ...request,
      registry,
      stdout: request.stdout ?? createDiscardingStream(),
      stderr: request.stderr ?? createDiscardingStream(),
      environment: readRuntimeEnvironment(request.env),
      mode: request.mode ?? "human",
      onItems: (items) => {
        for (const item of items) renderedItems.push(item);
      },
    }),
    ...(request.signal && { signal: request.signal }),
    canSuspend: request.requestInputEnabled ?? true,
    onEffect: async () => {
      executionStarted = true;
      await request.onExecutionStart?.();
    },
  });
  return { ...describeOutcome(request, outcome), renderedItems, executionStarted };
}

type Ending = Pick<PipelineResult, "items" | "rendered" | "halted" | "haltedAt">;

function describeOutcome(request: PipelineRequest, outcome: PipelineOutcome): Ending {
  const rendered = outcome.rendered !== null;
  if (outcome.kind === "halted") {
    if (outcome.policy !== undefined) throw unenforced(outcome.at.stage);
    const items = [toPlainNumbers(describeHaltItem(outcome))];
    return { items, rendered, halted: true, haltedAt: placeOfHalt(request.pipeline, outcome) };
  }
  const items = outcome.items.map((item: JsonValue) => toPlainNumbers(item));
  const { stoppedAt } = outcome;
  const haltedAt = stoppedAt === undefined ? null : placeOfHalt(request.pipeline, { at: stoppedAt });
  return { items, rendered, halted: haltedAt !== null, haltedAt };
}

/** A pipeline that runs by itself has no gate: whoever called it would decide, and nobody hold them to the policy. */
function unenforced(stage: string): LobsterError {
  return new LobsterError(
    "halted",
    `${stage} asks for approvers, votes or terms, which nobody enforces here; run it with runToolRequest or \`lobster run\``,
    { facts: { stage } },
  );
}

async function describeOnly({ pipeline, stderr }: PipelineRequest, registry: CommandRegistry): Promise<PipelineResult> {
  const { describeDryRun } = await import("../runtime/pipeline/dry-run.ts");
  const { toStageRegistry } = await import("./commands/host-stages.ts");
  const plan = await describeDryRun(pipeline, toStageRegistry(registry));
  stderr?.write(plan);
  return { items: [], rendered: true, renderedItems: [], halted: false, haltedAt: null, executionStarted: false };
}
