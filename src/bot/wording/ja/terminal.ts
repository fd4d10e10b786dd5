import type { terminal as english } from "../en/terminal.ts";
import { sayList, sayNumber } from "./say.ts";

/** What the terminal chat says itself. */
export const terminal: typeof english = {
  greeting: (workflow) =>
    workflow === undefined
      ? "Lobster です。/help と入力してください。"
      : `Lobster です。お試しください: /run ${workflow}`,
  howTo: (people) =>
    people.length < 2
      ? "ボタンを押すには、その番号を入力します。"
      : `ボタンを押すには、その番号を入力します。別の人として発言するには /as <人> と入力します: ${sayList(people)}`,
  youAre: (name, id) => (name === id ? `${id} として発言します。` : `${name} (${id}) として発言します。`),
  asUsage: (people) => `/as <人> と入力してください: ${sayList(people)}`,
  answerHere: () => "(数字であっても、そのまま回答を入力してください。#7 でボタン 7 を押します。)",
  noSuchButton: (number) => `ボタン ${number} はありません。`,
  fileNotSaved: (name) => `${name} を保存できませんでした`,
  stopping: (count) =>
    `まだ ${sayNumber(count)} 件が実行中です。終了を待っています。もう一度 Ctrl-C を押すと中止します。`,
};
