import { dirname, resolve } from "node:path";
import { keepDefinitions } from "../run/keep-definitions.ts";
import { LobsterError, messageOf } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { resolveArguments } from "../workflow/arguments.ts";
import type { LoadedWorkflow, StepDefinition, StepWork } from "../workflow/definition.ts";
import { loadWorkflow } from "../workflow/load.ts";
import type { StepResult } from "../workflow/step-result.ts";
import { renderTemplate } from "../workflow/template.ts";
import { stringifyJson } from "../stable-json.ts";
import { defaultRegistry } from "./stage-host.ts";
import { scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { ResumePoint, Suspension } from "./outcome.ts";
import { readPinned } from "../run/read-pinned.ts";
import { resultsAt } from "./finished-results.ts";
import { runFrame } from "./run-frame.ts";
import type { StepAttempt } from "./step-work.ts";
import { resultText } from "./step-work.ts";
import { chooseDirectory, composeEnvironment, withoutArguments } from "./step-surroundings.ts";

type ChildWork = Extract<StepWork, { kind: "workflow" }>;

/**
 * Runs a sub-workflow as a frame of its own (workflows-and-checkpoints §8). A gate inside it stops the whole run; its
 * cursor is the path of frames, and the run goes on inside the child after the decision (decision W23).
 */
export async function runChildWorkflow(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  work: ChildWork,
  attempt: StepAttempt,
): Promise<StepResult | Suspension> {
  const path = [...frame.path, step.id];
  const resume = attempt.resume?.steps.length === 0 ? undefined : attempt.resume;
  const given = renderChildArguments(frame, work);
  const loaded = await findChild(execution, frame, step, { work, given, resume });
  const args = resolveChildArguments(step.id, loaded, given);
  const known = resume === undefined ? undefined : resultsAt(execution, path);
  const child: FrameState = {
    loaded,
    args,
    path,
    parent: { frame, stepId: step.id, attempt: attempt.number },
    environment: withoutArguments(composeEnvironment(frame, [step])),
    directory: chooseDirectory(frame, [step]),
    results: known?.byId ?? new Map(),
    last: known?.last,
  };
  const ended = await runFrame({ ...execution, signal: attempt.signal }, child, resume);
  if (ended.kind === "suspended") return ended;
  if (ended.unpassedGate === undefined) return childResult(step.id, ended.output);
  throw new LobsterError(
    "step_failed",
    `Workflow step ${step.id}: its sub-workflow ended before its gate '${ended.unpassedGate}' was passed`,
    { facts: { stepId: step.id, final: true } },
  );
}

/** How a child is called. */
interface ChildCall {
  readonly work: ChildWork;
  readonly given: ReadonlyMap<string, JsonValue>;
  readonly resume: ResumePoint | undefined;
}

/** Templated arguments are text; a child that declares types gets them converted. What does not fit fails the step. */
function resolveChildArguments(
  stepId: string,
  loaded: LoadedWorkflow,
  given: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, JsonValue> {
  try {
    return resolveArguments(loaded.definition, given, { convertText: true });
  } catch (thrown) {
    throw new LobsterError("step_failed", `Workflow step ${stepId}: ${messageOf(thrown)}`, {
      facts: { stepId },
      cause: thrown,
    });
  }
}

/** The pinned child; one whose path a step's output decided is loaded, and pinned, when it is reached. */
async function findChild(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  call: ChildCall,
): Promise<LoadedWorkflow> {
  const { host } = execution;
  const { work, given, resume } = call;
  const depth = frame.path.length + 1;
  const pinned = frame.loaded.children.get(step.id);
  if (pinned !== undefined) return pinned;
  const path = [...frame.path, step.id].join("/");
  const chosen = resume?.frames[depth]?.definitionDigest ?? execution.chosenChildren.get(path);
  if (chosen !== undefined) {
    execution.chosenChildren.set(path, chosen);
    return await readPinned(host, chosen);
  }
  const filePath = resolve(dirname(frame.loaded.filePath), renderTemplate(work.path, scopeOf(frame)));
  const loaded = await loadWorkflow(filePath, {
    args: given,
    environment: frame.environment,
    stages: host.registry ?? defaultRegistry(),
    calledBy: callersOf(frame, step.id),
  });
  await keepDefinitions(host, loaded);
  execution.chosenChildren.set(path, loaded.digest);
  return loaded;
}

/** Files being executed above this frame, innermost last: a child that is one of them would be a cycle. */
function callersOf(frame: FrameState, stepId: string): { readonly files: readonly string[]; readonly stepId: string } {
  const files: string[] = [];
  for (let at: FrameState | undefined = frame; at !== undefined; at = at.parent?.frame)
    files.unshift(at.loaded.filePath);
  return { files, stepId };
}

function renderChildArguments(frame: FrameState, work: ChildWork): ReadonlyMap<string, JsonValue> {
  const scope = scopeOf(frame);
  return new Map(
    [...work.args].map(([name, value]) => [name, typeof value === "string" ? renderTemplate(value, scope) : value]),
  );
}

function childResult(id: string, output: readonly JsonValue[]): StepResult {
  const [only] = output;
  if (output.length === 1 && only !== undefined) return { id, json: only, stdout: resultText(only) };
  return { id, json: output, stdout: output.length === 0 ? "" : stringifyJson(output) };
}
