import type { Span } from "../../rich-text.ts";
import type { commands as english } from "../en/commands.ts";
import { sayDuration, sayList } from "./say.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What commands say, and how they are described to people and platforms. */
export const commands: typeof english = {
  describe: {
    run: "워크플로 시작",
    workflows: "여기서 시작할 수 있는 항목",
    pending: "여기서 대기 중인 게이트",
    status: "실행 상황",
    cancel: "진행 중인 실행을 취소",
    approve: "ID로 승인",
    deny: "ID로 거부",
    answer: "열린 질문에 답변",
    history: "최근에 끝난 실행",
    whoami: "내 계정과 봇에 등록된 정보",
    help: "봇이 할 수 있는 일",
  },
  parameter: {
    workflow: "시작할 워크플로",
    arguments: "name=value, 공백으로 구분",
    run: "실행 ID",
    approval: "카드에 표시된 승인 ID",
    reason: "사유",
    question: "질문에 표시된 ID",
    answer: "답변",
    file: ".json 파일로 보내는 답변",
  },
  usage: {
    run: "/run <워크플로> [name=value …]",
    workflows: "/workflows",
    pending: "/pending",
    status: "/status [실행]",
    cancel: "/cancel <실행>",
    approve: "/approve <id>",
    deny: "/deny <id> [사유]",
    answer: "/answer <질문> <답변>",
    history: "/history",
    whoami: "/whoami",
    help: "/help",
  },
  helpTitle: () => "워크플로는 여기서 게이트에 멈추고, 권한이 있는 사람이 게이트를 엽니다.",
  helpButtons: () =>
    "카드에는 실행될 내용이 그대로 표시됩니다. 버튼으로 결정하고, ‘상세’에서 전체 내용을 볼 수 있습니다.",
  unknownCommand: (name, nearest) => [
    "없는 명령입니다: ",
    code(`/${name}`),
    ". ",
    ...(nearest === undefined ? [] : ["혹시 ", code(`/${nearest}`), " 명령을 찾으셨나요? "]),
    "명령 목록: ",
    code("/help"),
  ],
  plainText: () => [code("/help"), "를 보내면 할 수 있는 일을 알려 드립니다."],

  chooseWorkflow: () => "어떤 워크플로를 시작할까요?",
  noWorkflows: () => "여기서 시작할 수 있는 워크플로가 없습니다.",
  brokenWorkflow: (name) => [code(name), ": 파일에 문제가 있어 시작할 수 없습니다:"],
  argumentProblems: (workflow) => [code(workflow), ": 시작하지 않았습니다:"],
  couldNotStart: (message) => `시작하지 못했습니다: ${message}`,
  startChosen: (workflow) => `${workflow} 시작 중입니다.`,
  startReplaced: (workflow, next) => `${workflow}: 시작하지 않았습니다. 그 뒤에 ${next} 요청이 들어왔습니다.`,
  startedElsewhere: (workflow, runId) => [
    "시작했습니다: ",
    { kind: "bold", text: workflow },
    " · 실행 ",
    code(runId),
    ". 카드는 다른 대화에 있습니다.",
  ],
  othersByName: (names) => [`그 밖에 ${sayList(names)}: `, code("/run <워크플로>"), "를 보내 주세요."],
  stuckGates: (workflow) => [code(workflow), ": 아무도 열 수 없는 게이트가 있어 시작하지 않았습니다:"],
  startAnyway: () => ["그래도 시작하려면 ", code("--even-if-stuck"), "을 덧붙여 주세요."],
  workflowsTitle: () => "시작할 수 있는 항목:",
  workflowIsBroken: () => "파일에 문제가 있습니다. lobster-chat check에서 확인할 수 있습니다",

  nothingPending: () => "여기서 대기 중인 것이 없습니다.",
  pendingForYou: () => "내가 처리할 수 있는 항목:",
  pendingForOthers: () => "다른 사람이 처리할 수 있는 항목:",
  pendingLine: (workflow, runId, prompt, ago) => [
    { kind: "bold", text: workflow },
    " · ",
    code(runId),
    `: ${prompt} (${ago})`,
  ],
  cardLink: (url) => ({ kind: "link", text: "카드", url }),
  since: (ms) => `${sayDuration(ms)}째 대기 중`,
  page: (page, pages) => `${page}/${pages}쪽`,

  noRuns: () => "이 대화에는 실행이 없습니다.",
  unknownRun: (id) => ["이 대화에 없는 실행입니다: ", code(id), ". 목록: ", code("/status")],
  statusTitle: () => "이 대화의 실행:",
  statusLine: (workflow, runId, state) => [{ kind: "bold", text: workflow }, " · ", code(runId), `: ${state}`],
  elapsed: (ms, executedMs, isOver) =>
    isOver
      ? `전체 ${sayDuration(ms)}, 그중 실행 시간 ${sayDuration(executedMs)}`
      : `${sayDuration(ms)} 전에 시작, 그중 실행 시간 ${sayDuration(executedMs)}`,
  historyTitle: () => "최근에 끝난 실행:",
  historyLine: (workflow, runId, parts) => [
    { kind: "bold", text: workflow },
    " · ",
    code(runId),
    `: ${parts.join(" · ")}`,
  ],
  noHistory: () => "여기서 끝난 실행이 아직 없습니다.",
  outcome: {
    finished: "완료",
    failed: "실패",
    denied: "거부됨",
    expired: "만료됨",
    cancelled: "취소됨",
    interrupted: "중단됨",
  },
  outcomeBy: (outcome, name) => (name === undefined ? outcome : `${outcome} (${name} 님)`),
  approvedBy: (names) => `승인: ${sayList(names)}`,
  took: (ms) => `소요 시간 ${sayDuration(ms)}`,

  cancelUsage: () => [code("/cancel <실행>"), "을 보내 주세요. 실행 ID는 카드에 있습니다."],
  mayNotCancel: () => "실행을 시작한 사람이나 승인할 수 있는 사람만 취소할 수 있습니다.",
  confirmCancel: (who, workflow, runId) => [
    `${who} 님, 취소할까요? `,
    { kind: "bold", text: workflow },
    " · 실행 ",
    code(runId),
  ],
  cancelled: () => "취소했습니다.",
  cancelAsked: () => "취소하는 중입니다. 진행 중인 단계를 끝내고 있습니다.",
  alreadyOver: (outcome) => `이미 끝난 실행입니다: ${outcome}.`,
  notCancelled: () => "아무것도 취소하지 않았습니다.",
};
