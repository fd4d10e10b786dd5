import type { terminal as english } from "../en/terminal.ts";
import { sayList, sayNumber } from "./say.ts";

/** What the terminal chat says itself. */
export const terminal: typeof english = {
  greeting: (workflow) =>
    workflow === undefined
      ? "Lobster입니다. /help를 입력해 보세요."
      : `Lobster입니다. 이렇게 해 보세요: /run ${workflow}`,
  howTo: (people) =>
    people.length < 2
      ? "버튼을 누르려면 그 번호를 입력하세요."
      : `버튼을 누르려면 그 번호를 입력하세요. 다른 사람으로 말하려면 /as <사람>을 입력하세요: ${sayList(people)}`,
  youAre: (name, id) => (name === id ? `지금 말하는 사람: ${id}` : `지금 말하는 사람: ${name} (${id})`),
  asUsage: (people) => `/as <사람>을 입력하세요: ${sayList(people)}`,
  answerHere: () => "(숫자라도 그대로 답을 입력하세요. #7은 버튼 7을 누릅니다.)",
  noSuchButton: (number) => `버튼 ${number}번은 없습니다.`,
  fileNotSaved: (name) => `${name} 파일을 저장하지 못했습니다`,
  stopping: (count) =>
    `실행 ${sayNumber(count)}건이 아직 진행 중이어서 끝나기를 기다립니다. Ctrl-C를 다시 누르면 중지합니다.`,
};
