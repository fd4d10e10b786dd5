import type { Bounds } from "../../questions/question-plan.ts";
import type { QuestionWording } from "../../questions/wording.ts";
import { form as english } from "../en/form.ts";
import { sayNumber } from "./say.ts";

/** What the steps of a form say. English words are understood, too. */
export const form: QuestionWording = {
  answer: () => "답변",
  entry: ({ list, number }) => (list === "" ? `항목 ${number}` : `${list} ${number}`),
  path: ({ titles }) => titles.join(" › "),
  withDetail: ({ title, detail }) => `${title} (${detail})`,
  emptyText: () => "(빈 텍스트)",
  nothing: () => "없음",
  yes: () => "예",
  no: () => "아니요",

  progress: ({ position, of }) => `${position}/${of}`,
  optional: () => "선택 사항",
  notes: ({ notes }) => ` (${notes.join(", ")})`,
  current: () => "현재",
  byDefault: () => "기본값",
  namedValue: ({ name }) => `${name}: `,
  expectChoice: ({ count }) => `${sayNumber(count)}개 중 하나를 선택하거나 직접 입력해 주세요.`,
  expectChoices: ({ min, max, marked }) =>
    `${countRange(min, max)} 선택한 뒤 ‘완료’를 눌러 주세요. 지금까지 선택: ${sayNumber(marked)}개.`,
  expectSelection: ({ min, max, marked }) => {
    const done =
      marked === undefined
        ? ""
        : marked === 0
          ? " ‘완료’를 누르면 아무것도 선택하지 않은 답변이 됩니다."
          : " ‘완료’를 누르면 지금 선택된 항목이 그대로 접수됩니다.";
    return `목록에서 ${countRange(min, max)} 선택해 주세요. 선택하면 바로 답변으로 접수됩니다.${done}`;
  },
  selectPlaceholder: ({ min, max }) => (max === 1 ? "하나를 선택" : `${countRange(min, max)} 선택`),
  expectNumber: ({ whole, range }) => `${rangeWords(range)}${whole ? "정수를" : "숫자를"} 입력해 주세요.`,
  expectText: ({ format, pattern, length }) => {
    const kind = format === undefined ? "" : `‘${format}’ 형식의 `;
    const match = pattern === undefined ? "" : `${pattern} 패턴에 맞는 `;
    return `${lengthWords(length)}${match}${kind}텍스트를 입력해 주세요.`;
  },
  expectTime: ({ kind }) => `${TIME_NAMES[kind]} 입력해 주세요 (예: ${TIME_EXAMPLES[kind]}).`,
  expectJson: () => "이 스키마에 맞는 JSON으로 답장하거나 .json 파일로 보내 주세요:",
  expectAnyJson: () => "JSON으로 답장하거나 .json 파일로 보내 주세요. 텍스트에는 따옴표가 필요합니다.",
  expectWhole: () => "답변 전체를 이 스키마에 맞는 JSON으로 답장하거나 .json 파일로 보내 주세요:",
  expectGroup: () => "이 항목을 입력하시겠어요?",
  expectEntries: ({ count, min, max, typed }) => {
    const next = typed ? "한 번에 하나씩 입력한" : "한 번에 하나씩 추가한";
    return `${next} 뒤 ‘완료’를 눌러 주세요. 지금까지 ${sayNumber(count)}개, 허용: ${countRange(min, max)}.`;
  },
  summaryTitle: () => "내 답변",
  summaryHint: () => "‘제출’을 누르기 전에는 아무것도 보내지 않습니다.",
  placeholder: ({ kind }) => PLACEHOLDERS[kind],
  shownRange: ({ first, last, of }) => `${of}개 중 ${first}~${last}번째`,
  described: ({ label, description }) => `${label}: ${description}`,
  replyHere: ({ name }) => `이 메시지에 답장해 주세요: ${name}`,
  wholeInFile: ({ file }) => `메시지 하나에 담기에는 너무 깁니다. 전체 내용은 ${file}에 있습니다.`,
  optionNumber: ({ number, label }) => `${number}. ${label}`,

  left: () => "건너뜀",
  filledIn: () => "입력함",
  entries: ({ count }) => `${sayNumber(count)}개`,
  notAnswered: () => "아직 답하지 않음",
  choices: ({ labels }) => (labels.length === 0 ? "선택 없음" : labels.join(", ")),
  echo: ({ name, value }) => `${name}: ${value}`,

  marked: ({ label }) => `✓ ${label}`,
  done: () => "완료",
  skip: () => "건너뛰기",
  none: () => "없음",
  useDefault: ({ value }) => `기본값 사용: ${value}`,
  useThisDefault: () => "기본값 사용",
  useAllDefaults: () => "모두 기본값 사용",
  keep: () => "그대로 두기",
  back: () => "뒤로",
  fillIn: () => "입력하기",
  add: () => "추가",
  removeLast: () => "마지막 항목 삭제",
  removeEntry: () => "이 항목 삭제",
  asJson: () => "JSON으로 답변",
  asForm: () => "항목별로 답변",
  submit: () => "제출",
  edit: ({ name }) => `수정: ${name}`,
  previousPage: () => "‹ 이전",
  nextPage: () => "다음 ›",

  problem: ({ name, problem }) => `${name}: ${problem}`,
  staleButton: () => "이 질문의 이전 단계에 있던 버튼입니다. 최신 메시지를 사용해 주세요.",
  staleReply: () => "이 질문의 이전 단계에 대한 답장입니다. 최신 메시지에 답해 주세요.",
  staleChoice: () => "이 질문의 이전 단계에 대한 선택입니다. 최신 메시지를 사용해 주세요.",
  useButtons: () => "이 단계에서는 버튼을 사용해 주세요.",
  needed: () => "답변이 필요합니다.",
  tooBig: ({ maxKib }) => `답변이 너무 깁니다. 한도는 ${sayNumber(maxKib)}KiB입니다.`,
  formTooBig: ({ maxKib }) => `전체 답변이 너무 깁니다. 한도는 ${sayNumber(maxKib)}KiB입니다.`,
  tooManyFields: () => "항목이 너무 많아 하나씩 진행할 수 없습니다. 답변 전체를 JSON으로 보내 주세요.",
  tooDeep: () => "JSON의 중첩이 너무 깊습니다.",
  notJson: ({ detail, typed }) =>
    `JSON이 아닙니다 (${detail}).${typed === "" ? "" : ` 이 텍스트 자체로 답하려면 이렇게 입력해 주세요: ${typed}`}`,
  notBoolean: () => "‘예’ 또는 ‘아니요’로 답해 주세요.",
  notNumber: () => "숫자가 아닙니다. 1500, -3, 1.5처럼 입력해 주세요.",
  notWhole: () => "정수여야 합니다.",
  ambiguousNumber: ({ meanings: [whole, decimal] }) =>
    `천 단위 구분인지 소수점인지 알 수 없습니다. ${whole} 또는 ${decimal} 중 맞는 것을 입력해 주세요.`,
  tooPrecise: () => "정확히 저장할 수 있는 자릿수를 넘습니다. 풀어서 쓰거나 자릿수를 줄여 주세요.",
  tooLarge: () => "숫자가 너무 큽니다.",
  notTime: ({ kind }) => `${TIME_NOUNS[kind]} 아닙니다. ${TIME_EXAMPLES[kind]}처럼 입력해 주세요.`,
  ambiguousDate: ({ meanings: [monthFirst, dayFirst] }) =>
    `월과 일을 구분할 수 없습니다. ${monthFirst} 또는 ${dayFirst} 중 맞는 것을 입력해 주세요.`,
  noSuchDay: () => "없는 날짜입니다.",
  noSuchTime: () => "없는 시각입니다.",
  needsOffset: ({ kind }) => `시간대가 없습니다. UTC이면 Z를, 아니면 ${TIME_EXAMPLES[kind]}처럼 시차를 붙여 주세요.`,
  notAnOption: ({ typed, near }) =>
    `${typed === "" ? "선택지에 없습니다." : `‘${typed}’: 선택지에 없습니다.`}${near.length === 0 ? "" : ` 비슷한 항목: ${near.join(", ")}.`}`,
  severalOptions: ({ labels }) => `여러 선택지에 해당합니다: ${labels.join(", ")}. 원하는 것을 눌러 주세요.`,
  tooFewChosen: ({ min }) => `${sayNumber(min)}개 이상 선택해 주세요.`,
  tooManyChosen: ({ max }) => `${sayNumber(max)}개까지만 선택할 수 있습니다.`,
  tooFewEntries: ({ min }) => `${sayNumber(min)}개 이상 필요합니다.`,
  tooManyEntries: ({ max }) => `${sayNumber(max)}개까지만 입력할 수 있습니다.`,
  missingMember: ({ name }) => `빠졌습니다: ${name}.`,
  unknownMember: ({ name }) => `여기서 사용할 수 없는 항목입니다: ${name}. 빼 주세요.`,
  wrongType: ({ types }) => `필요한 형식: ${types.map((type) => TYPES[type]).join(" 또는 ")}.`,
  notAllowed: () => "허용된 값이 아닙니다.",
  outOfBounds: ({ comparison, limit }) => `${limit} ${COMPARISONS[comparison]} 값이어야 합니다.`,
  notMultiple: ({ of }) => `${of}의 배수여야 합니다.`,
  wrongSize: ({ of, comparison, limit }) => `${sayNumber(limit)}${SIZES[of]} ${SIZE_COMPARISONS[comparison]} 합니다.`,
  noPattern: ({ pattern }) => `${pattern} 패턴에 맞아야 합니다.`,
  noFormat: ({ format }) => `‘${format}’ 형식이어야 합니다.`,
  repeated: () => "같은 항목을 두 번 넣을 수 없습니다.",
  tooSlow: () => "확인하는 데 너무 오래 걸립니다. 답변을 줄여 주세요.",
  unchecked: () => "확인할 수 없습니다. 이름이 toString이나 valueOf인 항목을 빼 주세요.",
  cannotBeChecked: ({ reason }) => `이 답변을 스키마로 확인할 수 없습니다 (${reason}).`,
  noDefault: () => "여기에 쓸 수 있는 기본값이 없습니다.",
  moreProblems: ({ count }) => `그 밖에 문제가 ${sayNumber(count)}개 더 있습니다.`,

  yesWords: ["예", "네", "응", ...english.yesWords],
  noWords: ["아니요", "아니오", "아뇨", ...english.noWords],
  monthNames: english.monthNames,
};

const TYPES = {
  string: "텍스트",
  number: "숫자",
  integer: "정수",
  boolean: "true/false",
  array: "목록",
  object: "객체",
  null: "null",
} as const;
const COMPARISONS = {
  at_least: "이상의",
  at_most: "이하의",
  more_than: "초과의",
  less_than: "미만의",
} as const;
const SIZE_COMPARISONS = { at_least: "이상이어야", at_most: "이하여야" } as const;
const SIZES = { text: "자", list: "개", object: "개 항목" } as const;
const PLACEHOLDERS = {
  text: "텍스트",
  number: "숫자",
  integer: "정수",
  date: "2026-12-01",
  time: "14:30+09:00",
  "date-time": "2026-12-01 14:30+09:00",
  json: "JSON",
} as const;
const TIME_NAMES = { date: "날짜를", time: "시각을", "date-time": "날짜와 시각을" } as const;
const TIME_NOUNS = { date: "날짜가", time: "시각이", "date-time": "날짜와 시각이" } as const;
const TIME_EXAMPLES = { date: "2026-12-01", time: "14:30+09:00", "date-time": "2026-12-01 14:30+09:00" } as const;

function countRange(min: number, max: number): string {
  if (min === max) return `${sayNumber(min)}개`;
  return min === 0 ? `${sayNumber(max)}개까지` : `${sayNumber(min)}~${sayNumber(max)}개`;
}

function rangeWords({ min, max, above, below }: Bounds): string {
  const words = [
    min === undefined ? "" : `${min} 이상`,
    above === undefined ? "" : `${above} 초과`,
    max === undefined ? "" : `${max} 이하`,
    below === undefined ? "" : `${below} 미만`,
  ].filter((word) => word !== "");
  return words.length === 0 ? "" : `${words.join(" ")}의 `;
}

function lengthWords({ min, max }: Bounds): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return `${min}자 이상의 `;
  return min === undefined ? `${max}자 이하의 ` : `${min}~${max}자의 `;
}
