import type { gates as english } from "../en/gates.ts";
import { sayChoice, sayDuration, sayList, sayNumber } from "./say.ts";

/** Who has to approve or answer, and how far a gate is. */
export const gates: typeof english = {
  person: (name) => `${name} さん`,
  group: (name) => `グループ ${name}`,
  somebodyOf: (group) => `グループ ${group} の誰か`,
  oneOf: (whom) => (whom.length === 0 ? "該当者なし" : sayChoice(whom)),
  countOf: (count, whom) => `${sayList(whom)} のうち ${sayNumber(count)} 人`,
  people: (count) => `${sayNumber(count)} 人`,
  morePeople: (count) => `ほか ${sayNumber(count)} 人`,
  mustApprove: (whom) => `承認が必要な人: ${sayList(whom)}`,

  needsReason: () => "承認には理由が必要です",
  takesNoReason: () => "承認に理由は付けられません",
  typeToApprove: (text) => ["承認するには次のとおり入力してください: ", { kind: "code", text }],
  heldFor: (ms) => `最後の承認の後、${sayDuration(ms)}の保留中は承認を取り下げられます`,
  chatOnly: () => "チャットでのみ決定できます",

  waiting: (count, needed) => `⏳ 承認待ち: ${sayNumber(count)} / ${sayNumber(needed)}`,
  held: () => "⏸️ 承認済み、保留中",
  progress: (count, needed, who) =>
    `承認 ${sayNumber(count)} / ${sayNumber(needed)} 件${who.length === 0 ? "" : `: ${sayList(who)}`}`,
  moreNames: (count) => `ほか ${sayNumber(count)} 人`,
  stillNeeded: (whom) => `まだ必要: ${sayList(whom)}`,
  fillsNoPlace: (who) => `承認済み (まだ必要な人には当たりません): ${sayList(who)}`,
  countsNoMore: (who) => `承認できなくなったため数えません: ${sayList(who)}`,
  dropped: (who) => `承認できなくなったため取り消しました: ${sayList(who)}`,
  withdrawn: (who) => `取り下げ: ${sayList(who)}`,
  goesOnAt: (time, left) => ["実行の再開: ", time, ` (${left})`],
  timeLeft: (ms) => `あと最大 ${sayDuration(ms)}`,
  holdIsOver: () => "保留は終わりました。まもなく実行を続けます",
  by: (who) => `${who}: `,
  reasonGoesOn: (chars) => `… ほか ${sayNumber(chars)} 文字`,

  unsettled: (who, workflow, runId, remaining) => [
    { kind: "bold", text: workflow },
    " · 実行 ",
    { kind: "code", text: runId },
    ` は続行しません。${who.length === 0 ? "" : `承認できなくなった人: ${sayList(who)}。`}あと ${sayNumber(remaining)} 件の承認が必要です。`,
  ],

  stuck: (gate, need, able) =>
    `${gate}: ${need.replace(/。$/, "")}。${able.length === 0 ? "ここで操作できる人の中に該当者がいません。" : `ここで操作できる人のうち該当するのは ${sayList(able)} だけで、足りません。`}`,

  votes: (count, needed) => `承認 ${sayNumber(count)} / ${sayNumber(needed)} 件`,
  expires: (time) => ["期限: ", time],
  heldUntil: (time) => ["保留: ", time, " まで"],
};
