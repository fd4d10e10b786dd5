import type { questions as english } from "../en/questions.ts";
import { sayChoice } from "./say.ts";

/** What is said around a question. */
export const questions: typeof english = {
  answeredBy: (whom) =>
    whom.length === 0
      ? "시작한 사람을 알 수 없어 여기서는 아무도 답할 수 없습니다. lobster resume을 사용해 주세요."
      : `답변할 사람: ${sayChoice(whom)}`,
  argumentsFor: (name, workflow) => [`${name} 님, 시작하기 전에 답해 주세요: `, { kind: "bold", text: workflow }],
  openForm: () => "답변하기",
  continueForm: () => "계속하기",
  notTaken: () => "받아들여지지 않았습니다:",
  accepted: () => "답변을 받았습니다. 실행이 계속됩니다.",
  notYours: (whom) =>
    whom.length === 0 ? "여기서는 아무도 답할 수 없습니다." : `${sayChoice(whom)}에게 하는 질문입니다.`,
  fileLost: {
    too_large: "파일이 1MiB보다 커서 받지 않았습니다. 더 작은 파일을 보내 주세요.",
    not_text: "UTF-8 텍스트 파일이 아니어서 받지 않았습니다. JSON이나 텍스트로 답을 보내 주세요.",
    not_fetched: "파일을 가져오지 못해 받지 않았습니다. 다시 보내 주세요.",
  },
  noLongerValid: () => "더 이상 유효하지 않은 질문입니다. 그 뒤에 다른 실행을 요청했습니다.",
  notOpen: () => "이미 닫힌 질문입니다.",
  askedBelow: () => "아래에서 답해 주세요.",
  usage: () => [{ kind: "code", text: "/answer <질문> <답변>" }, "을 보내 주세요. ID는 질문에 표시되어 있습니다."],
  typedAnswer: (id) => ["또는 이렇게 보내 주세요: ", { kind: "code", text: `/answer ${id} <답변>` }],
  noQuestion: (id) => [
    "이 대화에 열려 있는 질문이 아닙니다: ",
    { kind: "code", text: id },
    ". 여기서 대기 중인 항목은 /pending에서 확인할 수 있습니다.",
  ],
  nameQuestion: (id) => [
    "지금 열려 있는 것은 이 실행의 첫 질문이 아닙니다. 이 질문에 답하려면 이렇게 보내 주세요: ",
    { kind: "code", text: `/answer ${id} <답변>` },
  ],
};
