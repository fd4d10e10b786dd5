import { dirname, resolve } from "node:path";
import { LobsterError, type Problem } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import { convertTexts, findArgumentProblems } from "../arguments.ts";
import type { LoadedWorkflow } from "../definition.ts";
import { findReferences } from "../reference.ts";
import { isOpen, renderKnown, type ArgumentView } from "../references/check-scope.ts";
import { isArgumentVariable } from "../references/variables.ts";
import { findArgumentNames } from "../template.ts";
import { isFilledText, stepFinding, type Finding, type RawStep } from "../validate/finding.ts";
import { placeProblem, placeWarning, type FileOutcome, type FileRequest, type OpenFile } from "./open-file.ts";

/** What is known when a step that calls a workflow is reached. */
export interface CallSituation {
  /** Ids with a result by then. */
  readonly earlier: ReadonlySet<string>;
  readonly afterGate: boolean;
}

/** A called workflow after loading. Without `child` there is none, or its file is only known when the run gets there. */
export interface CalledWorkflow {
  readonly child?: LoadedWorkflow;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
  readonly mayStop: boolean;
}

const NOTHING: CalledWorkflow = { problems: [], warnings: [], mayStop: false };

/**
 * Loads the workflow a step calls, so that it is checked and pinned with its caller. A path that step output decides is
 * left to the run, but not after a gate: what runs then could not have been shown to whoever decided (design.md).
 */
export async function loadCalledWorkflow(
  file: OpenFile,
  step: RawStep,
  situation: CallSituation,
): Promise<CalledWorkflow> {
  const path = ownMember(step.fields, "workflow");
  if (!isFilledText(path) || file.session.purpose === "plan") return NOTHING;
  const target = resolveTarget(path, file, situation);
  if (target.kind === "open" && !file.session.isRunning) return { ...NOTHING, mayStop: true };
  if (target.kind !== "path") return leaveToRun(file, step, situation);
  return await loadTarget(file, step, situation, resolve(dirname(file.request.filePath), target.path));
}

type Target =
  | { readonly kind: "path"; readonly path: string }
  /** Step output decides. */
  | { readonly kind: "output" }
  /** An argument decides that is given when a run starts. */
  | { readonly kind: "open" };

function resolveTarget(text: string, { scope }: OpenFile, { earlier }: CallSituation): Target {
  if (findArgumentNames(text).some((name) => isOpen(name, scope.args))) return { kind: "open" };
  const path = renderKnown(text, scope.args);
  const isComputed = path === undefined || findReferences(path).some(({ stepId }) => earlier.has(stepId));
  return isComputed ? { kind: "output" } : { kind: "path", path };
}

function leaveToRun(file: OpenFile, step: RawStep, { afterGate }: CallSituation): CalledWorkflow {
  const found = (text: string): Finding => stepFinding(step, text, "workflow");
  if (afterGate) {
    const text = "workflow path depends on step output after a gate, so it could not be pinned; write the path out";
    return { ...NOTHING, problems: [placeProblem(file, found(text))], mayStop: true };
  }
  const warning = found("workflow path depends on step output; the file is checked when the step is reached");
  return { ...NOTHING, warnings: [placeWarning(file, warning)], mayStop: true };
}

async function loadTarget(
  file: OpenFile,
  step: RawStep,
  situation: CallSituation,
  filePath: string,
): Promise<CalledWorkflow> {
  const given = viewGiven(file, step, situation);
  try {
    const outcome = await file.session.load(requestFor(file, step, situation, { filePath, given }));
    const wrong = checkGiven(outcome, given).map((text) =>
      stepFinding(step, `workflow_args: ${text}`, "workflow_args"),
    );
    return {
      ...(outcome.loaded === undefined ? {} : { child: outcome.loaded }),
      problems: [...outcome.problems, ...wrong.map((finding) => placeProblem(file, finding))],
      warnings: (outcome.loaded?.warnings ?? []).map((warning) => `Workflow step ${step.id}: ${warning}`),
      mayStop: outcome.mayStop,
    };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError)) throw thrown;
    // What is wrong with the file's text has its place there; what is wrong with calling it, at the calling step.
    const inFile = thrown.problems.map((problem) => ({ filePath, ...problem }));
    const atStep = placeProblem(file, { message: thrown.message, path: [...step.path, "workflow"] });
    return { ...NOTHING, problems: inFile.length > 0 ? inFile : [atStep] };
  }
}

function requestFor(
  file: OpenFile,
  step: RawStep,
  { afterGate }: CallSituation,
  target: Pick<FileRequest, "filePath" | "given">,
): FileRequest {
  const env = ownMember(step.fields, "env");
  const sets = (variable: string): boolean => isJsonObject(env) && typeof ownMember(env, variable) === "string";
  return {
    ...target,
    stepId: step.id,
    callers: [...file.request.callers, file.realPath],
    inherits: (variable) => !isArgumentVariable(variable) && (sets(variable) || file.scope.hasVariable(variable)),
    afterGate,
  };
}

/** What the calling step hands on, as far as it is known: text is a template, everything else is as it stands (§2.4). */
function viewGiven(file: OpenFile, step: RawStep, { earlier }: CallSituation): ArgumentView {
  const { args } = file.scope;
  const handed = ownMember(step.fields, "workflow_args");
  const values = new Map<string, JsonValue>();
  const pending = new Set<string>();
  const open = new Set<string>();
  for (const [name, value] of isJsonObject(handed) ? Object.entries(handed) : []) {
    const text = typeof value === "string" ? renderKnown(value, args) : undefined;
    if (typeof value !== "string") values.set(name, value);
    else if (text === undefined)
      (findArgumentNames(value).some((used) => isOpen(used, args)) ? open : pending).add(name);
    else if (findReferences(text).some(({ stepId }) => earlier.has(stepId))) pending.add(name);
    else values.set(name, text);
  }
  return { values, pending, open, isFinal: true };
}

function checkGiven({ definition }: FileOutcome, given: ArgumentView): string[] {
  const isLater = (name: string): boolean => given.pending.has(name) || given.open.has(name);
  return findArgumentProblems(definition, convertTexts(definition, given.values), isLater);
}
