import type { Span } from "../../text/rich-text.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What is said about a run whose process died in a step. Steps come in as they are to be shown. */
export const recovery = {
  // The card. Its first line is the state, or what was decided.
  retried: () => "🔁 Retry asked for",
  abandoned: () => "⏹️ Abandoned",
  processGone: () => "The process that executed it is gone.",
  machineGone: (host: string): readonly Span[] => [
    "It was under way on ",
    code(host),
    " before that machine was restarted, or the run was moved. What was recorded last may be lost.",
  ],
  finished: (steps: string): readonly Span[] => ["Finished: ", code(steps)],
  nothingFinished: () => "No step had finished.",
  unknown: (step: string): readonly Span[] => ["Nobody knows whether ", code(step), " took effect."],
  unknownPlace: () => "Nobody knows how far it had come.",
  rerunStep: (step: string): readonly Span[] => ["A retry runs ", code(step), " once more."],
  rerunBranches: (step: string, branches: string): readonly Span[] => [
    "A retry runs all branches of ",
    code(step),
    " again: ",
    code(branches),
  ],
  rerunLoop: (step: string): readonly Span[] => [
    "A retry runs ",
    code(step),
    " again for every item, from the first one on.",
  ],
  rerunStart: () => "A retry runs it again from its start.",
  rerunBehind: (gate: string): readonly Span[] => ["A retry runs everything behind ", code(gate), " again."],
  asksAgain: (gate: string): readonly Span[] => ["Before that, the approval of ", code(gate), " is asked for again."],
  stillRuns: (processes: string) =>
    `It still runs (process ${processes}). It can be retried once that has ended; Abandon ends it.`,
  mayStillRun: (processes: string) =>
    `Something of this run still runs (process ${processes}). It may be of an earlier step, so it is not ended from here. The run can be retried or abandoned once that has ended.`,
  elsewhere: (host: string): readonly Span[] => [
    "Whether it still runs on ",
    code(host),
    " cannot be seen from here. Look there before you retry it.",
  ],
  decidedBy: (done: string, name: string | undefined, time: Span): readonly Span[] =>
    name === undefined ? [`${done}, `, time] : [`${done} by ${name}, `, time],
  retry: () => "Retry this step",
  abandon: () => "Abandon",
  /** In lists: what the run waits for. */
  inStep: (step: string) => `interrupted in ${step}`,
  somewhere: () => "interrupted",

  // The card of a gate that asks again.
  askedAgain: (step: string): readonly Span[] => [
    { kind: "bold", text: "Asked again: " },
    "the run was interrupted in ",
    code(step),
    ", and nobody knows whether that took effect. To approve is to let it run once more.",
  ],
  askedAgainSomewhere: () =>
    "Asked again: the run was interrupted behind this gate, and nobody knows what ran. To approve is to let it run once more.",

  // What a person is told after a press.
  runsAgain: () => "It runs again.",
  isAsked: () => "The approval is asked for again, on a card of its own.",
  isAbandoned: () => "Abandoned. The run is over.",
  mayNot: (workflow: string): readonly Span[] => [
    "Only who may start ",
    code(workflow),
    " can say what becomes of it.",
  ],
  alreadyRetried: (name: string | undefined, time: Span): readonly Span[] =>
    name === undefined
      ? ["A retry was asked for already, ", time, "."]
      : [`${name} has asked for a retry already, `, time, "."],
  alreadyAbandoned: (name: string | undefined, time: Span): readonly Span[] =>
    name === undefined ? ["It was abandoned already, ", time, "."] : [`${name} has abandoned it already, `, time, "."],
  refusedRunning: (processes: string) =>
    `Nothing was done, for it still runs (process ${processes}). Wait until that has ended, or press Abandon, which ends it.`,
  notEnded: (processes: string) =>
    `Nothing was decided: process ${processes} could not be ended. End it on the machine, then press Abandon again.`,
  notInterrupted: () => "This run is not interrupted any more. Look at its newest card.",
};
