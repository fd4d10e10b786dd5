import type { questions as english } from "../en/questions.ts";
import { sayChoice } from "./say.ts";

/** What is said around a question. */
export const questions: typeof english = {
  answeredBy: (whom) =>
    whom.length === 0
      ? "Тут ніхто не може відповісти, бо невідомо, хто запустив. Скористайтеся lobster resume."
      : `Відповідає ${sayChoice(whom)}.`,
  argumentsFor: (name, workflow) => [`${name}, перш ніж запустити `, { kind: "bold", text: workflow }, ":"],
  openForm: () => "Відповісти",
  continueForm: () => "Продовжити",
  notTaken: () => "Це не прийнято:",
  accepted: () => "Відповідь прийнято. Запуск продовжується.",
  notYours: (whom) =>
    whom.length === 0
      ? "Тут ніхто не може на це відповісти."
      : `Це запитання не для вас. Має відповісти: ${sayChoice(whom)}.`,
  fileLost: {
    too_large: "Файл більший за 1 МіБ, тож його не прийнято. Надішліть менший.",
    not_text: "Файл не є текстом у UTF-8, тож його не прийнято. Надішліть відповідь як JSON або текст.",
    not_fetched: "Файл не вдалося отримати, тож його не прийнято. Надішліть ще раз.",
  },
  noLongerValid: () => "Це запитання вже не діє: після нього замовлено інший запуск.",
  notOpen: () => "Це запитання вже закрито.",
  askedBelow: () => "Дайте відповідь нижче.",
  usage: () => [
    "Напишіть ",
    { kind: "code", text: "/answer <запитання> <відповідь>" },
    "; ID запитання вказано в ньому.",
  ],
  typedAnswer: (id) => ["Або напишіть ", { kind: "code", text: `/answer ${id} <відповідь>` }],
  noQuestion: (id) => [
    "Відкритого запитання ",
    { kind: "code", text: id },
    " у цій розмові немає. Що тут чекає, покаже /pending.",
  ],
  nameQuestion: (id) => [
    "Зараз відкрите вже не перше запитання цього запуску. Якщо ви маєте на увазі саме його, напишіть ",
    { kind: "code", text: `/answer ${id} <відповідь>` },
    ".",
  ],
};
