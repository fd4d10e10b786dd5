import type { decisions as english } from "../en/decisions.ts";
import { sayChoice, sayList, sayNumber } from "./say.ts";

const DONE = {
  approve: "承認",
  deny: "却下",
  answer: "回答",
  cancel: "キャンセル",
  expire: "期限切れ",
} as const;

/** What a person is told after a press or a typed decision. */
export const decisions: typeof english = {
  approved: () => "承認しました。実行を続けます。",
  approvedAndQueued: (ahead) =>
    ahead === 1
      ? "承認しました。先の実行が終わると続きます。"
      : `承認しました。先にある ${sayNumber(ahead)} 件の実行のいずれかが終わると続きます。`,
  denied: () => "却下しました。実行は終了しました。",
  voted: (remaining, dropped) =>
    `承認を記録しました。あと ${sayNumber(remaining)} 件の承認が必要です。${dropped.length === 0 ? "" : `承認できなくなった人: ${sayList(dropped)}。`}`,
  held: (until) => ["承認しました。", until, " までは取り下げることができ、その後に実行を続けます。"],
  withdrawn: () => "承認を取り下げました。",
  alreadyVoted: (remaining) => `すでに承認済みです。あと ${sayNumber(remaining)} 件の承認が必要です。`,
  alreadyHeld: (until) => ["すでに承認され、", until, " まで保留中です。"],
  refused: (reasons) => `受け付けられませんでした: ${reasons.join("。")}。`,
  refusedPlainly: (message) => `受け付けられませんでした: ${message}`,
  youStartedIt: () => "ご自身が開始した実行です",
  youInitiatedIt: () => "あなたが発起人として指定されています",
  needsPerson: (name, id) => (name === id ? `${id} さんの決定が必要です` : `${name} さん (${id}) の決定が必要です`),
  needsOneOf: (whom) => `次のいずれかの決定が必要です: ${sayChoice(whom)}`,
  takesNoReason: () => "理由は付けられません",
  reasonTooLong: () => "理由が長すぎます (4,000 文字まで)",
  noVote: () => "取り下げられるあなたの承認はありません",
  holdIsOver: () => "保留が終わったため、もう取り下げられません",
  starterUnknown: () => "開始した人は承認できない決まりですが、開始した人が不明です",
  mayNotDeny: () => "設定により、このワークフローを却下できるのはほかの人です",
  alreadyDecided: (kind, name, time, same) => {
    if (kind === "expire") return ["期限切れになりました (", time, ")。"];
    if (same) return [`すでにあなたが${DONE[kind]}しています (`, time, ")。"];
    return [`すでに${name === undefined ? "" : ` ${name} さんにより`}${DONE[kind]}されています (`, time, ")。"];
  },
  expired: (time) => ["期限が切れました (", time, ")。何も決定されていません。"],
  wrongConversation: () => "この操作は、カードが投稿された会話でのみ有効です。",
  noLongerValid: () => "このボタンはもう無効です。",
  gateGone: () => "このゲートはもうありません。実行が削除されました。",
  contentChanged: (digest) => [
    "このカードが表示された後に内容が変わりました。現在のダイジェストは ",
    { kind: "code", text: digest },
    " です。最新のカードをご確認ください。",
  ],
  openDetailsFirst: () =>
    "先に「詳細」を開いてください。承認する内容のすべてがカードに収まっているわけではありません。",
  detailsBelow: () => "詳細は下にあります。",
  detailsAbove: () => "詳細は上のメッセージにあります。",
  detailsFailed: () => "詳細を送信できませんでした。しばらくしてからもう一度お試しください。",
  formTooLate: () => "フォームを時間内に開けませんでした。もう一度ボタンを押してください。",
  confirmBelow: () => "下のメッセージで確認してください。",
  confirmDeny: (who, workflow, runId) => [
    `${who} さん、`,
    { kind: "bold", text: workflow },
    " · 実行 ",
    { kind: "code", text: runId },
    " を却下しますか？",
  ],
  askReason: (who) => `${who} さん、このメッセージに返信して理由をお知らせください。`,
  approveTitle: () => "承認",
  askApproveReason: (who) => `${who} さん、このメッセージに返信して承認する理由をお知らせください。`,
  approveReasonPlaceholder: () => "承認する理由",
  askConfirm: (who, text) => [
    `${who} さん、承認するにはこのメッセージに次のとおり返信してください: `,
    { kind: "code", text },
  ],
  confirmPlaceholder: () => "そのままの文字列",
  confirmField: () => "カードに示された文字列を入力",
  confirmFieldWith: (text) => `そのまま入力: ${text}`,
  wrongConfirm: (text) => [
    "何も決定されていません。文字列が一致しません。承認するには次のとおり入力してください: ",
    { kind: "code", text },
  ],
  approveReasonMissing: () => "理由を空にすることはできません。何も決定されていません。",
  approveAgain: () => "この質問は終了しました。もう一度カードの「承認」を押してください。",
  approveInWriting: (command) => ["さらに入力が必要です: ", { kind: "code", text: command }],
  writtenReason: () => "<理由>",
  reasonPlaceholder: () => "却下する理由",
  reasonTitle: () => "理由を添えて却下",
  reasonField: () => "理由",
  reasonMissing: () => "理由を空にすることはできません。もう一度返信するか、カードの「却下」を押してください。",
  notYours: (name) => `これは ${name} さんへの質問です。ご自身でカードのボタンを押してください。`,
  keptOpen: () => "何も決定されていません。",
  unknownApproval: (id) => [
    "この会話に承認 ID ",
    { kind: "code", text: id },
    " はありません。ここで待っているものは /pending で確認できます。",
  ],
  approveUsage: () => [
    { kind: "code", text: "/approve <承認 ID> [理由]" },
    " と送信してください。ID はカードに表示されています。",
  ],
  denyUsage: () => [
    { kind: "code", text: "/deny <承認 ID> [理由]" },
    " と送信してください。ID はカードに表示されています。",
  ],
  reopened: (step, message) => [
    ...(step === undefined ? [] : [{ kind: "code", text: step } as const, " で"]),
    `続行できませんでした: ${message}。まだ何も始まっていないため、ゲートは再び開かれています。`,
  ],
};
