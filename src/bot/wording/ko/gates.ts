import type { gates as english } from "../en/gates.ts";
import { sayChoice, sayDuration, sayList, sayNumber } from "./say.ts";

/** Who has to approve or answer, and how far a gate is. */
export const gates: typeof english = {
  person: (name) => `${name} 님`,
  group: (name) => `${name} 그룹`,
  somebodyOf: (group) => `${group} 그룹의 누군가`,
  oneOf: (whom) => (whom.length === 0 ? "해당자 없음" : sayChoice(whom)),
  countOf: (count, whom) => `${sayList(whom)} 중 ${sayNumber(count)}명`,
  people: (count) => `${sayNumber(count)}명`,
  morePeople: (count) => `그 밖의 ${sayNumber(count)}명`,
  mustApprove: (whom) => `승인해야 하는 사람: ${sayList(whom)}`,

  needsReason: () => "승인하려면 사유가 필요합니다",
  takesNoReason: () => "승인에는 사유를 적지 않습니다",
  typeToApprove: (text) => ["승인하려면 다음과 같이 입력해 주세요: ", { kind: "code", text }],
  heldFor: (ms) => `마지막 승인 뒤 ${sayDuration(ms)} 동안 보류되며, 그동안 승인을 철회할 수 있습니다`,
  chatOnly: () => "채팅에서만 결정할 수 있습니다",

  waiting: (count, needed) => `⏳ 승인 대기 중: ${sayNumber(count)}/${sayNumber(needed)}`,
  held: () => "⏸️ 승인됨, 보류 중",
  progress: (count, needed, who) =>
    `승인 ${sayNumber(count)}/${sayNumber(needed)}건${who.length === 0 ? "" : `: ${sayList(who)}`}`,
  moreNames: (count) => `외 ${sayNumber(count)}명`,
  stillNeeded: (whom) => `아직 필요: ${sayList(whom)}`,
  fillsNoPlace: (who) => `승인했지만 아직 필요한 사람은 아님: ${sayList(who)}`,
  countsNoMore: (who) => `더 이상 승인할 수 없어 집계하지 않음: ${sayList(who)}`,
  dropped: (who) => `더 이상 승인할 수 없어 제외됨: ${sayList(who)}`,
  withdrawn: (who) => `철회: ${sayList(who)}`,
  goesOnAt: (time, left) => ["실행 재개: ", time, ` (${left})`],
  timeLeft: (ms) => `최대 ${sayDuration(ms)} 뒤`,
  holdIsOver: () => "보류가 끝나 곧 실행이 계속됩니다",
  by: (who) => `${who}: `,
  reasonGoesOn: (chars) => `… 외 ${sayNumber(chars)}자`,

  unsettled: (who, workflow, runId, remaining) => [
    { kind: "bold", text: workflow },
    " · 실행 ",
    { kind: "code", text: runId },
    `: 실행이 계속되지 않습니다. ${who.length === 0 ? "" : `더 이상 승인할 수 없는 사람: ${sayList(who)}. `}승인이 ${sayNumber(remaining)}건 더 필요합니다.`,
  ],

  stuck: (gate, need, able) =>
    `${gate}: ${need.replace(/[.]$/, "")}. ${able.length === 0 ? "여기서 처리할 수 있는 사람 중 해당하는 사람이 없습니다." : `여기서 처리할 수 있는 사람 중 해당하는 사람은 ${sayList(able)}뿐이어서 부족합니다.`}`,

  votes: (count, needed) => `승인 ${sayNumber(count)}/${sayNumber(needed)}건`,
  expires: (time) => ["만료: ", time],
  heldUntil: (time) => ["보류: ", time, "까지"],
};
