import type { Span } from "../../text/rich-text.ts";
import { plural, sayList, sayNumber } from "./say.ts";

const run = (workflow: string, runId: string): readonly Span[] => [
  { kind: "bold", text: workflow },
  " · run ",
  { kind: "code", text: runId },
];

/** What the bot says on its own about runs. */
export const runs = {
  outcomeForStarter: (name: string, workflow: string, runId: string, outcome: string): readonly Span[] => [
    `${name}, your run `,
    ...run(workflow, runId),
    ` ${outcome}.`,
  ],
  outcomes: {
    finished: "finished",
    failed: "failed",
    denied: "was denied",
    expired: "expired",
    cancelled: "was cancelled",
    interrupted: "was interrupted; nobody knows whether its last step took effect",
  },
  reminder: (names: readonly string[], workflow: string, runId: string, time: Span): readonly Span[] => [
    names.length === 0 ? "" : `${sayList(names)}: `,
    ...run(workflow, runId),
    " still waits, and expires ",
    time,
    ".",
  ],
  undelivered: (workflow: string, runId: string, conversation: string): readonly Span[] => [
    "The card of ",
    ...run(workflow, runId),
    " could not be posted in ",
    { kind: "code", text: conversation },
    ". The gate stays open.",
  ],
  waitingNow: (count: number): readonly Span[] => [
    `${sayNumber(count)} ${plural(count, { one: "gate waits", other: "gates wait" })} from before: `,
    { kind: "code", text: "/pending" },
    ".",
  ],
  waitingAtTheEnd: (count: number) =>
    `${sayNumber(count)} ${plural(count, {
      one: "run still waits at its gate. It is stored:",
      other: "runs still wait at their gates. They are stored:",
    })}`,
  openLater: (): readonly Span[] => [
    "Start the chat again and write ",
    { kind: "code", text: "/pending" },
    " to see them, or use ",
    { kind: "code", text: "lobster resume" },
    ".",
  ],
};
