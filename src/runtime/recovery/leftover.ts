import type { RuntimeHost } from "../host.ts";
import { decodeStep } from "../run/decode.ts";
import type { Frame, InFlight, RunDocument, StepDocument } from "../run/documents.ts";
import { stepKey } from "../run/keys.ts";
import { isOfThisBoot } from "../run/lease.ts";
import type { Interruption } from "../run/recovery-documents.ts";
import { readPinned } from "../run/read-pinned.ts";
import type { StepDefinition } from "../workflow/definition.ts";

/** What a run whose process is gone has left behind. */
export type Leftover =
  /** Nothing began since it was started, its gate was decided, or a person said that it goes on. */
  | { readonly kind: "untouched" }
  /** The step under way does nothing outside of the run (it only asks, or calls a workflow that had not begun). */
  | { readonly kind: "harmless"; readonly frames: readonly Frame[] }
  /** The step that was under way had finished: its result and the `count` - 1 before it are kept. */
  | { readonly kind: "behind"; readonly frames: readonly Frame[]; readonly count: number }
  | { readonly kind: "unknown"; readonly cause: Interruption["cause"] };

/**
 * Tells from what is stored how far a run had come that nobody holds. Progress survives the death of the process, not that
 * of the machine: after that, and from another machine, what was written last may be missing, so nothing is concluded.
 */
export async function judgeLeftover(host: RuntimeHost, run: RunDocument): Promise<Leftover> {
  if (run.status !== "running") return { kind: "untouched" };
  const { inFlight, lease } = run;
  if (lease !== undefined && !isOfThisBoot(host, lease)) return { kind: "unknown", cause: "machine" };
  if (inFlight === undefined) return { kind: "untouched" };
  if (run.kind === "pipeline") return { kind: "unknown", cause: "process" };
  const last = await findLastResult(host, run, inFlight);
  if (last !== undefined && (await findStep(host, last.frames)) !== undefined) return { kind: "behind", ...last };
  const step = await findStep(host, run.frames);
  if (step?.work.kind === "pass" || step?.work.kind === "workflow") return { kind: "harmless", frames: run.frames };
  return { kind: "unknown", cause: "process" };
}

/**
 * The last result that was kept since the step began, by the execution that began it. Those of other executions were left by
 * ones that came to nothing. Results inside of the step do not count: it starts again as a whole.
 */
async function findLastResult(
  host: RuntimeHost,
  run: RunDocument,
  { execution, path }: InFlight,
): Promise<{ readonly frames: readonly Frame[]; readonly count: number } | undefined> {
  if (execution === undefined) return undefined;
  let last: { readonly frames: readonly Frame[]; readonly count: number } | undefined;
  for (let n = run.stepCount + 1; ; n += 1) {
    const stored = await host.store.read(stepKey(run.id, n));
    if (stored === undefined) return last;
    const step = decodeStep(stored.value);
    if (step.execution !== execution) return last;
    if (isOutside(step, path)) last = { frames: cursorOf(run, step), count: n };
  }
}

/** Is the result that of the step itself, of one after it, or of one that encloses it? */
function isOutside(step: StepDocument, path: readonly string[]): boolean {
  return step.path.length <= path.length && step.path.every((id, depth) => id === path[depth]);
}

function cursorOf(run: RunDocument, { path, stepId }: StepDocument): readonly Frame[] {
  const frames = run.frames.slice(0, path.length + 1);
  const last = frames.at(-1);
  return last === undefined ? [] : [...frames.slice(0, -1), { ...last, stepId }];
}

/** The step of a cursor in its pinned definition; undefined for a branch, which is no step of its own. */
async function findStep(
  host: Pick<RuntimeHost, "store">,
  frames: readonly Frame[],
): Promise<StepDefinition | undefined> {
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  const { definition } = await readPinned(host, last.definitionDigest);
  return definition.steps.find((step) => step.id === last.stepId);
}
