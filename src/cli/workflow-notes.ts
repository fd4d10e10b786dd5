import type { LoadedWorkflow, StepDefinition, WorkflowDefinition } from "../runtime/workflow/definition.ts";
import { readTokens } from "../runtime/workflow/condition/lexer.ts";
import { findReferences } from "../runtime/workflow/reference.ts";
import { findArgumentNames } from "../runtime/workflow/template.ts";

/** Something about a workflow that is right and that its author should know. */
export interface WorkflowNote {
  /**
   * `deferred`: only a run can tell. `prepared`: a command runs before its gate, to prepare what the gate shows. `raw`: an
   * argument's value becomes part of commands. `digits`: a condition compares a number it cannot hold.
   */
  readonly kind: "deferred" | "prepared" | "raw" | "digits";
  /** The ids that lead to the step, those of enclosing `workflow:` steps first; absent for the file as a whole. */
  readonly step?: readonly string[];
  readonly text: string;
}

/**
 * What `validate` and `explain` say beyond problems and warnings: what cannot be known before a run (decision W26), which
 * commands prepare a gate (W9), what `raw: true` does (W12), and numbers conditions cannot tell apart (W29).
 * Sub-workflows are included.
 */
export function listNotes(workflow: LoadedWorkflow): readonly WorkflowNote[] {
  return notesBelow(workflow, []);
}

function notesBelow(workflow: LoadedWorkflow, path: readonly string[]): readonly WorkflowNote[] {
  const { definition, children } = workflow;
  return [
    ...(path.length === 0 ? noteMissingArguments(definition) : []),
    ...noteRawArguments(definition, path),
    ...definition.steps.flatMap((step): readonly WorkflowNote[] => {
      const at = [...path, step.id];
      const child = children.get(step.id);
      return [
        ...noteCondition(step).map((note) => ({ ...note, step: at })),
        ...noteWork(step, child !== undefined).map((note) => ({ ...note, step: at })),
        ...(child === undefined ? [] : notesBelow(child, at)),
      ];
    }),
  ];
}

type StepNote = Omit<WorkflowNote, "step">;

function noteMissingArguments({ args }: WorkflowDefinition): readonly WorkflowNote[] {
  const missing = [...args.values()].filter((arg) => arg.required && arg.default === undefined);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(", ");
  return [{ kind: "deferred", text: `a run needs a value for: ${names}; it is checked when the run starts` }];
}

function noteRawArguments(definition: WorkflowDefinition, path: readonly string[]): readonly WorkflowNote[] {
  return [...definition.args.values()]
    .filter(({ raw }) => raw)
    .map(({ name }) => {
      const users = definition.steps.filter((step) => commandsOf(step).some((text) => usesArgument(text, name)));
      const where = users.length === 0 ? "no command uses it" : `used in ${users.map(({ id }) => id).join(", ")}`;
      const text = `argument ${name} is raw: its value becomes part of commands, whatever it contains (${where})`;
      return { kind: "raw", text, ...(path.length === 0 ? {} : { step: path }) };
    });
}

function usesArgument(text: string, name: string): boolean {
  return findArgumentNames(text).includes(name);
}

/** The texts of a step that a shell or a pipeline reads, with those of its branches and sub-steps. */
function commandsOf({ work }: StepDefinition): readonly string[] {
  if (work.kind === "shell" || work.kind === "pipeline") return [work.text];
  const parts = work.kind === "parallel" ? work.branches : work.kind === "for_each" ? work.steps : [];
  return parts.flatMap((part) => (part.work.kind === "pass" ? [] : [part.work.text]));
}

function noteCondition({ when }: StepDefinition): readonly StepNote[] {
  if (typeof when !== "string") return [];
  const reads = findReferences(when).filter(({ path }) => path[0] !== "approved" && path[0] !== "skipped");
  const tokens = readTokens(when.trim());
  const tooLarge = tokens.some((token) => token.kind === "literal" && isInexact(token.value));
  const depends = `whether it runs depends on ${[...new Set(reads.map(({ text }) => `$${text}`))].join(", ")}`;
  const inexact =
    "its condition compares a number beyond 2^53, whose last digits conditions cannot see; compare it as text in a command";
  return [
    ...(reads.length === 0 ? [] : [{ kind: "deferred", text: depends } as const]),
    ...(tooLarge ? [{ kind: "digits", text: inexact } as const] : []),
  ];
}

function isInexact(value: string | number): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}

function noteWork(step: StepDefinition, hasChild: boolean): readonly StepNote[] {
  const { work, approval } = step;
  const prepares = approval !== undefined && work.kind !== "pass" && work.kind !== "input";
  const first = work.kind === "workflow" ? "its sub-workflow" : "its command";
  return [
    ...(work.kind === "workflow" && !hasChild ? [noteOpenChild(work.path)] : []),
    ...(work.kind === "for_each" ? [noteLoop(work.source)] : []),
    ...(prepares
      ? [{ kind: "prepared", text: `${first} runs before the gate and prepares what the gate shows` } as const]
      : []),
  ];
}

function noteOpenChild(path: string): StepNote {
  const names = findArgumentNames(path);
  const cause = names.length > 0 ? `the argument ${names.join(", ")}` : "what earlier steps print";
  const text = `which workflow it calls depends on ${cause}; that file is checked when it is known`;
  return { kind: "deferred", text };
}

function noteLoop(source: string): StepNote {
  return { kind: "deferred", text: `how often it repeats, and whether ${source.trim()} is a list at all` };
}
