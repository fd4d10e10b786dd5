import type { Span } from "../../rich-text.ts";
import type { commands as english } from "../en/commands.ts";
import { sayDuration, sayList } from "./say.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What commands say, and how they are described to people and platforms. */
export const commands: typeof english = {
  describe: {
    run: "ワークフローを開始する",
    workflows: "ここで開始できるもの",
    pending: "ここで待っているゲート",
    status: "実行の状況",
    cancel: "実行をキャンセルする",
    approve: "ID を指定して承認する",
    deny: "ID を指定して却下する",
    answer: "受付中の質問に回答する",
    history: "最近終了した実行",
    whoami: "あなたのアカウントと登録内容",
    help: "ボットでできること",
  },
  parameter: {
    workflow: "開始するワークフロー",
    arguments: "name=value をスペース区切りで",
    run: "実行の ID",
    approval: "カードに表示されている承認 ID",
    reason: "理由",
    question: "質問に表示されている ID",
    answer: "回答",
    file: "回答の .json ファイル",
  },
  usage: {
    run: "/run <ワークフロー> [name=value …]",
    workflows: "/workflows",
    pending: "/pending",
    status: "/status [実行]",
    cancel: "/cancel <実行>",
    approve: "/approve <id>",
    deny: "/deny <id> [理由]",
    answer: "/answer <質問> <回答>",
    history: "/history",
    whoami: "/whoami",
    help: "/help",
  },
  helpTitle: () => "ワークフローはここでゲートに止まり、権限のある人が開きます。",
  helpButtons: () =>
    "カードには、これから実行される内容がそのまま表示されます。ボタンで決定し、「詳細」ですべてを確認できます。",
  unknownCommand: (name, nearest) => [
    code(`/${name}`),
    " というコマンドはありません。",
    ...(nearest === undefined ? [] : [code(`/${nearest}`), " のことでしょうか。"]),
    "コマンドの一覧: ",
    code("/help"),
  ],
  plainText: () => [code("/help"), " と送信すると、できることを表示します。"],

  chooseWorkflow: () => "どのワークフローですか？",
  noWorkflows: () => "ここで開始できるワークフローはありません。",
  brokenWorkflow: (name) => [code(name), " はファイルに問題があるため開始できません:"],
  argumentProblems: (workflow) => [code(workflow), " は開始されませんでした:"],
  couldNotStart: (message) => `開始されませんでした: ${message}`,
  startChosen: (workflow) => `${workflow} を開始します。`,
  startReplaced: (workflow, next) => `${workflow} は開始されませんでした。その後に ${next} が指定されました。`,
  startedElsewhere: (workflow, runId) => [
    "開始しました: ",
    { kind: "bold", text: workflow },
    " · 実行 ",
    code(runId),
    "。カードは別の会話にあります。",
  ],
  othersByName: (names) => [
    `ほかに ${sayList(names)} があります。`,
    code("/run <ワークフロー>"),
    " と送信してください。",
  ],
  stuckGates: (workflow) => [code(workflow), " は、誰にも開けないゲートがあるため開始されませんでした:"],
  startAnyway: () => ["それでも開始するには ", code("--even-if-stuck"), " を付けてください。"],
  workflowsTitle: () => "開始できるもの:",
  workflowIsBroken: () => "ファイルに問題があります。lobster-chat check で確認できます",

  nothingPending: () => "ここで待っているものはありません。",
  pendingForYou: () => "あなたが対応できるもの:",
  pendingForOthers: () => "ほかの人が対応できるもの:",
  pendingLine: (workflow, runId, prompt, ago) => [
    { kind: "bold", text: workflow },
    " · ",
    code(runId),
    `: ${prompt} (${ago})`,
  ],
  cardLink: (url) => ({ kind: "link", text: "カード", url }),
  since: (ms) => `${sayDuration(ms)}待機中`,
  page: (page, pages) => `ページ ${page} / ${pages}`,

  noRuns: () => "この会話には実行がありません。",
  unknownRun: (id) => ["この会話に実行 ", code(id), " はありません。一覧: ", code("/status")],
  statusTitle: () => "この会話の実行:",
  statusLine: (workflow, runId, state) => [{ kind: "bold", text: workflow }, " · ", code(runId), `: ${state}`],
  elapsed: (ms, executedMs, isOver) =>
    isOver
      ? `全体で ${sayDuration(ms)} (うち実行時間 ${sayDuration(executedMs)})`
      : `${sayDuration(ms)}前に開始 (うち実行時間 ${sayDuration(executedMs)})`,
  historyTitle: () => "最近終了した実行:",
  historyLine: (workflow, runId, parts) => [
    { kind: "bold", text: workflow },
    " · ",
    code(runId),
    `: ${parts.join(" · ")}`,
  ],
  noHistory: () => "ここで終了した実行はまだありません。",
  outcome: {
    finished: "完了",
    failed: "失敗",
    denied: "却下",
    expired: "期限切れ",
    cancelled: "キャンセル",
    interrupted: "中断",
  },
  outcomeBy: (outcome, name) => (name === undefined ? outcome : `${outcome} (${name} さん)`),
  approvedBy: (names) => `承認: ${sayList(names)}`,
  took: (ms) => `所要時間 ${sayDuration(ms)}`,

  cancelUsage: () => [code("/cancel <実行>"), " と送信してください。実行の ID はカードに表示されています。"],
  mayNotCancel: () => "実行をキャンセルできるのは、開始した人と承認できる人だけです。",
  confirmCancel: (who, workflow, runId) => [
    `${who} さん、`,
    { kind: "bold", text: workflow },
    " · 実行 ",
    code(runId),
    " をキャンセルしますか？",
  ],
  cancelled: () => "キャンセルしました。",
  cancelAsked: () => "キャンセルしています。実行中のステップを終了させています。",
  alreadyOver: (outcome) => `この実行はすでに終了しています (${outcome})。`,
  notCancelled: () => "何もキャンセルされていません。",
};
