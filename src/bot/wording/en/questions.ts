import type { Span } from "../../text/rich-text.ts";
import { sayChoice } from "./say.ts";

/** What is said around a question; what a question itself says stands in questions/wording-english.ts. */
export const questions = {
  answeredBy: (whom: readonly string[]) =>
    whom.length === 0
      ? "Nobody can answer it here, because nobody knows who started it. Use lobster resume."
      : `${sayChoice(whom)} answers it.`,
  argumentsFor: (name: string, workflow: string): readonly Span[] => [
    `${name}, before `,
    { kind: "bold", text: workflow },
    " can start:",
  ],
  openForm: () => "Answer",
  continueForm: () => "Continue",
  notTaken: () => "That was not taken:",
  accepted: () => "Answered. The run goes on.",
  notYours: (whom: readonly string[]) =>
    whom.length === 0 ? "Nobody can answer this here." : `This question is for ${sayChoice(whom)}.`,
  fileLost: {
    too_large: "The file is larger than 1 MiB, so it was not taken. Send a smaller one.",
    not_text: "The file is no text in UTF-8, so it was not taken. Send the answer as JSON or as text.",
    not_fetched: "The file could not be fetched, so it was not taken. Send it again.",
  },
  noLongerValid: () => "This question is no longer valid: another run was asked for after it.",
  notOpen: () => "This question is no longer open.",
  askedBelow: () => "Answer below.",
  usage: (): readonly Span[] => [
    "Write ",
    { kind: "code", text: "/answer <question> <answer>" },
    "; the question shows its id.",
  ],
  /** How a question is answered without its buttons. */
  typedAnswer: (id: string): readonly Span[] => ["Or write ", { kind: "code", text: `/answer ${id} <answer>` }],
  noQuestion: (id: string): readonly Span[] => [
    "No question ",
    { kind: "code", text: id },
    " is open in this conversation. /pending lists what waits here.",
  ],
  nameQuestion: (id: string): readonly Span[] => [
    "Not the first question of this run is open now. If you mean this one, write ",
    { kind: "code", text: `/answer ${id} <answer>` },
    ".",
  ],
};
