import { LobsterError } from "../../errors.ts";
import type { WorkflowDefinition } from "../../workflow/definition.ts";
import type { CostLedger } from "./ledger.ts";
import { PRICING_VARIABLE } from "./pricing.ts";
import type { CostEntry } from "./stored-cost.ts";

type CostLimit = NonNullable<WorkflowDefinition["costLimit"]>;

/** A running workflow, as far as its limit goes. */
export interface LimitedFrame {
  readonly path: readonly string[];
  readonly loaded: { readonly definition: Pick<WorkflowDefinition, "costLimit"> };
  readonly parent?: { readonly frame: LimitedFrame };
}

/** What a check needs of an execution. */
export interface CostControl {
  readonly cost: CostLedger;
  readonly warn: (text: string) => void;
}

/**
 * Holds what was spent against `cost_limit` (workflows-and-checkpoints §12): after each step and sub-step, before the step's
 * gate, and once at the end of a workflow. A limit counts everything beneath its workflow, sub-workflows and repeated
 * attempts included. With `warn` a workflow's own checks warn, each time anew. With `stop` the first check anywhere beneath
 * throws a `cost_limit` error that is neither retried nor continued, also when the cost is unknown because a model has no
 * price (faults W28, F41).
 */
export function checkCost(control: CostControl, frame: LimitedFrame): void {
  assertCostAllowed(control, frame);
  for (const model of control.cost.takeUnpricedModels()) control.warn(unpricedWarning(model));
  const limit = frame.loaded.definition.costLimit;
  if (limit?.action !== "warn") return;
  const spentUsd = control.cost.spentUsd(frame.path);
  if (spentUsd > limit.maxUsd) {
    control.warn(`[WARN] Cost ${formatSpent(spentUsd, limit)} exceeds limit ${formatLimit(limit)}\n`);
  }
}

/** The `stop` half of {@link checkCost}, for before a retry: a failed attempt may have spent without leaving a result. */
export function assertCostAllowed({ cost }: CostControl, frame: LimitedFrame): void {
  for (let at: LimitedFrame | undefined = frame; at !== undefined; at = at.parent?.frame) {
    const limit = at.loaded.definition.costLimit;
    if (limit?.action !== "stop") continue;
    const spentUsd = cost.spentUsd(at.path);
    if (spentUsd > limit.maxUsd) throw limitExceeded(spentUsd, limit);
    const unpriced = cost.findUnpriced(at.path);
    if (unpriced !== undefined) throw costUnknown(unpriced);
  }
}

function limitExceeded(spentUsd: number, limit: CostLimit): LobsterError {
  const message = `Cost limit exceeded: ${formatSpent(spentUsd, limit)} > ${formatLimit(limit)} limit`;
  return new LobsterError("cost_limit", message, { facts: { final: true, spentUsd, maxUsd: limit.maxUsd } });
}

function costUnknown({ stepId, model }: CostEntry): LobsterError {
  const example = `${PRICING_VARIABLE}='{${showModel(model ?? "<model>")}:{"input":3,"output":15}}'`;
  const message =
    model === null
      ? `Cost limit cannot be kept: step '${stepId}' used a language model without naming it, so its cost is unknown. Let the step's output name the model beside usage; prices are set in USD per million tokens with ${example}`
      : `Cost limit cannot be kept: no price is known for model ${showModel(model)} of step '${stepId}'. Set it in USD per million tokens: ${example}`;
  return new LobsterError("cost_limit", message, { facts: { final: true, model } });
}

function unpricedWarning(model: string | null): string {
  return `[WARN] No LLM pricing configured for model ${showModel(model ?? "<missing>")}; recording zero cost. Set ${PRICING_VARIABLE} to enable cost_limit enforcement for this model.\n`;
}

/** A model id in quotes, with everything escaped that a terminal could act upon. */
function showModel(model: string): string {
  return JSON.stringify(model).replaceAll(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** At least 4 decimals, and as many as it takes to see that it is more than the limit (fault W28). */
function formatSpent(amount: number, { maxUsd }: CostLimit): string {
  return formatUsd(amount, 4, (shown) => shown > maxUsd);
}

/** At least 2 decimals, and as many as the limit has: $0.00 is not what somebody wrote. */
function formatLimit({ maxUsd }: CostLimit): string {
  return formatUsd(maxUsd, 2, (shown) => shown === maxUsd);
}

const MAX_DECIMALS = 20;

function formatUsd(amount: number, decimals: number, isEnough: (shown: number) => boolean): string {
  const text = amount.toFixed(decimals);
  return decimals >= MAX_DECIMALS || isEnough(Number(text)) ? `$${text}` : formatUsd(amount, decimals + 1, isEnough);
}
