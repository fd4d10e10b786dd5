import type { StepDocument } from "../../runtime/run/documents.ts";
import { line, type Block, type RichText } from "../rich-text.ts";
import { findOpenGate, type RunView, type Voice } from "./run-view.ts";

/** Steps shown around the one under way; a long run is summed up in words on both sides. */
const SHOWN_BEFORE = 6;
const SHOWN_AFTER = 4;

type StepMark = "done" | "skipped" | "failed" | "running" | "waiting" | "ahead";

const SIGNS: Readonly<Record<StepMark, string>> = {
  done: "✔",
  skipped: "–",
  failed: "✖",
  running: "▶",
  waiting: "⏳",
  ahead: "·",
};

/** The live step list: what is done, what is under way, what is to come. Empty for a pipeline. */
export function showSteps(view: RunView, { words }: Voice): RichText {
  const marks = view.stepIds.map((id) => [id, markStep(view, id)] as const);
  if (marks.length === 0) return [];
  const started = marks.findLastIndex(([, mark]) => mark !== "ahead");
  const from = Math.max(0, started + 1 - SHOWN_BEFORE);
  const to = Math.min(marks.length, started + 1 + SHOWN_AFTER);
  const shown = marks.slice(from, to).map(([id, mark]) => showStep(id, mark, view));
  const earlier = from === 0 ? [] : [line(words.cards.stepsDone(from))];
  const later = to === marks.length ? [] : [line(words.cards.stepsToCome(marks.length - to))];
  return [...earlier, ...shown, ...later];
}

function showStep(id: string, mark: StepMark, { run }: RunView): Block {
  const inner =
    mark === "running" && run.inFlight !== undefined ? innerStep(run.inFlight.path, run.inFlight.stepId) : "";
  return line(`${SIGNS[mark]} `, { kind: "code", text: `${id}${inner}` });
}

/** `/child` for a step under way inside a `workflow:` step. */
function innerStep(path: readonly string[], stepId: string): string {
  return path.length === 0 ? "" : `/${[...path.slice(1), stepId].join("/")}`;
}

function markStep(view: RunView, id: string): StepMark {
  const { run, steps } = view;
  const top = run.inFlight === undefined ? undefined : (run.inFlight.path[0] ?? run.inFlight.stepId);
  if (top === id && run.status === "running") return "running";
  const result = findResult(steps, id);
  if (result !== undefined) return result;
  if (findOpenGate(view)?.frames[0]?.stepId === id) return "waiting";
  return run.outcome?.stepId === id && run.outcome.kind === "failed" ? "failed" : "ahead";
}

function findResult(steps: readonly StepDocument[], id: string): StepMark | undefined {
  const last = steps.findLast((step) => step.path.length === 0 && step.stepId === id);
  if (last === undefined) return undefined;
  if (last.result.skipped === true) return "skipped";
  return last.result.error === true ? "failed" : "done";
}
