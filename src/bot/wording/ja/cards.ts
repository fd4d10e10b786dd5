import type { cards as english } from "../en/cards.ts";
import { sayDuration, sayList, sayNumber } from "./say.ts";

/** The sentences of cards. */
export const cards: typeof english = {
  queued: (ahead) => `🕒 順番待ち: この会話で先に ${sayNumber(ahead)} 件の実行があります`,
  started: () => "▶️ 開始しました",
  starting: () => "▶️ 開始しています",
  running: () => "▶️ 実行中",
  waitingForApproval: () => "⏳ 承認待ち",
  waitingForAnswer: () => "❓ 回答待ち",
  recorded: () => "☑️ 承認済み、開始しています",
  approvedQueued: (ahead) => `☑️ 承認済み、順番待ち: この会話で先に ${sayNumber(ahead)} 件の実行があります`,
  approvedRunning: () => "▶️ 承認済み、実行中",
  passed: () => "✅ 承認済み",
  answered: () => "✅ 回答済み",
  finished: (ms, failed) =>
    failed === 0
      ? `✅ 完了 (所要時間 ${sayDuration(ms)})`
      : `⚠️ 完了 (所要時間 ${sayDuration(ms)})、ただし ${sayNumber(failed)} 件のステップが失敗`,
  ended: {
    failed: "❌ 失敗",
    denied: "⛔ 却下",
    expired: "⌛ 期限切れ",
    cancelled: "🚫 キャンセル",
    interrupted: "⚠️ 中断",
  },

  run: (workflow, runId) => [{ kind: "bold", text: workflow }, " · 実行 ", { kind: "code", text: runId }],
  startedBy: (name) => (name === undefined ? "開始した人は不明" : `開始: ${name} さん`),
  withArguments: () => "引数:",
  approvedBy: (names) => `承認: ${sayList(names)}`,
  decided: {
    approve: "承認",
    deny: "却下",
    answer: "回答",
    cancel: "キャンセル",
    expire: "期限切れ",
  },
  decidedBy: (done, name) => (name === undefined ? done : `${done}: ${name} さん`),
  decidedAt: (who, time) => [`${who}、`, time],
  asOperator: () => " (運用者としてコマンドラインから)",
  reason: (reason) => [{ kind: "italic", text: "理由: " }, reason],
  wentOn: (step) => ["実行は ", { kind: "code", text: step }, " に進みました。"],
  superseded: () => "このカードは移動しました。新しいカードが下にあります。",
  followCard: () => "詳しくは下のカードをご覧ください。",

  policy: (parts) => parts.join("。"),
  mayApprove: (name) =>
    name === undefined ? "登録されている人なら誰でも承認できます" : `${name} さんの承認が必要です`,
  notTheStarter: (name) => `開始した ${name} さんは承認できません`,
  notTheInitiator: (name) => `発起人の ${name} さんは承認できません`,
  nobodyMayApprove: () => "開始した人が不明なため、誰も承認できません",
  stepOf: (step, of) => `ステップ ${step} / ${of}`,
  approvalId: (id) => ["承認 ID ", { kind: "code", text: id }],
  digest: (digest) => ["ダイジェスト ", { kind: "code", text: digest }],
  expires: (time) => ["期限: ", time],
  neverExpires: () => "期限なし",
  openDetailsFirst: (name) => `ここには収まりません。全文は ${name} にあります。承認する前に「詳細」を開いてください。`,
  redacted: (values) => `${sayNumber(values)} 個の値を伏せています。どこにも表示されません`,
  moreLines: (lines) => `… ほか ${sayNumber(lines)} 行はここに表示されていません`,
  restInFile: (lines, name) => `… ほか ${sayNumber(lines)} 行は ${name} にあります`,

  stepsDone: (count) => `… これまでの ${sayNumber(count)} ステップは完了`,
  stepsToCome: (count) => `… あと ${sayNumber(count)} ステップ`,
  output: () => "出力:",
  outputInFile: (name) => `出力は ${name} にあります。`,
  noOutput: () => "出力はありません",
  failedStep: (step, exitCode) => [
    ...(step === undefined
      ? ["最初のステップの前に失敗しました"]
      : ["ステップ ", { kind: "code", text: step } as const, " が失敗しました"]),
    ...(exitCode === undefined ? [] : [` (終了コード ${exitCode})`]),
  ],
  failedOnTheWay: (steps, more) =>
    `途中で失敗したステップ: ${sayList(more === 0 ? steps : [...steps, `ほか ${sayNumber(more)} 件`])}`,
  interruptedStep: (step) =>
    step === undefined
      ? ["中断されました。実行中のステップはありませんでした。"]
      : [{ kind: "code", text: step }, " の実行中に中断されました。このステップが反映されたかどうかは不明です。"],
  lastErrorLines: () => "エラー出力の末尾:",
  errorLinesInFile: (name) => `エラー出力の末尾は ${name} にあります。`,
  warnings: () => "警告:",

  approve: () => "承認",
  deny: () => "却下",
  details: () => "詳細",
  withdraw: () => "取り下げ",
  denyNow: () => "却下",
  denyWithReason: () => "理由を添えて却下",
  back: () => "戻る",
  cancelRun: () => "実行をキャンセル",
  keepRunning: () => "続ける",
  showCard: (runId) => `${runId} を表示`,

  detailsTitle: (workflow, runId) => [
    "詳細: ",
    { kind: "bold", text: workflow },
    " · 実行 ",
    { kind: "code", text: runId },
  ],
  fullDigest: (digest) => ["ダイジェスト全体 ", { kind: "code", text: digest }],
  stepsAfter: () => "この後に実行されるもの:",
  nothingAfter: () => "この後に実行されるものはありません。",
  wholeContent: (name) => `全文は ${name} にあります。`,
};
