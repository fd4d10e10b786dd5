import { basename, extname } from "node:path";
import { explainGates, type GateExplanation } from "../../runtime/gate/explain.ts";
import type { ArgDefinition, LoadedWorkflow, WorkflowDefinition } from "../../runtime/workflow/definition.ts";
import { shortenPath } from "../places.ts";
import { listNotes } from "../workflow-notes.ts";
import type { Cast } from "./cast.ts";
import { describeGate } from "./describe-gate.ts";
import { describeEnvironment, describeStep } from "./describe-step.ts";
import type { ExplainedArgument, ExplainedStep, Explanation } from "./explanation.ts";

/** What is known beside the workflow. */
export interface ExplainContext {
  /** Where paths are shown from. */
  readonly cwd: string;
  /** Absent where no people are configured. */
  readonly cast: Cast | undefined;
}

/** A workflow in words, with its sub-workflows. */
export function explainWorkflow(workflow: LoadedWorkflow, { cwd, cast }: ExplainContext): Explanation {
  const { definition, filePath, warnings } = workflow;
  const gates = explainGates(workflow, cast?.people ?? [], { starters: (cast?.starters ?? []).map(({ id }) => id) });
  return {
    file: shortenPath(filePath, cwd),
    name: basename(filePath, extname(filePath)),
    ...(definition.description === undefined ? {} : { description: definition.description }),
    arguments: [...definition.args.values()].map(describeArgument),
    settings: describeSettings(definition),
    steps: describeSteps(workflow, { gates, cast, path: [], prefix: "" }),
    pinned: listPinned(workflow, cwd),
    notes: listNotes(workflow),
    warnings,
  };
}

function describeArgument({ default: standard, typed: _typed, ...arg }: ArgDefinition): ExplainedArgument {
  return { ...arg, ...(standard === undefined ? {} : { default: standard.value }) };
}

function describeSettings({ cwd, env, costLimit }: WorkflowDefinition): readonly string[] {
  return [
    ...(cwd === undefined ? [] : [`in the directory: ${cwd}`]),
    ...describeEnvironment(env),
    ...(costLimit === undefined
      ? []
      : [`beyond a cost of ${costLimit.maxUsd} USD: ${costLimit.action === "stop" ? "the run ends" : "a warning"}`]),
  ];
}

interface Level {
  readonly gates: readonly GateExplanation[];
  readonly cast: Cast | undefined;
  readonly path: readonly string[];
  readonly prefix: string;
}

function describeSteps(workflow: LoadedWorkflow, level: Level): readonly ExplainedStep[] {
  return workflow.definition.steps.flatMap((step, index) => {
    const number = `${level.prefix}${index + 1}`;
    const path = [...level.path, step.id];
    const explained = level.gates.find((gate) => isAt(gate, path));
    const gate = describeGate(step, explained, level.cast);
    const child = workflow.children.get(step.id);
    return [
      { number, id: step.id, details: describeStep(step), ...(gate === undefined ? {} : { gate }) },
      ...(child === undefined ? [] : describeSteps(child, { ...level, path, prefix: `${number}.` })),
    ];
  });
}

function isAt(gate: GateExplanation, path: readonly string[]): boolean {
  const place = [...gate.path, gate.stepId];
  return place.length === path.length && place.every((id, index) => id === path[index]);
}

/** Each file once, in the order in which they are reached. */
function listPinned(workflow: LoadedWorkflow, cwd: string): Explanation["pinned"] {
  const files = new Map<string, string>();
  const visit = ({ filePath, digest, children }: LoadedWorkflow): void => {
    files.set(filePath, digest);
    for (const child of children.values()) visit(child);
  };
  visit(workflow);
  return [...files].map(([file, digest]) => ({ file: shortenPath(file, cwd), digest }));
}
