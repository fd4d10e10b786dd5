import type { GateDocument, RecordedDecision, RunOutcome } from "../../runtime/run/documents.ts";
import { line, type Block, type RichText, type Span } from "../text/rich-text.ts";
import type { Wording } from "../wording/wording.ts";
import { listFailedSteps } from "./failed-steps.ts";
import { gathersVotes, readStanding } from "./policy/standing.ts";
import { listNames } from "./policy/names.ts";
import { clipReason, showReasons } from "./policy/reason.ts";
import { findGateStage, findOpenGate, type RunView, type Voice } from "./run-view.ts";

/** The first line of a run's card: what the run does just now, or how it ended. */
export function showRunState(view: RunView, voice: Voice): Block {
  return line({ kind: "bold", text: sayRunState(view, voice) });
}

/** The state of a run in a few words, also for lists. */
export function sayRunState(view: RunView, voice: Voice): string {
  const { run } = view;
  const { words } = voice;
  if (run.outcome !== undefined) return sayOutcome(view, run.outcome.kind, words);
  const open = findOpenGate(view);
  if (open !== undefined) return sayOpen(open, voice);
  if (run.status === "interrupted") return words.cards.ended.interrupted;
  if (view.queuedBehind !== undefined) return words.cards.queued(view.queuedBehind);
  return run.status === "running" ? words.cards.running() : words.cards.starting();
}

/** The first lines of a gate's card: its state, then who decided. */
export function showGateState(view: RunView, gate: GateDocument, voice: Voice): RichText {
  const state = line({ kind: "bold", text: sayGateState(view, gate, voice) });
  const decided = gate.decision;
  return decided === undefined ? [state] : [state, ...showDecision(gate, decided, voice)];
}

function sayGateState(view: RunView, gate: GateDocument, voice: Voice): string {
  const { run } = view;
  const { words } = voice;
  if (gate.decision?.kind === "answer") return words.cards.answered();
  switch (findGateStage(view, gate)) {
    case "open":
      return sayOpen(gate, voice);
    case "recorded":
      return view.queuedBehind === undefined ? words.cards.recorded() : words.cards.approvedQueued(view.queuedBehind);
    case "running":
      return words.cards.approvedRunning();
    case "interrupted":
      return words.cards.ended.interrupted;
    case "passed":
      return words.cards.passed();
    case "over":
      return run.outcome === undefined ? words.cards.passed() : sayOutcome(view, run.outcome.kind, words);
  }
}

function sayOpen(gate: GateDocument, voice: Voice): string {
  const { cards, gates } = voice.words;
  if (gate.request.type === "input_request") return cards.waitingForAnswer();
  if (gate.holdUntil !== null) return gates.held();
  if (!gathersVotes(gate)) return cards.waitingForApproval();
  const { counted, needed } = readStanding(gate, voice);
  return gates.waiting(counted.length, needed);
}

function sayOutcome(view: RunView, kind: RunOutcome["kind"], { cards }: Wording): string {
  return kind === "finished" ? cards.finished(view.run.executedMs, listFailedSteps(view).length) : cards.ended[kind];
}

function showDecision(gate: GateDocument, decision: RecordedDecision, voice: Voice): RichText {
  const { words, nameOf } = voice;
  const time = showTime(decision.at, words);
  // Of several people each one's own reason, and who of them voted from a command line.
  if (decision.kind === "approve" && gate.votes.length > 1) {
    const names = listNames(
      gate.votes.map(({ by }) => by),
      voice,
    );
    return [line(...words.cards.decidedAt(words.cards.approvedBy(names), time)), ...showReasons(gate.votes, voice)];
  }
  const name = decision.by === undefined ? undefined : nameOf(decision.by);
  const who = words.cards.decidedBy(words.cards.decided[decision.kind], name);
  const operator = decision.asOperator === true ? words.cards.asOperator() : "";
  const { reason } = decision;
  return [
    line(...words.cards.decidedAt(`${who}${operator}`, time)),
    ...(reason === undefined ? [] : [line(...words.cards.reason(clipReason(reason, voice)))]),
  ];
}

/** A stored ISO time as a span that platforms show in the reader's zone. */
export function showTime(iso: string, words: Wording): Span {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : { kind: "time", at, text: words.sayTime(at) };
}
