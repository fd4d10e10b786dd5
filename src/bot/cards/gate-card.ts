import type { GateDocument } from "../../runtime/run/documents.ts";
import type { AdapterLimits } from "../adapter.ts";
import { nameStep } from "../recovery/describe-interruption.ts";
import { line, type Block, type RichText } from "../text/rich-text.ts";
import { clipAndTell, clipBlocks } from "./clip-blocks.ts";
import { readGateContent, showGateContent, showRedacted, writeGateFiles } from "./gate-content.ts";
import { drawButtons, drawMostButtons } from "./gate-buttons.ts";
import { chooseLayout, type Layout } from "./layout.ts";
import { showOutcome } from "./outcome-blocks.ts";
import { sayPolicy } from "./policy/policy-words.ts";
import { findGateStage, findLastGate, type RunView, type Voice } from "./run-view.ts";
import { showGateState, showTime } from "./state-line.ts";
import { showSteps } from "./step-list.ts";
import { reserveForVotes, showLastVotes, showTerms, showVotes, showVotesBriefly } from "./policy/vote-blocks.ts";

/** What a card is drawn with. */
export interface CardTools {
  readonly voice: Voice;
  readonly limits: Pick<AdapterLimits, "fits">;
  /** The payload of a button; `action` is one of ours. */
  readonly payload: (action: string) => string;
  /** The time it is drawn at, ms: a hold is counted down. */
  readonly now: number;
}

/** How much of the content the smaller layouts of a card keep: lines and characters. */
const SMALLER: readonly (readonly [number, number])[] = [
  [24, 1600],
  [10, 600],
  [3, 150],
  [0, 0],
];

/** Digits of the digest that a card shows; the record keeps all. */
const DIGEST_DIGITS = 12;

/**
 * The card of an approval gate, in the order of chat §3: state, workflow and run, what is approved, policy, step, digest,
 * expiry. While it is open, everything is on it, or it says that it is not and the rest goes along as a file.
 */
export function drawGateCard(view: RunView, gate: GateDocument, tools: CardTools): Layout {
  return findGateStage(view, gate) === "open" ? drawOpen(view, gate, tools) : drawDecided(view, gate, tools);
}

/** `workflow · run A2B3C4D5 · started by …`. */
export function showRunLine({ run }: RunView, { words, nameOf }: Voice): Block {
  const starter = run.startedBy === undefined ? undefined : nameOf(run.startedBy);
  return line(...words.cards.run(run.name, run.id), ` · ${words.cards.startedBy(starter)}`);
}

function drawOpen(view: RunView, gate: GateDocument, tools: CardTools): Layout {
  const { voice, limits, now } = tools;
  const head = [...showGateState(view, gate, voice), showRunLine(view, voice), ...showRetry(gate, voice)];
  const shown = readGateContent(view.run, gate, voice.redact);
  const content = showGateContent(shown, voice);
  const buttons = drawButtons(gate, tools);
  const foot = (votes: RichText): RichText => [
    ...showRedacted(shown.redacted, voice),
    ...showPolicy(view, gate, voice, votes),
  ];
  const [all, brief] = [showVotes(gate, voice, { now }), showVotesBriefly(gate, voice, now)];
  const compose = (middle: RichText, votes: RichText): Layout => ({
    message: { body: [...head, ...middle, ...foot(votes)], buttons },
    complete: true,
  });
  const clip = ([lines, chars]: readonly [number, number], votes: RichText): Layout => {
    const files = writeGateFiles(view.run, gate, shown);
    const names = files.map((file) => file.name).join(", ");
    const clipped = clipBlocks(content, lines, chars);
    const note = [
      line(voice.words.cards.restInFile(clipped.left, names)),
      line({ kind: "bold", text: voice.words.cards.openDetailsFirst(names) }),
    ];
    const body = [...head, ...clipped.body, ...note, ...foot(votes)];
    return { message: { body, buttons, files }, complete: false };
  };
  // A card that showed everything goes on doing so, whatever votes come: files go along only when it is sent.
  const isWhole = limits.fits({
    ...compose(content, reserveForVotes(gate, voice)).message,
    buttons: drawMostButtons(gate, tools),
  });
  return chooseLayout(limits, [
    ...(isWhole ? [() => compose(content, all), () => compose(content, brief)] : []),
    ...(isWhole ? [] : SMALLER.map((size) => () => clip(size, all))),
    ...(isWhole ? [] : SMALLER.slice(-1).map((size) => () => clip(size, brief))),
  ]);
}

/** That a gate asks for the second time, and what an approve lets run. */
export function showRetry({ retry }: GateDocument, { words: { recovery } }: Voice): RichText {
  if (retry === undefined) return [];
  return [
    retry.step === undefined
      ? line(recovery.askedAgainSomewhere())
      : line(...recovery.askedAgain(nameStep(retry.step))),
  ];
}

/** Who may approve and what it takes, who did, step N of M, the approval id, the digest, the expiry. */
function showPolicy({ run }: RunView, gate: GateDocument, voice: Voice, votes: RichText): RichText {
  const { words } = voice;
  const { step, of } = gate.position;
  const id = gate.approvalId === undefined ? [] : [" · ", ...words.cards.approvalId(gate.approvalId)];
  const expiry =
    gate.expiresAt === null ? [words.cards.neverExpires()] : words.cards.expires(showTime(gate.expiresAt, words));
  return [
    line(sayPolicy(gate.policy, voice)),
    ...showTerms(gate, run, voice),
    ...votes,
    line(words.cards.stepOf(step, of), ...id),
    line(...words.cards.digest(gate.digest.slice(0, DIGEST_DIGITS))),
    // Votes that were complete in time stand.
    ...(gate.holdUntil === null ? [line(...expiry)] : []),
  ];
}

/** What was approved stays readable; below it, how the run goes on from here. Never complete: nothing is approved from it. */
function drawDecided(view: RunView, gate: GateDocument, tools: CardTools): Layout {
  const { voice, limits } = tools;
  const head = [...showGateState(view, gate, voice), showRunLine(view, voice)];
  const digest = line(...voice.words.cards.digest(gate.digest.slice(0, DIGEST_DIGITS)));
  const approved = readGateContent(view.run, gate, voice.redact);
  const content = showGateContent(approved, voice);
  const outcome = findLastGate(view)?.key === gate.key ? showOutcome(view, voice) : { full: [], brief: [] };
  const middle = (size: readonly [number, number]): RichText => clipAndTell(content, size, voice.words.cards.moreLines);
  const progress = [...showLastVotes(gate, voice), ...showProgress(view, gate, voice)];
  const compose = (shown: RichText, end: RichText): Layout => ({
    message: { body: [...head, ...shown, ...showRedacted(approved.redacted, voice), digest, ...progress, ...end] },
    complete: false,
  });
  const attached = outcome.attachment === undefined ? {} : { attachment: outcome.attachment };
  return chooseLayout(limits, [
    () => compose(content, outcome.full),
    ...SMALLER.map((size) => () => compose(middle(size), outcome.full)),
    () => ({ ...compose(middle([10, 600]), outcome.brief), ...attached }),
    () => ({ ...compose(middle([0, 0]), outcome.brief), ...attached }),
  ]);
}

function showProgress(view: RunView, gate: GateDocument, voice: Voice): RichText {
  const stage = findGateStage(view, gate);
  if (stage === "running" || stage === "recorded" || stage === "interrupted") return showSteps(view, voice);
  const next = stage === "passed" ? view.gates[view.gates.findIndex(({ key }) => key === gate.key) + 1] : undefined;
  return next === undefined ? [] : [line(...voice.words.cards.wentOn(next.stepId))];
}
