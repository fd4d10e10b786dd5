import type { Span } from "../../text/rich-text.ts";
import type { runs as english } from "../en/runs.ts";
import { sayNumber } from "./say.ts";

const run = (workflow: string, runId: string): readonly Span[] => [
  { kind: "bold", text: workflow },
  " · 실행 ",
  { kind: "code", text: runId },
];

/** What the bot says on its own about runs. */
export const runs: typeof english = {
  outcomeForStarter: (name, workflow, runId, outcome) => [`${name} 님, `, ...run(workflow, runId), `: ${outcome}.`],
  outcomes: {
    finished: "완료되었습니다",
    failed: "실패했습니다",
    denied: "거부되었습니다",
    expired: "만료되었습니다",
    cancelled: "취소되었습니다",
    interrupted: "중단되었습니다. 마지막 단계가 실제로 반영되었는지는 알 수 없습니다",
  },
  reminder: (names, workflow, runId, time) => [
    names.length === 0 ? "" : `${names.map((name) => `${name} 님`).join(", ")}: `,
    ...run(workflow, runId),
    ": 아직 대기 중입니다. 만료: ",
    time,
  ],
  undelivered: (workflow, runId, conversation) => [
    "카드를 게시하지 못했습니다: ",
    ...run(workflow, runId),
    ", 대화 ",
    { kind: "code", text: conversation },
    ". 게이트는 열린 상태로 남아 있습니다.",
  ],
  waitingNow: (count) => [
    `이전부터 게이트 ${sayNumber(count)}개가 대기 중입니다: `,
    { kind: "code", text: "/pending" },
  ],
  waitingAtTheEnd: (count) => `실행 ${sayNumber(count)}건이 아직 게이트에서 대기 중입니다. 저장되어 있습니다:`,
  openLater: () => [
    "다시 보려면 채팅을 다시 시작한 뒤 ",
    { kind: "code", text: "/pending" },
    "을 보내거나 ",
    { kind: "code", text: "lobster resume" },
    "을 사용해 주세요.",
  ],
};
