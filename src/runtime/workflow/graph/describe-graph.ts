import type { JsonValue } from "../../json.ts";
import { describeAnswerFields, describePolicyFields } from "../../gate/policy-words.ts";
import type { StepDefinition, WorkflowDefinition } from "../definition.ts";
import { renderArguments } from "../template.ts";
import type { GraphEdge, GraphNode, NodeKind, WorkflowGraph } from "./graph.ts";
import { cutLine, toLine } from "./line.ts";
import { listReads } from "./reads.ts";

const MAX_DETAIL = 80;

/**
 * A workflow's top-level steps and how they hang together (stages-and-cli §23). `args` fill the `${name}` of what is
 * shown; unknown ones stay as written. The definition has been validated.
 */
export function describeGraph(definition: WorkflowDefinition, args: ReadonlyMap<string, JsonValue>): WorkflowGraph {
  return {
    nodes: definition.steps.map((step) => describeNode(step, args)),
    edges: listEdges(definition.steps),
  };
}

function describeNode(step: StepDefinition, args: ReadonlyMap<string, JsonValue>): GraphNode {
  const [kind, work] = describeWork(step);
  const policy = describeGatePolicy(step);
  const detail = policy === undefined ? work : `${work}; ${policy}`;
  return {
    id: step.id,
    kind,
    detail: cutLine(toLine(renderArguments(detail, args)), MAX_DETAIL),
    isGate: step.approval !== undefined || kind === "input",
  };
}

/** What a gate has beyond Lobster's own policy; the diamond says the rest. */
function describeGatePolicy({ approval, work }: StepDefinition): string | undefined {
  if (work.kind === "input") return describeAnswerFields(work.input);
  return approval === undefined ? undefined : describePolicyFields(approval);
}

function describeWork({ work, approval }: StepDefinition): readonly [NodeKind, string] {
  switch (work.kind) {
    case "parallel":
      return ["parallel", `parallel (${work.wait})`];
    case "for_each":
      return ["for_each", `for_each: ${work.source}`];
    case "workflow":
      return ["workflow", `workflow: ${work.path}`];
    case "pipeline":
      return ["pipeline", `pipeline: ${work.text}`];
    case "shell":
      return ["run", `run: ${work.text}`];
    case "input":
      return ["input", "input request"];
    case "pass":
      return approval === undefined ? ["step", ""] : ["approval", "approval gate"];
  }
}

/** Only earlier steps are drawn from: nothing else has a result when a step is reached. */
function listEdges(steps: readonly StepDefinition[]): readonly GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  const owners = new Map<string, string>();
  let previous: string | undefined;
  for (const step of steps) {
    const draw = (from: string, label: string): void => {
      const edge = { from, to: step.id, label };
      edges.set(JSON.stringify([from, step.id, label]), edge);
    };
    if (previous !== undefined) draw(previous, "next");
    for (const { label, ids } of listReads(step)) {
      for (const id of ids) {
        const owner = owners.get(id);
        if (owner !== undefined) draw(owner, label);
      }
    }
    for (const id of idsOf(step)) owners.set(id, step.id);
    previous = step.id;
  }
  return [...edges.values()];
}

/** A branch's output belongs to its block. */
function idsOf({ id, work }: StepDefinition): readonly string[] {
  return work.kind === "parallel" ? [id, ...work.branches.map((branch) => branch.id)] : [id];
}
