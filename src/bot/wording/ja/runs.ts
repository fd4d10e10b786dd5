import type { Span } from "../../text/rich-text.ts";
import type { runs as english } from "../en/runs.ts";
import { sayNumber } from "./say.ts";

const run = (workflow: string, runId: string): readonly Span[] => [
  { kind: "bold", text: workflow },
  " · 実行 ",
  { kind: "code", text: runId },
];

/** What the bot says on its own about runs. */
export const runs: typeof english = {
  outcomeForStarter: (name, workflow, runId, outcome) => [
    `${name} さん、あなたの `,
    ...run(workflow, runId),
    ` は${outcome}。`,
  ],
  outcomes: {
    finished: "完了しました",
    failed: "失敗しました",
    denied: "却下されました",
    expired: "期限切れになりました",
    cancelled: "キャンセルされました",
    interrupted: "中断されました。最後のステップが反映されたかどうかは不明です",
  },
  reminder: (names, workflow, runId, time) => [
    names.length === 0 ? "" : `${names.map((name) => `${name} さん`).join("、")}: `,
    ...run(workflow, runId),
    " はまだ待機中です。期限: ",
    time,
  ],
  undelivered: (workflow, runId, conversation) => [
    ...run(workflow, runId),
    " のカードを ",
    { kind: "code", text: conversation },
    " に投稿できませんでした。ゲートは開いたままです。",
  ],
  waitingNow: (count) => [
    `以前から ${sayNumber(count)} 件のゲートが待っています: `,
    { kind: "code", text: "/pending" },
  ],
  waitingAtTheEnd: (count) => `${sayNumber(count)} 件の実行がまだゲートで待っています。保存されています:`,
  openLater: () => [
    "確認するには、チャットをもう一度開始して ",
    { kind: "code", text: "/pending" },
    " と送信するか、",
    { kind: "code", text: "lobster resume" },
    " をお使いください。",
  ],
};
