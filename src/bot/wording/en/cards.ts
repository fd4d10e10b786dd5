import type { Span } from "../../text/rich-text.ts";
import { plural, sayDuration, sayList, sayNumber } from "./say.ts";

const countLines = (lines: number): string =>
  `${sayNumber(lines)} more ${plural(lines, { one: "line is", other: "lines are" })}`;

/** The sentences of cards. Names of people and steps come in as they are to be shown. */
export const cards = {
  // State lines: the first line of a card.
  queued: (ahead: number) =>
    `🕒 Queued: ${sayNumber(ahead)} ${plural(ahead, { one: "run is", other: "runs are" })} ahead of it in this conversation`,
  started: () => "▶️ Started",
  starting: () => "▶️ Starting",
  running: () => "▶️ Running",
  waitingForApproval: () => "⏳ Waiting for approval",
  waitingForAnswer: () => "❓ Waiting for an answer",
  recorded: () => "☑️ Approved; starting",
  approvedQueued: (ahead: number) =>
    `☑️ Approved; queued behind ${sayNumber(ahead)} ${plural(ahead, { one: "run", other: "runs" })} in this conversation`,
  approvedRunning: () => "▶️ Approved; running",
  passed: () => "✅ Approved",
  answered: () => "✅ Answered",
  /** `failed` steps did not work, and the run went on after them. */
  finished: (ms: number, failed: number) =>
    failed === 0
      ? `✅ Finished in ${sayDuration(ms)}`
      : `⚠️ Finished in ${sayDuration(ms)}, but ${sayNumber(failed)} ${plural(failed, { one: "step", other: "steps" })} failed`,
  ended: {
    failed: "❌ Failed",
    denied: "⛔ Denied",
    expired: "⌛ Expired",
    cancelled: "🚫 Cancelled",
    interrupted: "⚠️ Interrupted",
  },

  // Below the state line.
  run: (workflow: string, runId: string): readonly Span[] => [
    { kind: "bold", text: workflow },
    " · run ",
    { kind: "code", text: runId },
  ],
  startedBy: (name: string | undefined) =>
    name === undefined ? "started by nobody the bot knows" : `started by ${name}`,
  withArguments: () => "With:",
  approvedBy: (names: readonly string[]) => `Approved by ${sayList(names)}`,
  decided: {
    approve: "Approved",
    deny: "Denied",
    answer: "Answered",
    cancel: "Cancelled",
    expire: "Expired",
  },
  /** `done` is one of the words above. */
  decidedBy: (done: string, name: string | undefined) => (name === undefined ? done : `${done} by ${name}`),
  decidedAt: (who: string, time: Span): readonly Span[] => [`${who}, `, time],
  asOperator: () => " as operator, from the command line",
  reason: (reason: string): readonly Span[] => [{ kind: "italic", text: "Reason: " }, reason],
  wentOn: (step: string): readonly Span[] => ["The run went on to ", { kind: "code", text: step }, "."],
  superseded: () => "This card moved: a newer one is below.",
  followCard: () => "The card below has the details.",

  // What the gate demands.
  /** Everything a gate demands, in one line. */
  policy: (parts: readonly string[]) => parts.join("; "),
  mayApprove: (name: string | undefined) =>
    name === undefined ? "Any registered person may approve" : `${name} must approve`,
  notTheStarter: (name: string) => `not ${name}, who started it`,
  notTheInitiator: (name: string) => `not ${name}, who is named as its initiator`,
  nobodyMayApprove: () => "nobody can approve it, because nobody knows who started it",
  stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
  approvalId: (id: string): readonly Span[] => ["approval id ", { kind: "code", text: id }],
  digest: (digest: string): readonly Span[] => ["Digest ", { kind: "code", text: digest }],
  expires: (time: Span): readonly Span[] => ["Expires ", time],
  neverExpires: () => "Does not expire",
  openDetailsFirst: (name: string) => `It does not fit here: all of it is in ${name}. Open Details before you approve.`,
  redacted: (values: number) =>
    `${sayNumber(values)} ${plural(values, { one: "value redacted: it is", other: "values redacted: they are" })} not shown anywhere`,
  moreLines: (lines: number) => `… ${countLines(lines)} not shown here`,
  restInFile: (lines: number, name: string) => `… ${countLines(lines)} in ${name}`,

  // Progress and the end.
  stepsDone: (count: number) => `… ${sayNumber(count)} earlier ${plural(count, { one: "step", other: "steps" })} done`,
  stepsToCome: (count: number) => `… and ${sayNumber(count)} more to come`,
  output: () => "Output:",
  outputInFile: (name: string) => `The output is in ${name}.`,
  noOutput: () => "No output",
  failedStep: (step: string | undefined, exitCode: number | undefined): readonly Span[] => [
    ...(step === undefined
      ? ["It failed before its first step"]
      : ["Step ", { kind: "code", text: step } as const, " failed"]),
    ...(exitCode === undefined ? [] : [` with exit code ${exitCode}`]),
  ],
  /** Steps that the run went on after; `more` of them are not named. */
  failedOnTheWay: (steps: readonly string[], more: number) =>
    `Failed on the way: ${sayList(more === 0 ? steps : [...steps, `${sayNumber(more)} more`])}`,
  interruptedStep: (step: string | undefined): readonly Span[] =>
    step === undefined
      ? ["It was interrupted; no step was under way."]
      : ["It was interrupted during ", { kind: "code", text: step }, ". Nobody knows whether that step took effect."],
  lastErrorLines: () => "Last lines of its error output:",
  errorLinesInFile: (name: string) => `The last lines of its error output are in ${name}.`,
  warnings: () => "Warnings:",

  // Buttons.
  approve: () => "Approve",
  deny: () => "Deny",
  details: () => "Details",
  withdraw: () => "Withdraw",
  denyNow: () => "Deny",
  denyWithReason: () => "Deny with reason",
  back: () => "Back",
  cancelRun: () => "Cancel the run",
  keepRunning: () => "Keep it",
  showCard: (runId: string) => `Show ${runId}`,

  // Details.
  detailsTitle: (workflow: string, runId: string): readonly Span[] => [
    "Details of ",
    { kind: "bold", text: workflow },
    " · run ",
    { kind: "code", text: runId },
  ],
  fullDigest: (digest: string): readonly Span[] => ["Whole digest ", { kind: "code", text: digest }],
  stepsAfter: () => "What runs after it:",
  nothingAfter: () => "Nothing runs after it.",
  wholeContent: (name: string) => `The whole content is in ${name}.`,
};
