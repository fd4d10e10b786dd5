import type { access as english } from "../en/access.ts";

/** What people are told who may not, and where the bot does not work. */
export const access: typeof english = {
  notRegistered: () => [
    "등록되어 있지 않아 아무 일도 일어나지 않았습니다. ",
    { kind: "code", text: "/whoami" },
    "를 보내고 그 답변을 이 봇의 관리자에게 전달해 주세요.",
  ],
  isNobody: () => [
    "개인 계정으로 보낸 메시지가 아니어서(익명 관리자, 채널, 봇 등) 아무 일도 일어나지 않았습니다. 본인 계정으로 보내 주세요.",
  ],
  mayNotStart: (workflow) => [
    { kind: "code", text: workflow },
    ": 시작할 권한이 없습니다. 여기서 시작할 수 있는 항목은 /workflows에서 확인할 수 있습니다.",
  ],
  brokenHere: () =>
    "문제가 발생하여 로그에 기록했습니다. 카드에 보이지 않는 결정은 내려지지 않았습니다. 다시 시도하거나 /status를 확인해 주세요.",
  halfDone: () =>
    "이 요청은 전에 도착했지만 처리하는 도중에 봇이 중지되었습니다. /status를 확인하고, 시작된 것이 없으면 다시 보내 주세요.",
  tooLate: () => "너무 늦게 도착해 응답할 수 없어서 아무것도 하지 않았습니다. 다시 보내 주세요.",
  nobodies: {
    anonymous_admin: "익명 관리자",
    channel: "채널",
    linked_channel: "연결된 채널",
    via_bot: "다른 봇을 통한 메시지",
    forwarded: "전달된 메시지",
    bot: "봇",
    webhook: "웹훅",
    deleted: "삭제된 계정",
    system: "플랫폼 계정",
    unknown: "알 수 없는 보낸 사람",
  },
  whoAmI: {
    account: (platform, account) => ["내 계정: ", { kind: "code", text: `${platform}: ${account}` }],
    nobody: (kind) => [
      `본인 계정으로 보낸 메시지가 아니므로(${kind}) 이 봇에서는 누구로도 인정되지 않으며 결정할 수 없습니다.`,
    ],
    person: (name, id, groups) => [
      "이 봇에 등록된 이름: ",
      { kind: "bold", text: name },
      " (",
      { kind: "code", text: id },
      ")",
      groups.length === 0 ? ", 속한 그룹 없음." : `, 그룹: ${groups.join(", ")}.`,
    ],
    stranger: () => ["등록되어 있지 않습니다. 이 봇의 관리자가 위 계정을 설정의 people: 항목에 추가해야 합니다."],
    conversation: (platform, id, topic) => [
      "이 대화: ",
      { kind: "code", text: topic === undefined ? `${platform}: ${id}` : `${platform}: ${id}, topic: ${topic}` },
    ],
    listed: () => "봇이 여기서 작동합니다.",
    notListed: () => "봇이 여기서는 작동하지 않습니다. 위의 줄이 설정의 chats: 항목에 없습니다.",
  },
};
