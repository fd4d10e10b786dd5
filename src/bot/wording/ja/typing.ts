import type { typing as english } from "../en/typing.ts";

/** What is wrong with a command that somebody typed. */
export const typing: typeof english = {
  openQuote: (quote) =>
    `引用符 (${quote}) が閉じられていません。閉じてください。値に ${quote} が含まれる場合は${quote === '"' ? ` \\" と書くか、値を '…' で囲んでください` : `値を "…" で囲んでください`}。`,
  workflowFirst: () =>
    "最初にワークフローを指定してください: /run <ワークフロー> name=value。一覧は /workflows で確認できます。",
  noName: (text) => `${text} の前に名前がありません。name=value の形で入力してください。`,
  givenTwice: (name) => `${name} が 2 回指定されています。1 回だけ指定してください。`,
  noAssignment: (text, hasCurlyQuotes) =>
    `${text} は name=value の形ではありません。空白を含む値は引用符で囲んでください: name="a b"。${hasCurlyQuotes ? "まっすぐな引用符をお使いください。曲がった引用符は値の一部になります。" : ""}`,
  notAWorkflowName: () =>
    "ワークフローの名前は、フォルダーと拡張子を除いたファイル名です。使えるのは英字、数字、. _ - だけです。一覧は /workflows で確認できます。",
  noSuchWorkflow: (name, nearest) =>
    `${name} というワークフローはありません。${nearest === undefined ? "一覧は /workflows で確認できます。" : `${nearest} のことでしょうか。`}`,
  noSuchArgument: (name, known, nearest) => {
    if (known.length === 0) return `${name} という引数はありません。このワークフローに引数はありません。`;
    const hint = nearest === undefined ? "" : `${nearest} のことでしょうか。`;
    return `${name} という引数はありません。${hint}使えるもの: ${known.join("、")}。`;
  },
  wrongType: {
    string: (name) => `${name} はテキストで指定してください`,
    number: (name) => `${name} は数値で指定してください`,
    integer: (name) => `${name} は整数で指定してください`,
    boolean: (name) => `${name} は true か false で指定してください`,
    array: (name) => `${name} はリストで指定してください (例: ["a", "b"])`,
    object: (name) => `${name} はオブジェクトで指定してください (例: {"a": 1})`,
  },
  noChoice: (name, choices, isCut) =>
    `${name} は次のいずれかで指定してください: ${choices.join("、")}${isCut ? "、…" : ""}`,
  noMatch: (name, pattern) => `${name} は ${pattern} に一致する必要があります`,
  notChecked: (name, pattern) => `${name} を ${pattern} で時間内に確認できません。短くしてください`,
};
