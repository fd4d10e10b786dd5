import type { Span } from "../../text/rich-text.ts";
import { plural, sayChoice, sayList, sayNumber } from "./say.ts";

type DecisionKind = "approve" | "deny" | "answer" | "cancel" | "expire";

const DONE: Readonly<Record<DecisionKind, string>> = {
  approve: "approved",
  deny: "denied",
  answer: "answered",
  cancel: "cancelled",
  expire: "expired",
};

/** What a person is told after a press or a typed decision. */
export const decisions = {
  approved: () => "Approved. The run goes on.",
  approvedAndQueued: (ahead: number) =>
    `Approved. The run goes on when ${ahead === 1 ? "the run" : `one of ${sayNumber(ahead)} runs`} ahead of it ends.`,
  denied: () => "Denied. The run is over.",
  voted: (remaining: number, dropped: readonly string[]) =>
    `Your approval is stored; ${sayNumber(remaining)} more ${plural(remaining, { one: "is", other: "are" })} needed.${dropped.length === 0 ? "" : ` ${sayList(dropped)} may not approve any more.`}`,
  held: (until: Span): readonly Span[] => ["Approved. It can be withdrawn until ", until, ", then the run goes on."],
  withdrawn: () => "Your approval is withdrawn.",
  alreadyVoted: (remaining: number) =>
    `You approved it already; ${sayNumber(remaining)} more ${plural(remaining, { one: "is", other: "are" })} needed.`,
  alreadyHeld: (until: Span): readonly Span[] => ["It is approved already and on hold until ", until, "."],
  refused: (reasons: readonly string[]) => `Refused: ${sayList(reasons)}.`,
  refusedPlainly: (message: string) => `Refused: ${message}`,
  youStartedIt: () => "you started it yourself",
  youInitiatedIt: () => "you are named as its initiator",
  needsPerson: (name: string, id: string) => (name === id ? `it needs ${id}` : `it needs ${name} (${id})`),
  needsOneOf: (whom: readonly string[]) => `it needs ${sayChoice(whom)}`,
  takesNoReason: () => "it takes no reason",
  reasonTooLong: () => "the reason is too long; 4,000 characters at most",
  noVote: () => "there is no approval of yours to withdraw",
  holdIsOver: () => "its hold is over, so it cannot be withdrawn any more",
  starterUnknown: () => "nobody knows who started it, and it must not be approved by its starter",
  mayNotDeny: () => "the configuration lets others deny this workflow",
  alreadyDecided: (kind: DecisionKind, name: string | undefined, time: Span, same: boolean): readonly Span[] => {
    if (kind === "expire") return ["Expired ", time, "."];
    if (same) return [`You ${DONE[kind]} it already, `, time, "."];
    return [`Already ${DONE[kind]}${name === undefined ? "" : ` by ${name}`}, `, time, "."];
  },
  expired: (time: Span): readonly Span[] => ["It expired ", time, "; nothing was decided."],
  wrongConversation: () => "This counts only in a conversation where its card was posted.",
  noLongerValid: () => "This button is no longer valid.",
  gateGone: () => "This gate is gone: its run was removed.",
  contentChanged: (digest: string): readonly Span[] => [
    "The content changed since this card was shown: its digest is ",
    { kind: "code", text: digest },
    " now. Look at the newest card.",
  ],
  openDetailsFirst: () => "Open Details first: not everything that you would approve fits on the card.",
  detailsBelow: () => "The details are below.",
  detailsAbove: () => "The details are in a message above.",
  detailsFailed: () => "The details could not be sent. Try again in a moment.",
  formTooLate: () => "The form could not be opened in time. Press the button again.",
  confirmBelow: () => "Confirm it in the message below.",
  confirmDeny: (who: string, workflow: string, runId: string): readonly Span[] => [
    `${who}, deny `,
    { kind: "bold", text: workflow },
    " · run ",
    { kind: "code", text: runId },
    "?",
  ],
  askReason: (who: string): string => `${who}, reply to this message with your reason.`,
  approveTitle: () => "Approve",
  askApproveReason: (who: string) => `${who}, reply to this message with your reason for approving.`,
  approveReasonPlaceholder: () => "Why do you approve it?",
  askConfirm: (who: string, text: string): readonly Span[] => [
    `${who}, to approve, reply to this message with exactly `,
    { kind: "code", text },
  ],
  confirmPlaceholder: () => "The text, exactly",
  confirmField: () => "Type the text that the card names",
  confirmFieldWith: (text: string) => `Type exactly: ${text}`,
  wrongConfirm: (text: string): readonly Span[] => [
    "Nothing was decided: that is not the text. To approve, type exactly ",
    { kind: "code", text },
  ],
  approveReasonMissing: () => "A reason cannot be empty. Nothing was decided.",
  approveAgain: () => "This question is over. Press Approve on the card to begin again.",
  approveInWriting: (command: string): readonly Span[] => ["It takes more: write ", { kind: "code", text: command }],
  writtenReason: () => "<reason>",
  reasonPlaceholder: () => "Why do you deny it?",
  reasonTitle: () => "Deny with reason",
  reasonField: () => "Reason",
  reasonMissing: () => "A reason cannot be empty. Reply again, or press Deny on the card.",
  notYours: (name: string) => `This question is for ${name}. Press the button on the card yourself.`,
  keptOpen: () => "Nothing was decided.",
  unknownApproval: (id: string): readonly Span[] => [
    "No approval with the id ",
    { kind: "code", text: id },
    " in this conversation. /pending lists what waits here.",
  ],
  approveUsage: (): readonly Span[] => [
    "Write ",
    { kind: "code", text: "/approve <approval id> [reason]" },
    "; the card shows the id.",
  ],
  denyUsage: (): readonly Span[] => [
    "Write ",
    { kind: "code", text: "/deny <approval id> [reason]" },
    "; the card shows the id.",
  ],
  reopened: (step: string | undefined, message: string): readonly Span[] => [
    "It could not go on",
    ...(step === undefined ? [] : [" at ", { kind: "code", text: step } as const]),
    `: ${message}. Nothing had started, so the gate is open again.`,
  ],
};
