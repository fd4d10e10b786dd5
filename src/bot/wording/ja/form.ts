import type { Bounds } from "../../questions/question-plan.ts";
import type { QuestionWording } from "../../questions/wording.ts";
import { form as english } from "../en/form.ts";
import { sayNumber } from "./say.ts";

/** What the steps of a form say. English words are understood, too. */
export const form: QuestionWording = {
  answer: () => "回答",
  entry: ({ list, number }) => (list === "" ? `項目 ${number}` : `${list} ${number}`),
  path: ({ titles }) => titles.join(" › "),
  withDetail: ({ title, detail }) => `${title} (${detail})`,
  emptyText: () => "(空のテキスト)",
  nothing: () => "なし",
  yes: () => "はい",
  no: () => "いいえ",

  progress: ({ position, of }) => `${position} / ${of}`,
  optional: () => "任意",
  notes: ({ notes }) => ` (${notes.join("、")})`,
  current: () => "現在",
  byDefault: () => "既定値",
  namedValue: ({ name }) => `${name}: `,
  expectChoice: ({ count }) => `${sayNumber(count)} 個の選択肢から 1 つ選ぶか、入力してください。`,
  expectChoices: ({ min, max, marked }) =>
    `${countRange(min, max)}選び、「完了」を押してください。選択済み: ${sayNumber(marked)} 個。`,
  expectSelection: ({ min, max, marked }) => {
    const done =
      marked === undefined
        ? ""
        : marked === 0
          ? "「完了」を押すと、どれも選ばない回答になります。"
          : "「完了」を押すと、今の選択がそのまま受け付けられます。";
    return `リストから${countRange(min, max)}選んでください。選んだものはすぐに回答として受け付けられます。${done}`;
  },
  selectPlaceholder: ({ min, max }) => (max === 1 ? "1 つ選択" : `${countRange(min, max)}選択`),
  expectNumber: ({ whole, range }) => `${rangeWords(range)}${whole ? "整数" : "数値"}を入力してください。`,
  expectText: ({ format, pattern, length }) => {
    const kind = format === undefined ? "" : `「${format}」形式の`;
    const match = pattern === undefined ? "" : `${pattern} に一致する`;
    return `${lengthWords(length)}${match}${kind}テキストを入力してください。`;
  },
  expectTime: ({ kind }) => `${TIME_NAMES[kind]}を入力してください (例: ${TIME_EXAMPLES[kind]})。`,
  expectJson: () => "このスキーマに合う JSON で返信するか、.json ファイルを送信してください:",
  expectAnyJson: () => "JSON で返信するか、.json ファイルを送信してください。文字列には引用符が必要です。",
  expectWhole: () => "回答全体をこのスキーマに合う JSON で返信するか、.json ファイルを送信してください:",
  expectGroup: () => "この項目を入力しますか？",
  expectEntries: ({ count, min, max, typed }) => {
    const next = typed ? "1 件ずつ入力し" : "1 件ずつ追加し";
    return `${next}、「完了」を押してください。現在 ${sayNumber(count)} 件、入力できるのは ${countEntries(min, max)}です。`;
  },
  summaryTitle: () => "あなたの回答",
  summaryHint: () => "「送信」を押すまで何も送信されません。",
  placeholder: ({ kind }) => PLACEHOLDERS[kind],
  shownRange: ({ first, last, of }) => `${of} 件中 ${first}〜${last} 件目`,
  described: ({ label, description }) => `${label}: ${description}`,
  replyHere: ({ name }) => `このメッセージに返信してください: ${name}`,
  wholeInFile: ({ file }) => `長すぎて 1 つのメッセージに収まりません。全文は ${file} にあります。`,
  optionNumber: ({ number, label }) => `${number}. ${label}`,

  left: () => "未入力",
  filledIn: () => "入力済み",
  entries: ({ count }) => `${sayNumber(count)} 件`,
  notAnswered: () => "未回答",
  choices: ({ labels }) => (labels.length === 0 ? "選択なし" : labels.join("、")),
  echo: ({ name, value }) => `${name}: ${value}`,

  marked: ({ label }) => `✓ ${label}`,
  done: () => "完了",
  skip: () => "スキップ",
  none: () => "なし",
  useDefault: ({ value }) => `既定値を使う: ${value}`,
  useThisDefault: () => "既定値を使う",
  useAllDefaults: () => "すべて既定値を使う",
  keep: () => "このまま",
  back: () => "戻る",
  fillIn: () => "入力する",
  add: () => "追加する",
  removeLast: () => "最後の 1 件を削除",
  removeEntry: () => "この項目を削除",
  asJson: () => "JSON で回答する",
  asForm: () => "項目ごとに回答する",
  submit: () => "送信",
  edit: ({ name }) => `編集: ${name}`,
  previousPage: () => "‹ 前へ",
  nextPage: () => "次へ ›",

  problem: ({ name, problem }) => `${name}: ${problem}`,
  staleButton: () => "このボタンは質問の前のステップのものです。最新のメッセージをお使いください。",
  staleReply: () => "この返信は質問の前のステップへのものです。最新のメッセージに回答してください。",
  staleChoice: () => "この選択は質問の前のステップのものです。最新のメッセージをお使いください。",
  useButtons: () => "このステップではボタンをお使いください。",
  needed: () => "ここは回答が必要です。",
  tooBig: ({ maxKib }) => `回答が長すぎます。上限は ${sayNumber(maxKib)} KiB です。`,
  formTooBig: ({ maxKib }) => `回答全体が長すぎます。上限は ${sayNumber(maxKib)} KiB です。`,
  tooManyFields: () => "件数が多すぎて 1 件ずつ進められません。回答全体を JSON で送信してください。",
  tooDeep: () => "この JSON は入れ子が深すぎます。",
  notJson: ({ detail, typed }) =>
    `JSON ではありません (${detail})。${typed === "" ? "" : `このテキスト自体を回答にするには ${typed} と入力してください`}`,
  notBoolean: () => "「はい」か「いいえ」で回答してください。",
  notNumber: () => "数値ではありません。1500、-3、1.5 のように入力してください。",
  notWhole: () => "整数で入力してください。",
  ambiguousNumber: ({ meanings: [whole, decimal] }) =>
    `桁区切りか小数か判断できません。${whole} か ${decimal} のどちらかを入力してください。`,
  tooPrecise: () => "正確に保持できる桁数を超えています。省略せずに書くか、桁数を減らしてください。",
  tooLarge: () => "数値が大きすぎます。",
  notTime: ({ kind }) => `${TIME_NAMES[kind]}ではありません。${TIME_EXAMPLES[kind]} のように入力してください。`,
  ambiguousDate: ({ meanings: [monthFirst, dayFirst] }) =>
    `日と月を区別できません。${monthFirst} か ${dayFirst} のどちらかを入力してください。`,
  noSuchDay: () => "その日付は存在しません。",
  noSuchTime: () => "その時刻は存在しません。",
  needsOffset: ({ kind }) =>
    `タイムゾーンがありません。UTC なら Z を、それ以外は ${TIME_EXAMPLES[kind]} のように時差を付けてください。`,
  notAnOption: ({ typed, near }) =>
    `${typed === "" ? "これ" : `「${typed}」`}は選択肢にありません。${near.length === 0 ? "" : `近いもの: ${near.join("、")}。`}`,
  severalOptions: ({ labels }) => `複数の選択肢が当てはまります: ${labels.join("、")}。目的のものを押してください。`,
  tooFewChosen: ({ min }) => `${sayNumber(min)} 個以上選んでください。`,
  tooManyChosen: ({ max }) => `選べるのは ${sayNumber(max)} 個までです。`,
  tooFewEntries: ({ min }) => `${sayNumber(min)} 件以上必要です。`,
  tooManyEntries: ({ max }) => `入力できるのは ${sayNumber(max)} 件までです。`,
  missingMember: ({ name }) => `${name} がありません。`,
  unknownMember: ({ name }) => `${name} はここでは使えません。取り除いてください。`,
  wrongType: ({ types }) => `${types.map((type) => TYPES[type]).join("か")}で回答してください。`,
  notAllowed: () => "使える値のいずれでもありません。",
  outOfBounds: ({ comparison, limit }) => `${limit} ${COMPARISONS[comparison]}値にしてください。`,
  notMultiple: ({ of }) => `${of} の倍数にしてください。`,
  wrongSize: ({ of, comparison, limit }) =>
    `${sayNumber(limit)} ${SIZES[of]}${SIZE_COMPARISONS[comparison]}にしてください。`,
  noPattern: ({ pattern }) => `${pattern} に一致する必要があります。`,
  noFormat: ({ format }) => `「${format}」形式にしてください。`,
  repeated: () => "同じ項目を重複して入力することはできません。",
  tooSlow: () => "確認に時間がかかりすぎます。短くしてください。",
  unchecked: () => "確認できません。toString または valueOf という名前の項目を取り除いてください。",
  cannotBeChecked: ({ reason }) => `この回答をスキーマで確認できません (${reason})。`,
  noDefault: () => "ここで使える既定値はありません。",
  moreProblems: ({ count }) => `ほかに ${sayNumber(count)} 件の問題があります。`,

  yesWords: ["はい", "うん", "イエス", ...english.yesWords],
  noWords: ["いいえ", "いや", "ノー", ...english.noWords],
  monthNames: english.monthNames,
};

const TYPES = {
  string: "テキスト",
  number: "数値",
  integer: "整数",
  boolean: "真偽値 (true / false)",
  array: "リスト",
  object: "オブジェクト",
  null: "null",
} as const;
const COMPARISONS = {
  at_least: "以上の",
  at_most: "以下の",
  more_than: "より大きい",
  less_than: "未満の",
} as const;
const SIZE_COMPARISONS = { at_least: "以上", at_most: "以内" } as const;
const SIZES = { text: "文字", list: "件", object: "項目" } as const;
const PLACEHOLDERS = {
  text: "テキスト",
  number: "数値",
  integer: "整数",
  date: "2026-12-01",
  time: "14:30+09:00",
  "date-time": "2026-12-01 14:30+09:00",
  json: "JSON",
} as const;
const TIME_NAMES = { date: "日付", time: "時刻", "date-time": "日時" } as const;
const TIME_EXAMPLES = { date: "2026-12-01", time: "14:30+09:00", "date-time": "2026-12-01 14:30+09:00" } as const;

function countRange(min: number, max: number): string {
  if (min === max) return `${sayNumber(min)} 個`;
  return min === 0 ? `${sayNumber(max)} 個まで` : `${sayNumber(min)}〜${sayNumber(max)} 個`;
}

function countEntries(min: number, max: number): string {
  if (min === max) return `${sayNumber(min)} 件`;
  return min === 0 ? `${sayNumber(max)} 件まで` : `${sayNumber(min)}〜${sayNumber(max)} 件`;
}

function rangeWords({ min, max, above, below }: Bounds): string {
  const upper = [max === undefined ? "" : `${max} 以下`, below === undefined ? "" : `${below} 未満`];
  const words = [
    min === undefined ? "" : `${min} 以上`,
    above === undefined ? "" : `${above} より大きく`,
    ...upper,
  ].filter((word) => word !== "");
  if (words.length === 0) return "";
  const whole = words.join("、");
  return whole.endsWith("大きく") ? whole.replace(/大きく$/u, "大きい") : `${whole}の`;
}

function lengthWords({ min, max }: Bounds): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return `${min} 文字以上の`;
  return min === undefined ? `${max} 文字以内の` : `${min}〜${max} 文字の`;
}
