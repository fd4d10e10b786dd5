import type { Interruption, RecoveryDecision } from "../../runtime/run/recovery-documents.ts";
import type { StepDocument } from "../../runtime/run/documents.ts";
import { nameStep, type InterruptionFacts, type Rerun } from "../recovery/describe-interruption.ts";
import { line, type Block, type RichText } from "../text/rich-text.ts";
import { showFailedSteps } from "./failed-steps.ts";
import type { CardTools } from "./gate-card.ts";
import { showRunLine } from "./gate-card.ts";
import { chooseLayout, type Layout } from "./layout.ts";
import type { RunView, Voice } from "./run-view.ts";
import { showTime } from "./state-line.ts";

/** Names of finished steps that a card lists; the rest is counted. */
const STEPS_SHOWN = [12, 3, 0] as const;

/**
 * The card of a run whose process died in a step: what had finished, what is unknown, what a retry would run, and who has
 * said what becomes of it. Its buttons go with the decision; an answer to an older interruption stays readable.
 */
export function drawInterruptionCard(
  view: RunView,
  about: { readonly interruption: Interruption; readonly decision?: RecoveryDecision | undefined },
  tools: CardTools,
): Layout {
  const { voice, limits } = tools;
  const { words } = voice;
  const { interruption, decision } = about;
  const facts = view.run.interruption?.id === interruption.id ? view.interruption : undefined;
  const compose = (shown: number): Layout => ({
    message: {
      body: [
        ...showState(decision, voice),
        showRunLine(view, voice),
        showCause(interruption, voice),
        ...showFinished(view, interruption, { shown, voice }),
        showUnknown(interruption, voice),
        ...(facts === undefined ? [] : showFacts(facts, voice)),
      ],
      ...(facts === undefined
        ? {}
        : {
            buttons: [
              [
                { label: words.recovery.retry(), payload: tools.payload("retry"), style: "primary" },
                { label: words.recovery.abandon(), payload: tools.payload("abandon"), style: "danger" },
              ],
            ],
          }),
    },
    complete: true,
  });
  return chooseLayout(
    limits,
    STEPS_SHOWN.map((shown) => () => compose(shown)),
  );
}

function showState(decision: RecoveryDecision | undefined, { words, nameOf }: Voice): RichText {
  if (decision === undefined) return [line({ kind: "bold", text: words.cards.ended.interrupted })];
  const { recovery } = words;
  const done = decision.kind === "retry" ? recovery.retried() : recovery.abandoned();
  const name = decision.by === undefined ? undefined : nameOf(decision.by);
  const state = line(...recovery.decidedBy(done, name, showTime(decision.at, words)));
  return decision.reason === undefined ? [state] : [state, line(...words.cards.reason(decision.reason))];
}

function showCause({ cause, host = "?" }: Interruption, { words: { recovery } }: Voice): Block {
  return cause === "machine" ? line(...recovery.machineGone(host)) : line(recovery.processGone());
}

/** Steps that had finished before the lost one began, the last ones where there are many; then those that had failed. */
function showFinished(
  { steps }: RunView,
  { lost, at }: Interruption,
  { shown, voice }: { readonly shown: number; readonly voice: Voice },
): RichText {
  const { words } = voice;
  const end = lost?.startedAt ?? at;
  const before = steps.filter((step) => step.endedAt <= end && !isLost(step, lost));
  const failed = showFailedSteps({ steps: before }, voice);
  const finished = before.filter(({ result }) => result.skipped !== true && result.error !== true);
  if (finished.length === 0) return [line(words.recovery.nothingFinished()), ...failed];
  const names = finished.map(nameStep);
  const listed = shown === 0 ? [] : names.slice(-shown);
  const earlier = names.length - listed.length;
  return [
    ...(earlier === 0 ? [] : [line(words.cards.stepsDone(earlier))]),
    ...(listed.length === 0 ? [] : [line(...words.recovery.finished(listed.join(", ")))]),
    ...failed,
  ];
}

function isLost(step: StepDocument, lost: Interruption["lost"]): boolean {
  return lost !== undefined && nameStep(step) === nameStep(lost);
}

function showUnknown({ lost }: Interruption, { words: { recovery } }: Voice): Block {
  return lost === undefined ? line(recovery.unknownPlace()) : line(...recovery.unknown(nameStep(lost)));
}

function showFacts({ survivors, rerun, asks }: InterruptionFacts, voice: Voice): RichText {
  const { recovery } = voice.words;
  return [
    ...showSurvivors(survivors, voice),
    showRerun(rerun, voice),
    ...(asks === undefined ? [] : [line(...recovery.asksAgain(asks))]),
  ];
}

function showSurvivors(survivors: InterruptionFacts["survivors"], { words: { recovery } }: Voice): RichText {
  switch (survivors.kind) {
    case "none":
      return [];
    case "running": {
      const processes = survivors.pids.join(", ");
      return [line(survivors.mayBeEarlier === true ? recovery.mayStillRun(processes) : recovery.stillRuns(processes))];
    }
    case "elsewhere":
      return [line(...recovery.elsewhere(survivors.host))];
  }
}

function showRerun(rerun: Rerun, { words: { recovery } }: Voice): Block {
  switch (rerun.kind) {
    case "step":
      return line(...recovery.rerunStep(rerun.step));
    case "branches":
      return line(...recovery.rerunBranches(rerun.step, rerun.branches.join(", ")));
    case "loop":
      return line(...recovery.rerunLoop(rerun.step));
    case "everything":
      return rerun.behind === undefined ? line(recovery.rerunStart()) : line(...recovery.rerunBehind(rerun.behind));
  }
}
