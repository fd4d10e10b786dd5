import type { Span } from "../../rich-text.ts";

/** What is said around a question; what a question itself says stands in questions/wording-english.ts. */
export const questions = {
  answeredBy: (name: string | undefined) =>
    name === undefined
      ? "Nobody can answer it here, because nobody knows who started it. Use lobster resume."
      : `${name} answers it.`,
  argumentsFor: (name: string, workflow: string): readonly Span[] => [
    `${name}, before `,
    { kind: "bold", text: workflow },
    " can start:",
  ],
  openForm: () => "Answer",
  notTaken: () => "That was not taken:",
  accepted: () => "Answered. The run goes on.",
  notYours: (name: string | undefined) =>
    name === undefined ? "Nobody can answer this here." : `This question is for ${name}.`,
  fileLost: {
    too_large: "The file is larger than 1 MiB, so it was not taken. Send a smaller one.",
    not_text: "The file is no text in UTF-8, so it was not taken. Send the answer as JSON or as text.",
    not_fetched: "The file could not be fetched, so it was not taken. Send it again.",
  },
  notOpen: () => "This question is no longer open.",
  askedBelow: () => "Answer below.",
  usage: (): readonly Span[] => [
    "Write ",
    { kind: "code", text: "/answer <run> <answer>" },
    "; the question shows the run's id.",
  ],
  noQuestion: (run: string): readonly Span[] => [
    "No question of a run ",
    { kind: "code", text: run },
    " is open in this conversation. /pending lists what waits here.",
  ],
} as const;
