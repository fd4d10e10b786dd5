import { LobsterError } from "../errors.ts";
import { composeAnswerPolicy, composePolicy, hostPolicyOf } from "../gate/policy.ts";
import type { RuntimeHost } from "../host.ts";
import { parsePipeline, type PipelineStage } from "../pipeline/grammar.ts";
import type { HaltedPipeline } from "../pipeline/outcome.ts";
import type { PipelineStart } from "../pipeline/entry.ts";
import { prepareStages, runPipeline } from "../pipeline/run.ts";
import { fromPinnedPipeline, toPinnedPipeline } from "../pipeline/pinned-pipeline.ts";
import { resolveOutputLimit } from "../process/output-limit.ts";
import type { GateDocument, RunDocument } from "../run/documents.ts";
import { definitionKey } from "../run/keys.ts";
import { keepDefinition } from "../run/keep-definitions.ts";
import { runEnvironment } from "../run/run-environment.ts";
import { createRun } from "../run/start-run.ts";
import { composeStepMark, markEnvironment } from "../run/step-mark.ts";
import type { StartRequest } from "../runtime.ts";
import { describeInFlight, outputCap, type Execution } from "./execution.ts";
import type { FrameEnd, Suspension } from "./outcome.ts";
import type { Position } from "../recovery/position.ts";
import { openGate } from "./open-gate.ts";

import { createStageHost, defaultRegistry } from "./stage-host.ts";

/** Creates the run of an inline pipeline. Every stage is found and its words are checked before the run exists (F3). */
export async function startPipelineRun(host: RuntimeHost, request: StartRequest, text: string): Promise<RunDocument> {
  const stages = parsePipeline(text);
  await prepareStages(stages, { registry: host.registry ?? defaultRegistry(), environment: host.environment });
  const { digest, value } = toPinnedPipeline(stages);
  await keepDefinition(host, definitionKey(digest), value);
  return await createRun(host, request, {
    kind: "pipeline",
    name: stages[0]?.name ?? "pipeline",
    definitionDigest: digest,
    args: {},
    warnings: [],
  });
}

/** Runs a pipeline from its first stage, or from the stage behind a decided gate. */
export async function runPipelineToNextGate(execution: Execution, { gate }: Position): Promise<FrameEnd | Suspension> {
  const { host, writer, signal } = execution;
  const run = writer.current;
  const pinned = await host.store.read(definitionKey(run.definitionDigest));
  const stages = fromPinnedPipeline(pinned?.value, run.definitionDigest);
  const place = { stepId: run.name, path: [], attempt: 1 };
  const stepMark = composeStepMark(execution.mark, place);
  const start: PipelineStart = gate === undefined ? { stages } : resumeOf(gate);
  const outcome = await runPipeline({
    ...start,
    host: createStageHost(host, {
      environment: markEnvironment(runEnvironment(host.environment, run), host.environment, stepMark),
      cwd: run.cwd,
      maxOutputBytes: resolveOutputLimit(host.environment, outputCap(execution)),
      onSpawned: (pid) => execution.onSpawned(pid, stepMark),
    }),
    signal,
    ...(host.stdout === undefined ? {} : { stdout: host.stdout }),
    onEffect: async () => {
      const inFlight = describeInFlight(execution, place);
      await writer.update(({ again: _again, ...current }) => ({ ...current, inFlight }));
      execution.effects.started = true;
    },
    onNothingStarted: () => {
      execution.effects.started = false;
    },
  });
  if (outcome.kind === "halted") return await stopAtGate(execution, stages, outcome);
  return {
    kind: "ended",
    output: outcome.items,
    ...(outcome.rendered === null ? {} : { rendered: outcome.rendered }),
  };
}

function resumeOf(gate: GateDocument): PipelineStart {
  const { continuation } = gate;
  if (continuation === undefined) throw new LobsterError("invalid_state", "Invalid pipeline resume state");
  return gate.response === undefined
    ? { resume: { continuation, approved: true } }
    : { resume: { continuation, response: gate.response.value } };
}

/** Pipeline approvals have the host's policy like every other gate (fault W14). */
async function stopAtGate(
  execution: Execution,
  stages: readonly PipelineStage[],
  outcome: HaltedPipeline,
): Promise<Suspension> {
  const { definitionDigest } = execution.writer.current;
  const stepId = outcome.at.stage;
  const approval = outcome.request.type === "approval_request";
  const host = hostPolicyOf(execution.writer.current);
  const suspension = await openGate(execution, {
    place: {
      kind: "pipeline",
      stepId,
      path: [],
      definitions: [definitionKey(definitionDigest)],
      frames: [{ definitionDigest, stepId, attempt: 1 }],
      position: { step: outcome.at.index + 1, of: stages.length },
    },
    request: outcome.request,
    policy: approval
      ? composePolicy(outcome.policy ?? {}, host, { requireDifferentApprover: false })
      : composeAnswerPolicy({}, host),
    continuation: outcome.continuation,
  });
  return { ...suspension, ...(outcome.rendered === null ? {} : { rendered: outcome.rendered }) };
}
