import { line, type RichText } from "../text/rich-text.ts";
import { clipAndTell } from "./clip-blocks.ts";
import { showRunLine, type CardTools } from "./gate-card.ts";
import { showArguments } from "./gate-content.ts";
import { chooseLayout, type Layout } from "./layout.ts";
import { showOutcome } from "./outcome-blocks.ts";
import { findLastGate, findOpenGate, type RunView, type Voice } from "./run-view.ts";
import { showRunState } from "./state-line.ts";
import { showSteps } from "./step-list.ts";

/**
 * The card of a run: posted when it starts, what questions and gates reply to. It follows the run step by step until the
 * first approval gate; from then on the gate's card does, and this one keeps to the state line.
 */
export function drawRunCard(view: RunView, tools: Pick<CardTools, "voice" | "limits">): Layout {
  const { voice } = tools;
  // Nobody can press it, so that a copy which was lost could never be found again.
  const opening = { body: [line({ kind: "bold", text: voice.words.cards.started() }), showRunLine(view, voice)] };
  return { ...drawCard(view, tools), opening };
}

function drawCard(view: RunView, { voice, limits }: Pick<CardTools, "voice" | "limits">): Layout {
  if (isFollowedByGate(view)) return { message: { body: showBriefly(view, voice) }, complete: true };
  const head = [showRunState(view, voice), showRunLine(view, voice)];
  const args = showArguments(view.run, voice);
  const warnings = showWarnings(view, voice);
  const outcome = showOutcome(view, voice);
  const attached = outcome.attachment === undefined ? {} : { attachment: outcome.attachment };
  const steps = view.run.outcome?.kind === "finished" ? [] : showSteps(view, voice);
  const clip = (body: RichText, size: readonly [number, number]): RichText =>
    clipAndTell(body, size, voice.words.cards.moreLines);
  const compose = (shown: RichText, end: RichText): Layout => ({
    message: { body: [...head, ...shown, ...warnings, ...steps, ...end] },
    complete: true,
  });
  return chooseLayout(limits, [
    () => compose(args, outcome.full),
    () => compose(clip(args, [10, 600]), outcome.full),
    () => ({ ...compose(clip(args, [10, 600]), outcome.brief), ...attached }),
    () => ({
      message: { body: [...head, ...clip([...args, ...warnings], [0, 0]), ...outcome.brief] },
      complete: true,
      ...attached,
    }),
  ]);
}

/** True once the run has had an approval gate and that gate is its last one: its card tells the rest. */
export function isFollowedByGate(view: RunView): boolean {
  return findLastGate(view)?.request.type === "approval_request";
}

/** Changes as seldom as it can: waiting, going on, over. */
function showBriefly(view: RunView, voice: Voice): RichText {
  const { cards } = voice.words;
  const isGoingOn = view.run.status !== "over" && view.run.status !== "interrupted" && findOpenGate(view) === undefined;
  const state = isGoingOn ? line({ kind: "bold", text: cards.running() }) : showRunState(view, voice);
  const pointer = view.run.status === "over" ? [] : [line(cards.followCard())];
  return [state, showRunLine(view, voice), ...pointer];
}

function showWarnings({ run }: RunView, { words }: Voice): RichText {
  if (run.warnings.length === 0) return [];
  return [line(words.cards.warnings()), { kind: "list", items: run.warnings.map((warning) => [warning]) }];
}
