import type { Span } from "../../text/rich-text.ts";
import type { recovery as english } from "../en/recovery.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What is said about a run whose process died in a step, in Japanese. */
export const recovery: typeof english = {
  retried: () => "🔁 再試行が求められました",
  abandoned: () => "⏹️ 打ち切られました",
  processGone: () => "実行していたプロセスがなくなりました。",
  machineGone: (host) => [
    code(host),
    " で実行中に、そのマシンが再起動されたか、実行が移されました。最後の記録は失われた可能性があります。",
  ],
  finished: (steps) => ["完了: ", code(steps)],
  nothingFinished: () => "完了したステップはありません。",
  unknown: (step) => [code(step), " が反映されたかどうかは不明です。"],
  unknownPlace: () => "どこまで進んだかは分かりません。",
  rerunStep: (step) => ["再試行すると ", code(step), " がもう一度実行されます。"],
  rerunBranches: (step, branches) => [
    "再試行すると ",
    code(step),
    " の分岐がすべてもう一度実行されます: ",
    code(branches),
  ],
  rerunLoop: (step) => ["再試行すると ", code(step), " が最初の項目からすべて実行し直されます。"],
  rerunStart: () => "再試行すると最初から実行し直されます。",
  rerunBehind: (gate) => ["再試行すると ", code(gate), " より後がすべて実行し直されます。"],
  asksAgain: (gate) => ["その前に ", code(gate), " の承認がもう一度求められます。"],
  stillRuns: (processes) =>
    `まだ動いています (プロセス ${processes})。終われば再試行できます。「打ち切る」を押すと終了させます。`,
  mayStillRun: (processes) =>
    `この実行が起動したものがまだ動いています (プロセス ${processes})。前のステップのものかもしれないため、ここからは終了させません。終われば、再試行するか打ち切ることができます。`,
  elsewhere: (host) => [
    code(host),
    " でまだ動いているかどうかは、ここからは分かりません。再試行の前にそちらを確認してください。",
  ],
  decidedBy: (done, name, time) => (name === undefined ? [`${done}、`, time] : [`${done}: ${name} さん、`, time]),
  retry: () => "このステップを再試行",
  abandon: () => "打ち切る",
  inStep: (step) => `${step} で中断`,
  somewhere: () => "中断",

  askedAgain: (step) => [
    { kind: "bold", text: "再度の確認: " },
    "実行は ",
    code(step),
    " で中断され、反映されたかどうかは不明です。承認するともう一度実行されます。",
  ],
  askedAgainSomewhere: () =>
    "再度の確認: 実行はこのゲートより後で中断され、何が実行されたかは分かりません。承認するともう一度実行されます。",

  runsAgain: () => "もう一度実行されます。",
  isAsked: () => "承認がもう一度、別のカードで求められます。",
  isAbandoned: () => "打ち切りました。実行は終わりです。",
  mayNot: (workflow) => ["これを決められるのは ", code(workflow), " を開始できる人だけです。"],
  alreadyRetried: (name, time) =>
    name === undefined
      ? ["すでに再試行が求められています (", time, ")。"]
      : [`すでに ${name} さんが再試行を求めています (`, time, ")。"],
  alreadyAbandoned: (name, time) =>
    name === undefined
      ? ["すでに打ち切られています (", time, ")。"]
      : [`すでに ${name} さんが打ち切っています (`, time, ")。"],
  refusedRunning: (processes) =>
    `まだ動いているため (プロセス ${processes})、何も行いませんでした。終わるのを待つか、「打ち切る」で終了させてください。`,
  notEnded: (processes) =>
    `プロセス ${processes} を終了できなかったため、何も決まっていません。マシン上で終了させてから、もう一度「打ち切る」を押してください。`,
  notInterrupted: () => "この実行はもう中断していません。最新のカードをご確認ください。",
};
