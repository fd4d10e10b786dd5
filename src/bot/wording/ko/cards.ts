import type { cards as english } from "../en/cards.ts";
import { sayDuration, sayList, sayNumber } from "./say.ts";

/** The sentences of cards. */
export const cards: typeof english = {
  queued: (ahead) => `🕒 대기열: 이 대화에서 앞에 실행 ${sayNumber(ahead)}건이 있습니다`,
  started: () => "▶️ 시작됨",
  starting: () => "▶️ 시작하는 중",
  running: () => "▶️ 실행 중",
  waitingForApproval: () => "⏳ 승인 대기 중",
  waitingForAnswer: () => "❓ 답변 대기 중",
  recorded: () => "☑️ 승인됨, 시작하는 중",
  approvedQueued: (ahead) => `☑️ 승인됨, 대기열: 이 대화에서 앞에 실행 ${sayNumber(ahead)}건이 있습니다`,
  approvedRunning: () => "▶️ 승인됨, 실행 중",
  passed: () => "✅ 승인됨",
  answered: () => "✅ 답변 완료",
  finished: (ms, failed) =>
    failed === 0
      ? `✅ 완료 (소요 시간 ${sayDuration(ms)})`
      : `⚠️ 완료 (소요 시간 ${sayDuration(ms)}), 단계 ${sayNumber(failed)}개 실패`,
  ended: {
    failed: "❌ 실패",
    denied: "⛔ 거부됨",
    expired: "⌛ 만료됨",
    cancelled: "🚫 취소됨",
    interrupted: "⚠️ 중단됨",
  },

  run: (workflow, runId) => [{ kind: "bold", text: workflow }, " · 실행 ", { kind: "code", text: runId }],
  startedBy: (name) => (name === undefined ? "시작한 사람을 알 수 없음" : `시작: ${name} 님`),
  withArguments: () => "인수:",
  approvedBy: (names) => `승인: ${sayList(names)}`,
  decided: {
    approve: "승인",
    deny: "거부",
    answer: "답변",
    cancel: "취소",
    expire: "만료",
  },
  decidedBy: (done, name) => (name === undefined ? done : `${done}: ${name} 님`),
  decidedAt: (who, time) => [`${who}, `, time],
  asOperator: () => " (운영자로서 명령줄에서)",
  reason: (reason) => [{ kind: "italic", text: "사유: " }, reason],
  wentOn: (step) => ["다음 단계로 진행했습니다: ", { kind: "code", text: step }],
  superseded: () => "이 카드는 옮겨졌습니다. 새 카드가 아래에 있습니다.",
  followCard: () => "자세한 내용은 아래 카드에 있습니다.",

  policy: (parts) => parts.join(". "),
  mayApprove: (name) =>
    name === undefined ? "등록된 사람은 누구나 승인할 수 있습니다" : `${name} 님이 승인해야 합니다`,
  notTheStarter: (name) => `시작한 ${name} 님은 승인할 수 없습니다`,
  notTheInitiator: (name) => `발의자로 지정된 ${name} 님은 승인할 수 없습니다`,
  nobodyMayApprove: () => "시작한 사람을 알 수 없어 아무도 승인할 수 없습니다",
  stepOf: (step, of) => `단계 ${step}/${of}`,
  approvalId: (id) => ["승인 ID ", { kind: "code", text: id }],
  digest: (digest) => ["다이제스트 ", { kind: "code", text: digest }],
  expires: (time) => ["만료: ", time],
  neverExpires: () => "만료되지 않음",
  openDetailsFirst: (name) =>
    `여기에 다 담을 수 없어 전체 내용은 ${name}에 있습니다. 승인하기 전에 ‘상세’를 열어 주세요.`,
  redacted: (values) => `값 ${sayNumber(values)}개를 가렸습니다. 어디에도 표시되지 않습니다`,
  moreLines: (lines) => `… ${sayNumber(lines)}줄이 더 있지만 여기에 표시되지 않았습니다`,
  restInFile: (lines, name) => `… 나머지 ${sayNumber(lines)}줄은 ${name}에 있습니다`,

  stepsDone: (count) => `… 앞의 ${sayNumber(count)}단계 완료`,
  stepsToCome: (count) => `… 앞으로 ${sayNumber(count)}단계`,
  output: () => "출력:",
  outputInFile: (name) => `출력은 ${name}에 있습니다.`,
  noOutput: () => "출력 없음",
  failedStep: (step, exitCode) => [
    ...(step === undefined ? ["첫 단계 전에 실패했습니다"] : ["실패한 단계: ", { kind: "code", text: step } as const]),
    ...(exitCode === undefined ? [] : [` (종료 코드 ${exitCode})`]),
  ],
  failedOnTheWay: (steps, more) =>
    `도중에 실패한 단계: ${sayList(more === 0 ? steps : [...steps, `외 ${sayNumber(more)}개`])}`,
  interruptedStep: (step) =>
    step === undefined
      ? ["중단되었습니다. 진행 중인 단계는 없었습니다."]
      : [{ kind: "code", text: step }, " 단계에서 중단되었습니다. 이 단계가 실제로 반영되었는지는 알 수 없습니다."],
  lastErrorLines: () => "오류 출력의 마지막 줄:",
  errorLinesInFile: (name) => `오류 출력의 마지막 줄은 ${name}에 있습니다.`,
  warnings: () => "경고:",

  approve: () => "승인",
  deny: () => "거부",
  details: () => "상세",
  withdraw: () => "철회",
  denyNow: () => "거부",
  denyWithReason: () => "사유와 함께 거부",
  back: () => "뒤로",
  cancelRun: () => "이 실행 취소",
  keepRunning: () => "유지",
  showCard: (runId) => `${runId} 보기`,

  detailsTitle: (workflow, runId) => [
    "상세: ",
    { kind: "bold", text: workflow },
    " · 실행 ",
    { kind: "code", text: runId },
  ],
  fullDigest: (digest) => ["전체 다이제스트 ", { kind: "code", text: digest }],
  stepsAfter: () => "이후에 실행되는 단계:",
  nothingAfter: () => "이후에 실행되는 단계가 없습니다.",
  wholeContent: (name) => `전체 내용은 ${name}에 있습니다.`,
};
