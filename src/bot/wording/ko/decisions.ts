import type { decisions as english } from "../en/decisions.ts";
import { sayChoice, sayList, sayNumber } from "./say.ts";

const DONE = {
  approve: "승인",
  deny: "거부",
  answer: "답변",
  cancel: "취소",
  expire: "만료",
} as const;

/** What a person is told after a press or a typed decision. */
export const decisions: typeof english = {
  approved: () => "승인했습니다. 실행이 계속됩니다.",
  approvedAndQueued: (ahead) =>
    ahead === 1
      ? "승인했습니다. 앞의 실행이 끝나면 계속됩니다."
      : `승인했습니다. 앞에 있는 실행 ${sayNumber(ahead)}건 중 하나가 끝나면 계속됩니다.`,
  denied: () => "거부했습니다. 실행이 끝났습니다.",
  voted: (remaining, dropped) =>
    `승인을 저장했습니다. 승인이 ${sayNumber(remaining)}건 더 필요합니다.${dropped.length === 0 ? "" : ` 더 이상 승인할 수 없는 사람: ${sayList(dropped)}.`}`,
  held: (until) => ["승인했습니다. ", until, "까지 철회할 수 있으며, 그 뒤에 실행이 계속됩니다."],
  withdrawn: () => "승인을 철회했습니다.",
  alreadyVoted: (remaining) => `이미 승인하셨습니다. 승인이 ${sayNumber(remaining)}건 더 필요합니다.`,
  alreadyHeld: (until) => ["이미 승인되어 ", until, "까지 보류 중입니다."],
  refused: (reasons) => `받아들여지지 않았습니다: ${reasons.join(". ")}.`,
  refusedPlainly: (message) => `받아들여지지 않았습니다: ${message}`,
  youStartedIt: () => "본인이 시작한 실행입니다",
  youInitiatedIt: () => "본인이 발의자로 지정되어 있습니다",
  needsPerson: (name, id) => (name === id ? `${id} 님의 결정이 필요합니다` : `${name} 님(${id})의 결정이 필요합니다`),
  needsOneOf: (whom) => `다음 중 한 사람의 결정이 필요합니다: ${sayChoice(whom)}`,
  takesNoReason: () => "사유를 적지 않습니다",
  reasonTooLong: () => "사유가 너무 깁니다(최대 4,000자)",
  noVote: () => "철회할 본인의 승인이 없습니다",
  holdIsOver: () => "보류가 끝나 더 이상 철회할 수 없습니다",
  starterUnknown: () => "시작한 사람은 승인할 수 없는데, 누가 시작했는지 알 수 없습니다",
  mayNotDeny: () => "설정에 따라 이 워크플로는 다른 사람만 거부할 수 있습니다",
  alreadyDecided: (kind, name, time, same) => {
    if (kind === "expire") return ["만료되었습니다 (", time, ")."];
    if (same) return [`이미 본인이 ${DONE[kind]}했습니다 (`, time, ")."];
    return [
      name === undefined ? `이미 ${DONE[kind]}되었습니다 (` : `이미 ${name} 님이 ${DONE[kind]}했습니다 (`,
      time,
      ").",
    ];
  },
  expired: (time) => ["만료되어 결정된 것이 없습니다 (", time, ")."],
  wrongConversation: () => "카드가 게시된 대화에서만 유효합니다.",
  noLongerValid: () => "더 이상 유효하지 않은 버튼입니다.",
  gateGone: () => "이 게이트는 더 이상 없습니다. 실행이 삭제되었습니다.",
  contentChanged: (digest) => [
    "이 카드가 표시된 뒤에 내용이 바뀌었습니다. 현재 다이제스트: ",
    { kind: "code", text: digest },
    ". 최신 카드를 확인해 주세요.",
  ],
  openDetailsFirst: () => "먼저 ‘상세’를 열어 주세요. 승인할 내용이 카드에 다 담기지 않았습니다.",
  detailsBelow: () => "상세 내용은 아래에 있습니다.",
  detailsAbove: () => "상세 내용은 위 메시지에 있습니다.",
  detailsFailed: () => "상세 내용을 보내지 못했습니다. 잠시 후 다시 시도해 주세요.",
  formTooLate: () => "양식을 제때 열지 못했습니다. 버튼을 다시 눌러 주세요.",
  confirmBelow: () => "아래 메시지에서 확인해 주세요.",
  confirmDeny: (who, workflow, runId) => [
    `${who} 님, 거부할까요? `,
    { kind: "bold", text: workflow },
    " · 실행 ",
    { kind: "code", text: runId },
  ],
  askReason: (who) => `${who} 님, 이 메시지에 답장으로 사유를 적어 주세요.`,
  approveTitle: () => "승인",
  askApproveReason: (who) => `${who} 님, 이 메시지에 답장으로 승인하는 사유를 적어 주세요.`,
  approveReasonPlaceholder: () => "승인하는 사유",
  askConfirm: (who, text) => [
    `${who} 님, 승인하려면 이 메시지에 다음과 똑같이 답장해 주세요: `,
    { kind: "code", text },
  ],
  confirmPlaceholder: () => "똑같은 문구",
  confirmField: () => "카드에 있는 문구를 입력해 주세요",
  confirmFieldWith: (text) => `똑같이 입력: ${text}`,
  wrongConfirm: (text) => [
    "결정된 것이 없습니다. 문구가 다릅니다. 승인하려면 다음과 똑같이 입력해 주세요: ",
    { kind: "code", text },
  ],
  approveReasonMissing: () => "사유를 비워 둘 수 없습니다. 결정된 것이 없습니다.",
  approveAgain: () => "끝난 질문입니다. 카드에서 ‘승인’을 다시 눌러 주세요.",
  approveInWriting: (command) => ["더 입력해야 합니다: ", { kind: "code", text: command }],
  writtenReason: () => "<사유>",
  reasonPlaceholder: () => "거부하는 사유",
  reasonTitle: () => "사유와 함께 거부",
  reasonField: () => "사유",
  reasonMissing: () => "사유를 비워 둘 수 없습니다. 다시 답장하거나 카드에서 ‘거부’를 눌러 주세요.",
  notYours: (name) => `${name} 님에게 하는 질문입니다. 본인이 직접 카드의 버튼을 눌러 주세요.`,
  keptOpen: () => "결정된 것이 없습니다.",
  unknownApproval: (id) => [
    "이 대화에 없는 승인 ID입니다: ",
    { kind: "code", text: id },
    ". 여기서 대기 중인 항목은 /pending에서 확인할 수 있습니다.",
  ],
  approveUsage: () => [{ kind: "code", text: "/approve <승인 ID> [사유]" }, "를 보내 주세요. ID는 카드에 있습니다."],
  denyUsage: () => [{ kind: "code", text: "/deny <승인 ID> [사유]" }, "를 보내 주세요. ID는 카드에 있습니다."],
  reopened: (step, message) => [
    ...(step === undefined ? [] : [{ kind: "code", text: step } as const, " 단계에서 "]),
    `계속할 수 없었습니다: ${message}. 아직 시작된 것이 없으므로 게이트가 다시 열렸습니다.`,
  ],
};
