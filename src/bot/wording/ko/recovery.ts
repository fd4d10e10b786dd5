import type { Span } from "../../text/rich-text.ts";
import type { recovery as english } from "../en/recovery.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What is said about a run whose process died in a step, in Korean. */
export const recovery: typeof english = {
  retried: () => "🔁 재시도 요청됨",
  abandoned: () => "⏹️ 포기함",
  processGone: () => "실행하던 프로세스가 사라졌습니다.",
  machineGone: (host) => [
    code(host),
    "에서 실행하던 중에 그 컴퓨터가 다시 시작되었거나 실행이 옮겨졌습니다. 마지막 기록은 사라졌을 수 있습니다.",
  ],
  finished: (steps) => ["완료: ", code(steps)],
  nothingFinished: () => "완료된 단계가 없습니다.",
  unknown: (step) => [code(step), " 단계가 실제로 반영되었는지는 알 수 없습니다."],
  unknownPlace: () => "어디까지 진행되었는지 알 수 없습니다.",
  rerunStep: (step) => ["재시도하면 ", code(step), " 단계를 한 번 더 실행합니다."],
  rerunBranches: (step, branches) => [
    "재시도하면 ",
    code(step),
    " 단계의 모든 분기를 다시 실행합니다: ",
    code(branches),
  ],
  rerunLoop: (step) => ["재시도하면 ", code(step), " 단계를 첫 항목부터 모두 다시 실행합니다."],
  rerunStart: () => "재시도하면 처음부터 다시 실행합니다.",
  rerunBehind: (gate) => ["재시도하면 ", code(gate), " 뒤를 모두 다시 실행합니다."],
  asksAgain: (gate) => ["그 전에 ", code(gate), "의 승인을 다시 요청합니다."],
  stillRuns: (processes) =>
    `아직 실행 중입니다(프로세스 ${processes}). 끝나면 재시도할 수 있으며, ‘포기’를 누르면 끝냅니다.`,
  mayStillRun: (processes) =>
    `이 실행에서 시작된 것이 아직 실행 중입니다(프로세스 ${processes}). 앞선 단계의 것일 수 있어 여기서는 끝내지 않습니다. 끝나면 재시도하거나 포기할 수 있습니다.`,
  elsewhere: (host) => [
    code(host),
    "에서 아직 실행 중인지는 여기서 알 수 없습니다. 재시도하기 전에 그곳을 확인해 주세요.",
  ],
  decidedBy: (done, name, time) => (name === undefined ? [`${done}, `, time] : [`${done}: ${name} 님, `, time]),
  retry: () => "이 단계 재시도",
  abandon: () => "포기",
  inStep: (step) => `${step} 단계에서 중단됨`,
  somewhere: () => "중단됨",

  askedAgain: (step) => [
    { kind: "bold", text: "다시 요청: " },
    "실행이 ",
    code(step),
    " 단계에서 중단되었고, 실제로 반영되었는지는 알 수 없습니다. 승인하면 한 번 더 실행합니다.",
  ],
  askedAgainSomewhere: () =>
    "다시 요청: 실행이 이 게이트 뒤에서 중단되었고, 무엇이 실행되었는지 알 수 없습니다. 승인하면 한 번 더 실행합니다.",

  runsAgain: () => "다시 실행합니다.",
  isAsked: () => "승인을 별도의 카드로 다시 요청합니다.",
  isAbandoned: () => "포기했습니다. 실행이 끝났습니다.",
  mayNot: (workflow) => [code(workflow), " 워크플로를 시작할 수 있는 사람만 결정할 수 있습니다."],
  alreadyRetried: (name, time) =>
    name === undefined
      ? ["이미 재시도를 요청했습니다 (", time, ")."]
      : [`이미 ${name} 님이 재시도를 요청했습니다 (`, time, ")."],
  alreadyAbandoned: (name, time) =>
    name === undefined ? ["이미 포기했습니다 (", time, ")."] : [`이미 ${name} 님이 포기했습니다 (`, time, ")."],
  refusedRunning: (processes) =>
    `아직 실행 중이라(프로세스 ${processes}) 아무것도 하지 않았습니다. 끝날 때까지 기다리거나 ‘포기’를 눌러 끝내 주세요.`,
  notEnded: (processes) =>
    `다음 프로세스를 끝낼 수 없어 아무것도 결정되지 않았습니다: ${processes}. 컴퓨터에서 끝낸 뒤 ‘포기’를 다시 눌러 주세요.`,
  notInterrupted: () => "이 실행은 더 이상 중단 상태가 아닙니다. 최신 카드를 확인해 주세요.",
};
