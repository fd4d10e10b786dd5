import type { Bounds } from "../../questions/question-plan.ts";
import type { QuestionWording } from "../../questions/wording.ts";
import { form as english } from "../en/form.ts";
import { plural, sayNumber } from "./say.ts";

const SIGNS = { one: "символ", few: "символи", many: "символів" } as const;
const ENTRIES = { one: "запис", few: "записи", many: "записів" } as const;

/** What the steps of a form say. English words are understood, too. */
export const form: QuestionWording = {
  answer: () => "Відповідь",
  entry: ({ list, number }) => (list === "" ? `Запис ${number}` : `${list} ${number}`),
  path: ({ titles }) => titles.join(" › "),
  withDetail: ({ title, detail }) => `${title} (${detail})`,
  emptyText: () => "(порожній текст)",
  nothing: () => "Немає",
  yes: () => "Так",
  no: () => "Ні",

  progress: ({ position, of }) => `${position} з ${of}`,
  optional: () => "необов’язково",
  notes: ({ notes }) => ` (${notes.join(", ")})`,
  current: () => "Зараз",
  byDefault: () => "Типово",
  namedValue: ({ name }) => `${name}: `,
  expectChoice: ({ count }) => `Виберіть один варіант із ${sayNumber(count)} або напишіть його.`,
  expectChoices: ({ min, max, marked }) =>
    `Позначте варіанти (${countRange(min, max)}), потім натисніть «Готово». Уже позначено: ${sayNumber(marked)}.`,
  expectSelection: ({ min, max, marked }) => {
    const done =
      marked === undefined
        ? ""
        : marked === 0
          ? " «Готово» означає, що не вибрано нічого."
          : " «Готово» приймає те, що там уже вибрано.";
    return `Виберіть варіанти зі списку (${countRange(min, max)}); вибране приймається одразу.${done}`;
  },
  selectPlaceholder: ({ min, max }) =>
    max === 1 ? "Виберіть один варіант" : `Виберіть варіанти (${countRange(min, max)})`,
  expectNumber: ({ whole, range }) => `Напишіть ${whole ? "ціле число" : "число"}${rangeWords(range)}.`,
  expectText: ({ format, pattern, length }) => {
    const kind = format === undefined ? "" : ` у форматі «${format}»`;
    const match = pattern === undefined ? "" : `, що відповідає ${pattern}`;
    return `Напишіть текст${kind}${lengthWords(length)}${match}.`;
  },
  expectTime: ({ kind }) => `Напишіть ${TIME_NAMES[kind]}, наприклад ${TIME_EXAMPLES[kind]}.`,
  expectJson: () => "Дайте відповідь у JSON за цією схемою або надішліть її файлом .json:",
  expectAnyJson: () => "Дайте відповідь у JSON або надішліть її файлом .json. Текст — у лапках.",
  expectWhole: () => "Дайте всю відповідь у JSON за цією схемою або надішліть її файлом .json:",
  expectGroup: () => "Хочете це заповнити?",
  expectEntries: ({ count, min, max, typed }) => {
    const next = typed ? "Пишіть по одному запису" : "Додавайте по одному запису";
    return `${next}, потім натисніть «Готово». Уже записів: ${sayNumber(count)}; дозволено: ${countRange(min, max)}.`;
  },
  summaryTitle: () => "Ваша відповідь",
  summaryHint: () => "Нічого не буде надіслано, доки ви не натиснете «Надіслати».",
  placeholder: ({ kind }) => PLACEHOLDERS[kind],
  shownRange: ({ first, last, of }) => `${first}–${last} з ${of}`,
  described: ({ label, description }) => `${label}: ${description}`,
  replyHere: ({ name }) => `Дайте відповідь на це повідомлення: ${name}`,
  wholeInFile: ({ file }) => `Це задовге для одного повідомлення. Повний текст — у ${file}.`,
  optionNumber: ({ number, label }) => `${number}. ${label}`,

  left: () => "пропущено",
  filledIn: () => "заповнено",
  entries: ({ count }) => `${sayNumber(count)} ${plural(count, ENTRIES)}`,
  notAnswered: () => "відповіді ще немає",
  choices: ({ labels }) => (labels.length === 0 ? "нічого з переліку" : labels.join(", ")),
  echo: ({ name, value }) => `${name}: ${value}`,

  marked: ({ label }) => `✓ ${label}`,
  done: () => "Готово",
  skip: () => "Пропустити",
  none: () => "Немає",
  useDefault: ({ value }) => `Узяти типове: ${value}`,
  useThisDefault: () => "Узяти типове",
  useAllDefaults: () => "Узяти всі типові",
  keep: () => "Залишити",
  back: () => "Назад",
  fillIn: () => "Заповнити",
  add: () => "Додати ще",
  removeLast: () => "Вилучити останній",
  removeEntry: () => "Вилучити цей запис",
  asJson: () => "Відповісти в JSON",
  asForm: () => "Відповісти по полях",
  submit: () => "Надіслати",
  edit: ({ name }) => `Змінити: ${name}`,
  previousPage: () => "‹ Назад",
  nextPage: () => "Далі ›",

  problem: ({ name, problem }) => `${name}: ${problem}`,
  staleButton: () => "Ця кнопка належить до попереднього кроку запитання; скористайтеся останнім повідомленням.",
  staleReply: () => "Ця відповідь стосується попереднього кроку запитання; дайте відповідь на останнє повідомлення.",
  staleChoice: () => "Цей вибір належить до попереднього кроку запитання; скористайтеся останнім повідомленням.",
  useButtons: () => "скористайтеся кнопками цього кроку.",
  needed: () => "тут потрібна відповідь.",
  tooBig: ({ maxKib }) => `відповідь задовга; обмеження — ${sayNumber(maxKib)} КіБ.`,
  formTooBig: ({ maxKib }) => `усі відповіді разом задовгі; обмеження — ${sayNumber(maxKib)} КіБ.`,
  tooManyFields: () => "записів забагато, щоб продовжувати по одному; надішліть усю відповідь у JSON.",
  tooDeep: () => "цей JSON має забагато рівнів вкладення.",
  notJson: ({ detail, typed }) =>
    `це не JSON (${detail}).${typed === "" ? "" : ` Щоб відповісти саме цим текстом, напишіть ${typed}`}`,
  notBoolean: () => "дайте відповідь «так» або «ні».",
  notNumber: () => "це не число. Напишіть його так: 1500, -3 або 1,5.",
  notWhole: () => "це має бути ціле число.",
  ambiguousNumber: ({ meanings: [whole, decimal] }) =>
    `це може бути тисяча або десятковий дріб. Напишіть ${whole} або ${decimal} — те, що ви мали на увазі.`,
  tooPrecise: () =>
    "у цьому числі більше цифр, ніж можна точно зберегти. Напишіть його повністю або з меншою кількістю цифр.",
  tooLarge: () => "це число завелике.",
  notTime: ({ kind }) => `це не ${TIME_NOUNS[kind]}. Напишіть так: ${TIME_EXAMPLES[kind]}.`,
  ambiguousDate: ({ meanings: [monthFirst, dayFirst] }) =>
    `тут можна сплутати день і місяць. Напишіть ${monthFirst} або ${dayFirst} — те, що ви мали на увазі.`,
  noSuchDay: () => "такого дня немає.",
  noSuchTime: () => "такого часу немає.",
  needsOffset: ({ kind }) => `бракує часового поясу. Додайте Z для UTC або зсув, наприклад ${TIME_EXAMPLES[kind]}.`,
  notAnOption: ({ typed, near }) =>
    `${typed === "" ? "цього" : `«${typed}»`} немає серед варіантів.${near.length === 0 ? "" : ` Схоже: ${near.join("; ")}.`}`,
  severalOptions: ({ labels }) => `це може бути кілька варіантів: ${labels.join("; ")}. Натисніть потрібний.`,
  tooFewChosen: ({ min }) => `виберіть щонайменше ${sayNumber(min)}.`,
  tooManyChosen: ({ max }) => `виберіть щонайбільше ${sayNumber(max)}.`,
  tooFewEntries: ({ min }) => `потрібно щонайменше ${sayNumber(min)} ${plural(min, ENTRIES)}.`,
  tooManyEntries: ({ max }) => `дозволено щонайбільше ${sayNumber(max)} ${plural(max, ENTRIES)}.`,
  missingMember: ({ name }) => `бракує ${name}.`,
  unknownMember: ({ name }) => `${name} тут невідоме; приберіть його.`,
  wrongType: ({ types }) => `тут потрібно: ${types.map((type) => TYPES[type]).join(" або ")}.`,
  notAllowed: () => "це не одне з дозволених значень.",
  outOfBounds: ({ comparison, limit }) => `значення має бути ${COMPARISONS[comparison]} ${limit}.`,
  notMultiple: ({ of }) => `значення має бути кратним ${of}.`,
  wrongSize: ({ of, comparison, limit }) =>
    `потрібно ${SIZE_COMPARISONS[comparison]} ${sayNumber(limit)} ${plural(limit, SIZES[of])}.`,
  noPattern: ({ pattern }) => `значення має відповідати ${pattern}.`,
  noFormat: ({ format }) => `значення має бути у форматі «${format}».`,
  repeated: () => "записи не можуть повторюватися.",
  tooSlow: () => "перевірка триває задовго; скоротіть відповідь.",
  unchecked: () => "це не можна перевірити; приберіть поля з назвами toString або valueOf.",
  cannotBeChecked: ({ reason }) => `цю відповідь не можна перевірити за схемою (${reason}).`,
  noDefault: () => "типового значення, яке тут підійшло б, немає.",
  moreProblems: ({ count }) =>
    `І ще ${sayNumber(count)} ${plural(count, { one: "зауваження", few: "зауваження", many: "зауважень" })}.`,

  yesWords: ["так", "т", ...english.yesWords],
  noWords: ["ні", "н", ...english.noWords],
  monthNames: [
    ["січень", "січня", "січ"],
    ["лютий", "лютого", "лют"],
    ["березень", "березня", "бер"],
    ["квітень", "квітня", "квіт", "кві"],
    ["травень", "травня", "трав", "тра"],
    ["червень", "червня", "черв", "чер"],
    ["липень", "липня", "лип"],
    ["серпень", "серпня", "серп", "сер"],
    ["вересень", "вересня", "вер"],
    ["жовтень", "жовтня", "жовт", "жов"],
    ["листопад", "листопада", "лист", "лис"],
    ["грудень", "грудня", "груд", "гру"],
  ].map((names, month) => [...names, ...(english.monthNames[month] ?? [])]),
};

const TYPES = {
  string: "текст",
  number: "число",
  integer: "ціле число",
  boolean: "true чи false",
  array: "список",
  object: "об’єкт",
  null: "null",
} as const;
const COMPARISONS = {
  at_least: "не менше ніж",
  at_most: "не більше ніж",
  more_than: "більше ніж",
  less_than: "менше ніж",
} as const;
const SIZE_COMPARISONS = { at_least: "щонайменше", at_most: "щонайбільше" } as const;
const SIZES = {
  text: SIGNS,
  list: ENTRIES,
  object: { one: "поле", few: "поля", many: "полів" },
} as const;
const PLACEHOLDERS = {
  text: "Текст",
  number: "Число",
  integer: "Ціле число",
  date: "2026-12-01",
  time: "14:30+02:00",
  "date-time": "2026-12-01 14:30+02:00",
  json: "JSON",
} as const;
const TIME_NAMES = { date: "дату", time: "час", "date-time": "дату й час" } as const;
const TIME_NOUNS = { date: "дата", time: "час", "date-time": "дата й час" } as const;
const TIME_EXAMPLES = { date: "2026-12-01", time: "14:30+02:00", "date-time": "2026-12-01 14:30+02:00" } as const;

function countRange(min: number, max: number): string {
  if (min === max) return `рівно ${sayNumber(min)}`;
  return min === 0 ? `до ${sayNumber(max)}` : `від ${sayNumber(min)} до ${sayNumber(max)}`;
}

function rangeWords({ min, max, above, below }: Bounds): string {
  const words = [
    min === undefined ? "" : `не менше ніж ${min}`,
    above === undefined ? "" : `більше ніж ${above}`,
    max === undefined ? "" : `не більше ніж ${max}`,
    below === undefined ? "" : `менше ніж ${below}`,
  ].filter((word) => word !== "");
  return words.length === 0 ? "" : `, ${words.join(" і ")}`;
}

function lengthWords({ min, max }: Bounds): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return ` завдовжки щонайменше ${min} ${plural(Number(min), SIGNS)}`;
  if (min === undefined) return ` завдовжки щонайбільше ${max} ${plural(Number(max), SIGNS)}`;
  return ` завдовжки від ${min} до ${max} ${plural(Number(max), { one: "символу", few: "символів", many: "символів" })}`;
}
