import { dirname, resolve } from "node:path";
import { decodeCost, encodeCost } from "../../engine/cost/stored-cost.ts";
import { defaultRegistry } from "../../engine/stage-host.ts";
import { renderApproval } from "../../engine/approval-step.ts";
import { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { encodeContinuation } from "../../pipeline/continuation.ts";
import { workflowName } from "../../run/start-run.ts";
import { resolveArguments } from "../../workflow/arguments.ts";
import type { LoadedWorkflow, StepDefinition } from "../../workflow/definition.ts";
import { loadWorkflow } from "../../workflow/load.ts";
import { toPinnedDocuments } from "../../workflow/pin.ts";
import type { Scope, StepResult } from "../../workflow/step-result.ts";
import { renderOnce } from "../../workflow/template.ts";
import type { PeerStop, PeerWorkflowCheckpoint } from "./peer-checkpoint.ts";
import { composeAnswerPolicy, composePolicy, readHostPolicy } from "../policy.ts";
import { composeApprovalRequest } from "../request.ts";
import { readStepClaims, type StepClaims } from "../step-claims.ts";
import type { AdoptedContent, AdoptionOptions } from "./content.ts";

/**
 * The content of a workflow's checkpoint, with the file as it is now. Denying and cancelling need no file: they work when it
 * is gone, invalid, or has changed too much to go on with.
 */
export async function readWorkflowContent(
  host: RuntimeHost,
  checkpoint: PeerWorkflowCheckpoint,
  options: AdoptionOptions,
): Promise<AdoptedContent> {
  try {
    return contentOf(host, checkpoint, options, await readFileAgain(host, checkpoint));
  } catch (thrown) {
    if (options.isEnding === true && thrown instanceof LobsterError) return contentOf(host, checkpoint, options);
    throw thrown;
  }
}

/** The file as it is now, and the gate's step in it. */
interface FileNow {
  readonly loaded: LoadedWorkflow;
  readonly step: StepDefinition;
  readonly args: JsonObject;
}

async function readFileAgain(host: RuntimeHost, checkpoint: PeerWorkflowCheckpoint): Promise<FileNow> {
  const { filePath, args, stop } = checkpoint;
  const stages = host.registry ?? defaultRegistry();
  const loaded = await loadWorkflow(filePath, { environment: host.environment, stages, args });
  const resolved = Object.fromEntries(resolveArguments(loaded.definition, args));
  return { loaded, step: findGateStep(loaded, stop), args: resolved };
}

function contentOf(
  host: RuntimeHost,
  checkpoint: PeerWorkflowCheckpoint,
  options: AdoptionOptions,
  file?: FileNow,
): AdoptedContent {
  const { filePath, stop } = checkpoint;
  const ordered = orderResults(checkpoint.steps, file?.loaded);
  const results = ordered.filter(({ id }) => id !== stop.stepId);
  const cwd = resolve(options.cwd ?? dirname(filePath));
  const cost = readCost(checkpoint.cost);
  const startedBy = stop.kind === "approval" ? stop.identity.initiatedBy : undefined;
  return {
    run: {
      kind: "workflow",
      name: workflowName(filePath),
      filePath,
      definitionDigest: file?.loaded.digest ?? "",
      args: file?.args ?? checkpoint.args,
      cwd,
      ...(startedBy === undefined ? {} : { startedBy }),
      ...(cost === undefined ? {} : { cost }),
      warnings: [...(file?.loaded.warnings ?? []), describeDoubt(filePath, cwd)],
    },
    gate: {
      stepId: stop.stepId,
      position: positionOf(file),
      ...(stop.kind === "approval"
        ? describeApproval(stop, file, results, checkpoint.steps.get(stop.stepId))
        : describeInput(stop, file, results)),
    },
    hostPolicy: readHostPolicy(host.environment),
    results,
    definitions: file === undefined ? [] : toPinnedDocuments(file.loaded),
    createdAt: checkpoint.createdAt,
  };
}

function positionOf(file: FileNow | undefined): AdoptedContent["gate"]["position"] {
  if (file === undefined) return { step: 1, of: 1 };
  const { steps } = file.loaded.definition;
  return { step: steps.indexOf(file.step) + 1, of: steps.length };
}

/** A gate that the file no longer has is not opened on a guess. */
function findGateStep(loaded: LoadedWorkflow, stop: PeerStop): StepDefinition {
  const step = loaded.definition.steps.find(({ id }) => id === stop.stepId);
  if (step !== undefined && isSuchGate(step, stop)) return step;
  const message =
    stop.kind === "approval"
      ? `Workflow file ${loaded.filePath} has no approval step ${stop.stepId} any more; put it back, or cancel this run`
      : `Invalid input step in resume state: ${stop.stepId}`;
  throw new LobsterError("invalid_state", message, { facts: { stepId: stop.stepId } });
}

function isSuchGate(step: StepDefinition, stop: PeerStop): boolean {
  if (stop.kind === "approval") return step.approval !== undefined;
  return step.work.kind === (stop.asked === undefined ? "input" : "pipeline");
}

/** In the order of the file, branches before their block; the peer keeps results by id. */
function orderResults(
  steps: ReadonlyMap<string, StepResult>,
  loaded: LoadedWorkflow | undefined,
): readonly StepResult[] {
  const places = new Map<string, number>();
  for (const [index, { id, work }] of (loaded?.definition.steps ?? []).entries()) {
    if (work.kind === "parallel") for (const branch of work.branches) places.set(branch.id, index - 0.5);
    places.set(id, index);
  }
  const placeOf = ({ id }: StepResult): number => places.get(id) ?? -1;
  return [...steps.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
}

function scopeOf({ args }: FileNow, results: readonly StepResult[]): Scope {
  const byId = new Map(results.map((result) => [result.id, result]));
  return { args: new Map(Object.entries(args)), result: (id) => byId.get(id) };
}

type DescribedGate = Pick<AdoptedContent["gate"], "request" | "policy" | "result" | "continuation">;

/**
 * The file is the floor, as for every gate: what the checkpoint stored may only add to it. The stored initiator counts as the
 * starter, for the peer keeps no other.
 */
function describeApproval(
  { stepId, identity }: Extract<PeerStop, { kind: "approval" }>,
  file: FileNow | undefined,
  results: readonly StepResult[],
  own: StepResult | undefined,
): DescribedGate {
  const { initiatedBy, requiredApprover, requireDifferentApprover } = identity;
  const approval = file?.step.approval ?? {};
  const shown = file === undefined ? approval : renderApproval(stepId, approval, scopeOf(file, results));
  const claims = file === undefined ? NO_CLAIMS : readStepClaims(stepId, own);
  // Who had to approve as far as the peer knows such rules is what it stored.
  const { initiatedBy: _initiatedBy, requiredApprover: _requiredApprover, ...addedRules } = claims;
  return {
    request: composeApprovalRequest(stepId, shown, claims, own),
    policy: composePolicy(shown, initiatedBy === undefined ? {} : { startedBy: initiatedBy }, {
      ...addedRules,
      ...(requiredApprover === undefined ? {} : { requiredApprover }),
      requireDifferentApprover,
    }),
    ...(own === undefined ? {} : { result: own }),
  };
}

const NO_CLAIMS: StepClaims = { requireDifferentApprover: false };

function describeInput(
  { responseSchema, subject, asked }: Extract<PeerStop, { kind: "input" }>,
  file: FileNow | undefined,
  results: readonly StepResult[],
): DescribedGate {
  const asks = file?.step.work.kind === "input" ? { file, input: file.step.work.input } : undefined;
  const defaults = asks === undefined ? asked?.question.defaults : asks.input.defaults?.value;
  return {
    request: {
      type: "input_request",
      prompt:
        asks === undefined
          ? (asked?.question.prompt ?? "")
          : renderOnce(asks.input.prompt, scopeOf(asks.file, results)),
      responseSchema,
      ...(defaults === undefined ? {} : { defaults }),
      ...(subject === undefined ? {} : { subject }),
    },
    policy: asks === undefined ? {} : composeAnswerPolicy(asks.input, {}),
    ...(asked === undefined ? {} : { continuation: encodeContinuation(asked.continuation) }),
  };
}

/** Costs that the peer booked. One with tokens and no price is unknown, not zero (fault F41). */
function readCost(cost: JsonObject | undefined): JsonObject | undefined {
  if (cost === undefined) return undefined;
  const byStep = ownMember(cost, "byStep");
  const listed: readonly JsonValue[] = Array.isArray(byStep) ? byStep : [null];
  const entries = listed.map((entry): JsonValue => {
    if (!isJsonObject(entry)) return entry;
    const isUnpriced = ownMember(entry, "costUsd") === 0 && ownMember(entry, "inputTokens") !== 0;
    return { ...entry, path: [], ...(isUnpriced ? { unpriced: true } : {}) };
  });
  return encodeCost(decodeCost({ entries, known: [] }));
}

function describeDoubt(filePath: string, cwd: string): string {
  return `This checkpoint keeps neither its workflow nor its directory: ${filePath} was read again and may differ from what was shown, and the rest runs in ${cwd}`;
}
