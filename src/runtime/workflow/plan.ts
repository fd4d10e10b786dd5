import type { JsonValue } from "../json.ts";
import { describeAnswerFields, describePolicyFields } from "../gate/policy-words.ts";
import { stringifyJson } from "../stable-json.ts";
import { compileCondition, evaluateCondition } from "./condition.ts";
import type {
  ApprovalDefinition,
  ConditionSource,
  LoopStepDefinition,
  StepDefinition,
  Work,
  WorkflowDefinition,
} from "./definition.ts";
import { findReferences, parseWholeReference, REFERENCE_PATTERN } from "./reference.ts";
import type { Scope, StepResult } from "./step-result.ts";
import { renderArguments } from "./template.ts";

const UNKNOWN_TEXT = "  [contains step output refs — unknown at plan time]";

/**
 * What a dry run prints (workflows-and-checkpoints §13): every step with what it would do, nothing run. A condition that
 * depends on what a step will print is said to, instead of being decided as if the output were empty (fault W40).
 */
export function describePlan(definition: WorkflowDefinition, args: ReadonlyMap<string, JsonValue>): string {
  const { steps } = definition;
  const planned = new Map<string, StepResult>();
  const blocks = steps.map((step, index) => {
    const lines = describeStep(step, { args, planned, number: index + 1 });
    planned.set(step.id, plannedResult(step));
    for (const branch of step.work.kind === "parallel" ? step.work.branches : [])
      planned.set(branch.id, { id: branch.id });
    return lines.join("\n");
  });
  return `[DRY RUN] Would execute ${steps.length} step${steps.length === 1 ? "" : "s"}:\n\n${blocks.join("\n")}\n`;
}

interface PlanView {
  readonly args: ReadonlyMap<string, JsonValue>;
  readonly planned: ReadonlyMap<string, StepResult>;
  readonly number: number;
}

/** What later steps can know of a step before it has run. */
function plannedResult(step: StepDefinition): StepResult {
  if (step.work.kind === "input") return { id: step.id, response: { pending: true } };
  return step.approval === undefined ? { id: step.id } : { id: step.id, approved: true };
}

function describeStep(step: StepDefinition, view: PlanView): string[] {
  const heading = (label: string): string => `  ${view.number}. ${step.id}  [${label}]`;
  const verdict = decide(step.when, view);
  if (verdict === "skipped") return [heading("skipped — condition: false")];
  const kind = step.work.kind === "pass" ? "no-op" : step.work.kind;
  const details = [
    ...(verdict === "open" ? [`when: ${String(step.when)}  [depends on step output]`] : []),
    ...describeWork(step, view),
    ...(step.work.kind === "input" ? [] : describePolicies(step, view)),
  ];
  return [heading(kind), ...details.map((line) => `     ${line}`)];
}

function describeWork(step: StepDefinition, view: PlanView): string[] {
  const { work } = step;
  switch (work.kind) {
    case "input": {
      const policy = describeAnswerFields(work.input);
      return [
        `prompt: ${work.input.prompt}`,
        "[input required]",
        ...(policy === undefined ? [] : [`policy: ${policy}`]),
      ];
    }
    case "shell":
      return [`run: ${planText(work.text, view)}`];
    case "pipeline":
      return [`pipeline: ${planText(work.text, view)}`, ...deferredStages(work.text)];
    case "workflow": {
      const names = [...work.args.keys()];
      return [`workflow: ${planText(work.path, view)}`, ...(names.length === 0 ? [] : [`args: ${names.join(", ")}`])];
    }
    case "parallel":
      return [
        `wait: ${work.wait}`,
        ...(work.timeoutMs === undefined ? [] : [`timeout: ${work.timeoutMs}ms`]),
        ...work.branches.map((branch) => `branch ${branch.id}: ${describeBranch(branch.work, view)}`),
      ];
    case "for_each":
      return [
        `for_each: ${planText(work.source, view)}`,
        `item_var: ${work.itemVar}, index_var: ${work.indexVar}`,
        ...(work.batchSize === 1 ? [] : [`batch_size: ${work.batchSize}`]),
        ...(work.pauseMs === 0 ? [] : [`pause_ms: ${work.pauseMs}`]),
        `sub-steps: ${work.steps.length}`,
        ...work.steps.map((sub, index) => `  ${index + 1}. ${describeSubStep(sub, view)}`),
      ];
    case "pass":
      return [];
  }
}

function describeBranch(work: Work, view: PlanView): string {
  return work.kind === "pass" ? "[no-op]" : `[${work.kind}] ${renderArguments(work.text, view.args)}`;
}

function describeSubStep(sub: LoopStepDefinition, view: PlanView): string {
  if (sub.when === false || sub.when === "false") return `${sub.id}  [skipped — condition: false]`;
  if (sub.work.kind === "pass") return `${sub.id}  [no-op]`;
  const label = sub.work.kind === "shell" ? "run" : "pipeline";
  return `${sub.id}  [${sub.work.kind}] ${label}: ${renderArguments(sub.work.text, view.args)}`;
}

function describePolicies(step: StepDefinition, view: PlanView): string[] {
  const { retry } = step;
  return [
    ...describeStdin(step, view),
    ...(step.timeoutMs === undefined ? [] : [`timeout: ${step.timeoutMs}ms`]),
    ...(step.onError === "stop" ? [] : [`on_error: ${step.onError}`]),
    ...(retry === undefined || retry.max <= 1
      ? []
      : [
          `retry: up to ${retry.max} attempts, ${retry.backoff} backoff (base: ${retry.delayMs}ms${retry.jitter ? ", jitter" : ""})`,
        ]),
    ...(step.approval === undefined ? [] : ["[approval required]", ...describeGatePolicy(step.approval, view)]),
  ];
}

function describeGatePolicy(approval: ApprovalDefinition, view: PlanView): string[] {
  const policy = describePolicyFields(approval);
  return policy === undefined ? [] : [`policy: ${renderArguments(policy, view.args)}`];
}

/** Only input whose content is unknown before the run is worth a line. */
function describeStdin(step: StepDefinition, view: PlanView): string[] {
  const stdin = step.stdin?.value;
  if (typeof stdin !== "string") return [];
  const text = renderArguments(stdin, view.args);
  const whole = parseWholeReference(text);
  if (whole !== undefined) return isOutput(whole.path) ? [`stdin: ${text.trim()}  [output unknown at plan time]`] : [];
  return findReferences(text).some((reference) => isOutput(reference.path)) ? [`stdin: ${text}${UNKNOWN_TEXT}`] : [];
}

function isOutput(path: readonly string[]): boolean {
  return path[0] === "stdout" || path[0] === "json";
}

/** Arguments filled in; gates of planned steps as they will be; output left as a reference, and said to be unknown. */
function planText(text: string, view: PlanView): string {
  const filled = renderArguments(text, view.args).replaceAll(
    new RegExp(REFERENCE_PATTERN, "g"),
    (written, stepId: string, path: string) => {
      const planned = view.planned.get(stepId);
      return planned !== undefined && path === ".approved" ? String(planned.approved ?? false) : written;
    },
  );
  return findReferences(filled).some((reference) => isOutput(reference.path)) ? `${filled}${UNKNOWN_TEXT}` : filled;
}

function deferredStages(text: string): string[] {
  const names = text.split("|").map((stage) => stage.trim().split(/\s/)[0] ?? "");
  if (!names.some((name) => findReferences(name).length > 0)) return [];
  return ["[command validation deferred — stage name depends on step output]"];
}

/** `open` when the condition asks for what only a run can tell. */
function decide(when: ConditionSource, view: PlanView): "runs" | "skipped" | "open" {
  if (typeof when === "string" && !/^\s*(true|false)\s*$/.test(when)) {
    const asksOutput = compileCondition(when).references.some(
      (reference) =>
        view.planned.has(reference.stepId) && !isPlanned(reference.path, view.planned.get(reference.stepId)),
    );
    if (asksOutput) return "open";
  }
  const scope: Scope = { args: view.args, result: (id) => view.planned.get(id) };
  return evaluateCondition(when, scope) ? "runs" : "skipped";
}

/** Whether a reference asks only for what a plan knows: gates, and that an answer is pending. */
function isPlanned(path: readonly string[], planned: StepResult | undefined): boolean {
  const [field] = path;
  if (field === "approved" || field === "id") return true;
  return (
    field === "response" && planned?.response !== undefined && stringifyJson(planned.response) === '{"pending":true}'
  );
}
