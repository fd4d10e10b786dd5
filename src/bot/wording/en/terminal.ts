import { plural, sayList, sayNumber } from "./say.ts";

/** What the terminal chat says itself: there is nobody else to say it. */
export const terminal = {
  greeting: (workflow: string | undefined) =>
    workflow === undefined ? "Lobster is here. Write /help." : `Lobster is here. Try: /run ${workflow}`,
  howTo: (people: readonly string[]) =>
    people.length < 2
      ? "Type the number of a button to press it."
      : `Type the number of a button to press it, and /as <person> to speak as somebody else: ${sayList(people)}.`,
  youAre: (name: string, id: string) => (name === id ? `You speak as ${id}.` : `You speak as ${name} (${id}).`),
  asUsage: (people: readonly string[]) => `Write /as <person>: ${sayList(people)}.`,
  answerHere: () => "(Type the answer, also when it is a number. #7 presses button 7.)",
  noSuchButton: (number: number) => `There is no button ${number}.`,
  fileNotSaved: (name: string) => `${name} could not be saved`,
  stopping: (count: number) =>
    `${sayNumber(count)} ${plural(count, {
      one: "run is still executing; waiting for it. Ctrl-C again ends it.",
      other: "runs are still executing; waiting for them. Ctrl-C again ends them.",
    })}`,
};
