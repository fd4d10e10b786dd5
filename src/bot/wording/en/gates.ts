import type { Span } from "../../text/rich-text.ts";
import { plural, sayChoice, sayDuration, sayList, sayNumber } from "./say.ts";

const code = (text: string): Span => ({ kind: "code", text });

const approvals = (count: number): string => plural(count, { one: "approval", other: "approvals" });

const countMore = (count: number): string =>
  `${sayNumber(count)} more ${plural(count, { one: "approval is", other: "approvals are" })} needed`;

/** Names of people begin as they are written; phrases do with a capital letter. */
const startLine = (text: string): string => text.replace(/^somebody /, "Somebody ");

/**
 * Who has to approve or answer, and how far a gate is. Lists take phrases that these words made: `person`, `group`,
 * `somebodyOf`, `countOf`, `people`, `morePeople`.
 */
export const gates = {
  person: (name: string) => name,
  group: (name: string) => `group ${name}`,
  somebodyOf: (group: string) => `somebody of group ${group}`,
  oneOf: (whom: readonly string[]) => (whom.length === 0 ? "nobody" : sayChoice(whom)),
  countOf: (count: number, whom: readonly string[]) => `${sayNumber(count)} of ${sayList(whom)}`,
  people: (count: number) => `${sayNumber(count)} ${plural(count, { one: "person", other: "people" })}`,
  morePeople: (count: number) => `${sayNumber(count)} more ${plural(count, { one: "person", other: "people" })}`,
  mustApprove: (whom: readonly string[]) => startLine(`${sayList(whom)} must approve`),

  // What an approval takes.
  needsReason: () => "An approval needs a reason",
  takesNoReason: () => "An approval takes no reason",
  typeToApprove: (text: string): readonly Span[] => ["To approve, type ", code(text)],
  heldFor: (ms: number) =>
    `After the last approval it is on hold for ${sayDuration(ms)}, and approvals can be withdrawn`,
  chatOnly: () => "Decided in chat only",

  // How far it is.
  waiting: (count: number, needed: number) => `⏳ Waiting for approval: ${sayNumber(count)} of ${sayNumber(needed)}`,
  held: () => "⏸️ Approved; on hold",
  progress: (count: number, needed: number, who: readonly string[]) =>
    `${sayNumber(count)} of ${sayNumber(needed)} ${approvals(needed)}${who.length === 0 ? "" : `: ${sayList(who)}`}`,
  moreNames: (count: number) => `${sayNumber(count)} more`,
  stillNeeded: (whom: readonly string[]) => `Still needed: ${sayList(whom)}`,
  fillsNoPlace: (who: readonly string[]) => `Approved, but not of those still needed: ${sayList(who)}`,
  countsNoMore: (who: readonly string[]) => `Counts no more, for they may not approve any more: ${sayList(who)}`,
  dropped: (who: readonly string[]) => `Dropped, for they may not approve any more: ${sayList(who)}`,
  withdrawn: (who: readonly string[]) => `Withdrawn: ${sayList(who)}`,
  goesOnAt: (time: Span, left: string): readonly Span[] => ["The run goes on at ", time, ` (${left})`],
  timeLeft: (ms: number) => `at most ${sayDuration(ms)} from now`,
  holdIsOver: () => "The hold is over; the run goes on in a moment",
  /** Stands before a reason. */
  by: (who: string) => `${who}: `,
  /** Stands for the rest of a reason that a card has no room for. */
  reasonGoesOn: (chars: number) =>
    `… ${sayNumber(chars)} more ${plural(chars, { one: "character", other: "characters" })}`,

  /** Told when a hold is over and somebody who approved may not do so any more. */
  unsettled: (who: readonly string[], workflow: string, runId: string, remaining: number): readonly Span[] => [
    { kind: "bold", text: workflow },
    " · run ",
    code(runId),
    ` does not go on: ${who.length === 0 ? "" : `${sayList(who)} may not approve any more, and `}${countMore(remaining)}.`,
  ],

  /** A gate that nobody could open; `able` are those who could at least help to. `need` may end in a full stop. */
  stuck: (gate: string, need: string, able: readonly string[]) =>
    `${gate}: ${need.replace(/[.]$/, "")}. ${able.length === 0 ? "Of those who can act here, nobody is able to." : `Of those who can act here, only ${sayList(able)} could, which is not enough.`}`,

  // In lists of gates and runs.
  votes: (count: number, needed: number) => `${sayNumber(count)} of ${sayNumber(needed)} ${approvals(needed)}`,
  expires: (time: Span): readonly Span[] => ["expires ", time],
  heldUntil: (time: Span): readonly Span[] => ["on hold until ", time],
};
