import type { questions as english } from "../en/questions.ts";
import { sayChoice } from "./say.ts";

/** What is said around a question. */
export const questions: typeof english = {
  answeredBy: (whom) =>
    whom.length === 0
      ? "開始した人が不明なため、ここでは誰も回答できません。lobster resume をお使いください。"
      : `回答する人: ${sayChoice(whom)}`,
  argumentsFor: (name, workflow) => [
    `${name} さん、`,
    { kind: "bold", text: workflow },
    " の開始前に回答してください:",
  ],
  openForm: () => "回答する",
  continueForm: () => "続ける",
  notTaken: () => "受け付けられませんでした:",
  accepted: () => "回答を受け付けました。実行を続けます。",
  notYours: (whom) =>
    whom.length === 0 ? "ここでは誰も回答できません。" : `別の人への質問です。回答する人: ${sayChoice(whom)}`,
  fileLost: {
    too_large: "ファイルが 1 MiB を超えているため、受け付けられませんでした。小さくして送信してください。",
    not_text: "UTF-8 のテキストファイルではないため、受け付けられませんでした。JSON またはテキストで送信してください。",
    not_fetched: "ファイルを取得できなかったため、受け付けられませんでした。もう一度送信してください。",
  },
  noLongerValid: () => "この質問はもう無効です。その後に別の実行が指定されました。",
  notOpen: () => "この質問の受付は終了しています。",
  askedBelow: () => "下で回答してください。",
  usage: () => [
    { kind: "code", text: "/answer <質問> <回答>" },
    " と送信してください。質問の ID は質問に表示されています。",
  ],
  typedAnswer: (id) => ["または ", { kind: "code", text: `/answer ${id} <回答>` }, " と送信してください"],
  noQuestion: (id) => [
    "この会話に受付中の質問 ",
    { kind: "code", text: id },
    " はありません。ここで待っているものは /pending で確認できます。",
  ],
  nameQuestion: (id) => [
    "現在受付中なのは、この実行の最初の質問ではありません。この質問への回答であれば ",
    { kind: "code", text: `/answer ${id} <回答>` },
    " と送信してください。",
  ],
};
