import type { GateDocument, RecordedDecision } from "../../../runtime/run/documents.ts";
import type { Span } from "../../text/rich-text.ts";
import type { Voice } from "../run-view.ts";
import { gathersVotes, readStanding } from "./standing.ts";
import { showTime } from "../state-line.ts";

/** An open gate in a line of a list: how many have approved, and until when it can be decided or taken back. */
export function summarizeGate(gate: GateDocument, voice: Voice): readonly (readonly Span[])[] {
  const { gates } = voice.words;
  const isGathering = gate.request.type === "approval_request" && (gathersVotes(gate) || gate.votes.length > 0);
  const standing = isGathering ? readStanding(gate, voice) : undefined;
  return [
    ...(standing === undefined ? [] : [[gates.votes(standing.counted.length, standing.needed)]]),
    ...showDeadline(gate, voice),
  ];
}

/** Until when it can be decided. A gate that is held has no other deadline: its votes were complete in time. */
export function showDeadline({ holdUntil, expiresAt }: GateDocument, { words }: Voice): readonly (readonly Span[])[] {
  if (holdUntil !== null) return [words.gates.heldUntil(showTime(holdUntil, words))];
  return expiresAt === null ? [] : [words.gates.expires(showTime(expiresAt, words))];
}

/** Everybody who approved at the gates of a run, each once, in the order in which they did. */
export function listApprovers(decisions: readonly RecordedDecision[]): readonly string[] {
  const ids = decisions
    .filter(({ kind }) => kind === "approve")
    .flatMap(({ by, approvals }) => approvals?.map((vote) => vote.by) ?? (by === undefined ? [] : [by]));
  return [...new Set(ids)];
}
