import type { InFlight, StepDocument } from "../../runtime/run/documents.ts";
import { line, type Block, type RichText } from "../text/rich-text.ts";
import { showFailedSteps } from "./failed-steps.ts";
import { findOpenGate, type RunView, type Voice } from "./run-view.ts";

/** Steps shown around the one under way; a long run is summed up in words on both sides. */
const SHOWN_BEFORE = 6;
const SHOWN_AFTER = 4;

type StepMark = "done" | "skipped" | "failed" | "running" | "unknown" | "waiting" | "ahead";

const SIGNS: Readonly<Record<StepMark, string>> = {
  done: "✔",
  skipped: "–",
  failed: "✖",
  running: "▶",
  unknown: "❓",
  waiting: "⏳",
  ahead: "·",
};

/** The live step list: what is done, what is under way, what is to come. Empty for a pipeline. */
export function showSteps(view: RunView, voice: Voice): RichText {
  const { words } = voice;
  const marks = view.stepIds.map((id) => [id, markStep(view, id)] as const);
  if (marks.length === 0) return [];
  const started = marks.findLastIndex(([, mark]) => mark !== "ahead");
  const from = Math.max(0, started + 1 - SHOWN_BEFORE);
  const to = Math.min(marks.length, started + 1 + SHOWN_AFTER);
  const shown = marks.slice(from, to).map(([id, mark]) => showStep(id, mark, view));
  const earlier = from === 0 ? [] : [line(words.cards.stepsDone(from))];
  const later = to === marks.length ? [] : [line(words.cards.stepsToCome(marks.length - to))];
  // Of a run that is over, its end names them.
  const isHiding = view.run.outcome === undefined && marks.slice(0, from).some(([, mark]) => mark === "failed");
  return [...earlier, ...(isHiding ? showFailedSteps(view, voice) : []), ...shown, ...later];
}

function showStep(id: string, mark: StepMark, { run }: RunView): Block {
  const at = mark === "running" ? run.inFlight : mark === "unknown" ? run.interruption?.lost : undefined;
  const inner = at === undefined ? "" : innerStep(at.path, at.stepId);
  return line(`${SIGNS[mark]} `, { kind: "code", text: `${id}${inner}` });
}

/** `/child` for a step under way inside a `workflow:` step. */
function innerStep(path: readonly string[], stepId: string): string {
  return path.length === 0 ? "" : `/${[...path.slice(1), stepId].join("/")}`;
}

function markStep(view: RunView, id: string): StepMark {
  const { run, steps } = view;
  if (id === topOf(run.inFlight) && run.status === "running") return "running";
  if (id === topOf(run.interruption?.lost)) return "unknown";
  const result = findResult(steps, id);
  if (result !== undefined) return result;
  if (findOpenGate(view)?.frames[0]?.stepId === id) return "waiting";
  if (run.outcome?.stepId !== id) return "ahead";
  return run.outcome.kind === "failed" ? "failed" : run.outcome.kind === "interrupted" ? "unknown" : "ahead";
}

/** The top-level step that a step belongs to. */
function topOf(at: Pick<InFlight, "path" | "stepId"> | undefined): string | undefined {
  return at?.path[0] ?? at?.stepId;
}

function findResult(steps: readonly StepDocument[], id: string): StepMark | undefined {
  const last = steps.findLast((step) => step.path.length === 0 && step.stepId === id);
  if (last === undefined) return undefined;
  if (last.result.skipped === true) return "skipped";
  return last.result.error === true ? "failed" : "done";
}
