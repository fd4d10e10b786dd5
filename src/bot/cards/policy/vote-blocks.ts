import type { GateDocument, RunDocument, Vote } from "../../../runtime/run/documents.ts";
import { line, type Block, type RichText } from "../../text/rich-text.ts";
import { listNames } from "./names.ts";
import { sayPlace } from "./policy-words.ts";
import { REASON_CHARS, showReasons } from "./reason.ts";
import type { Voice } from "../run-view.ts";
import { gathersVotes, readStanding, type Standing } from "./standing.ts";
import { showTime } from "../state-line.ts";

/** What an approval takes beside the right person, one line each: a reason, a text to type, a hold, chat alone. */
export function showTerms({ policy }: Pick<GateDocument, "policy">, run: RunDocument, { words }: Voice): RichText {
  const { gates } = words;
  const { reason, confirm, holdMs } = policy;
  return [
    ...(reason === "required" ? [line(gates.needsReason())] : []),
    ...(reason === "none" ? [line(gates.takesNoReason())] : []),
    ...(confirm === undefined ? [] : [line(...gates.typeToApprove(confirm))]),
    ...(holdMs === undefined ? [] : [line(gates.heldFor(holdMs))]),
    ...(run.decideVia === "chat" ? [line(gates.chatOnly())] : []),
  ];
}

/**
 * The votes of an open gate: who approved and who is still needed, whose vote counts no more and why, when a hold is over.
 * Nothing before the first vote. `reasonChars` is the room for each reason.
 */
export function showVotes(
  gate: GateDocument,
  voice: Voice,
  { now, reasonChars = REASON_CHARS }: { readonly now: number; readonly reasonChars?: number },
): RichText {
  const standing = readStanding(gate, voice);
  if (gate.votes.length === 0 && standing.removed.length === 0) return [];
  const { gates } = voice.words;
  const { counted, spare, lost, needed, missing } = standing;
  const needs = gate.votes.length === 0 ? [] : missing.map((place) => sayPlace(place, voice));
  return [
    line(gates.progress(counted.length, needed, nameVoters(counted, voice))),
    ...(needs.length === 0 ? [] : [line(gates.stillNeeded(needs))]),
    ...(spare.length === 0 ? [] : [line(gates.fillsNoPlace(nameVoters(spare, voice)))]),
    ...(lost.length === 0 ? [] : [line(gates.countsNoMore(nameVoters(lost, voice)))]),
    ...showRemoved(standing, voice),
    ...showReasons(gate.votes, voice, reasonChars),
    ...showHold(gate, voice, now),
  ];
}

/** The same where there is no room: how many have approved, and when a hold is over. */
export function showVotesBriefly(gate: GateDocument, voice: Voice, now: number): RichText {
  if (gate.votes.length === 0) return [];
  const { counted, needed } = readStanding(gate, voice);
  return [line(voice.words.gates.progress(counted.length, needed, [])), ...showHold(gate, voice, now)];
}

/** As much as {@link showVotesBriefly} ever shows of a gate: the room that is to be left for it. */
export function reserveForVotes(gate: GateDocument, voice: Voice): RichText {
  if (!gathersVotes(gate)) return [];
  const { needed } = readStanding({ policy: gate.policy, votes: [] }, voice);
  const { holdMs } = gate.policy;
  const until = holdMs === undefined ? null : new Date(LONG_DATE).toISOString();
  const hold = showHold({ holdUntil: until }, voice, LONG_DATE - LONG_HOLD_MS);
  return [line(voice.words.gates.progress(needed, needed, [])), ...hold];
}

/** A point in time and a length of time that take no less room than others. */
const LONG_DATE = Date.UTC(2028, 11, 28, 23, 58);
const LONG_HOLD_MS = 88 * 3_600_000;

/** How far an approval came that was not given in the end; nothing where nobody approved. */
export function showLastVotes(gate: GateDocument, voice: Voice): RichText {
  if (gate.votes.length === 0 || gate.decision?.kind === "approve") return [];
  const { counted, needed } = readStanding(gate, voice);
  return [line(voice.words.gates.progress(counted.length, needed, nameVoters(counted, voice)))];
}

/** When the hold is over, and how long that is from now. */
export function showHold({ holdUntil }: Pick<GateDocument, "holdUntil">, { words }: Voice, now: number): RichText {
  if (holdUntil === null) return [];
  const leftMs = Date.parse(holdUntil) - now;
  if (!(leftMs > 0)) return [line(words.gates.holdIsOver())];
  return [line(...words.gates.goesOnAt(showTime(holdUntil, words), words.gates.timeLeft(roundUp(leftMs))))];
}

const MINUTE_MS = 60_000;

/** Coarse on purpose: a card is edited when what it says changes, and every edit takes from what a platform allows. */
function roundUp(ms: number): number {
  const step = ms <= 10 * MINUTE_MS ? MINUTE_MS : ms <= 60 * MINUTE_MS ? 10 * MINUTE_MS : 60 * MINUTE_MS;
  return Math.ceil(ms / step) * step;
}

function showRemoved({ removed }: Standing, voice: Voice): readonly Block[] {
  const { gates } = voice.words;
  const of = (because: "withdrawn" | "unqualified"): readonly string[] =>
    nameVoters(
      removed.filter((vote) => vote.because === because),
      voice,
    );
  const dropped = of("unqualified");
  const withdrawn = of("withdrawn");
  return [
    ...(dropped.length === 0 ? [] : [line(gates.dropped(dropped))]),
    ...(withdrawn.length === 0 ? [] : [line(gates.withdrawn(withdrawn))]),
  ];
}

function nameVoters(votes: readonly Pick<Vote, "by">[], voice: Voice): readonly string[] {
  return listNames(
    votes.map(({ by }) => by),
    voice,
  );
}
