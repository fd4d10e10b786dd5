import type { terminal as english } from "../en/terminal.ts";
import { plural, sayList, sayNumber } from "./say.ts";

/** What the terminal chat says itself. */
export const terminal: typeof english = {
  greeting: (workflow) =>
    workflow === undefined ? "Lobster на зв’язку. Напишіть /help." : `Lobster на зв’язку. Спробуйте: /run ${workflow}`,
  howTo: (people) =>
    people.length < 2
      ? "Щоб натиснути кнопку, введіть її номер."
      : `Щоб натиснути кнопку, введіть її номер; щоб говорити від імені іншої людини, напишіть /as <людина>: ${sayList(people)}.`,
  youAre: (name, id) => (name === id ? `Ви говорите як ${id}.` : `Ви говорите як ${name} (${id}).`),
  asUsage: (people) => `Напишіть /as <людина>: ${sayList(people)}.`,
  answerHere: () => "(Введіть відповідь, навіть якщо це число. #7 натискає кнопку 7.)",
  noSuchButton: (number) => `Кнопки ${number} немає.`,
  fileNotSaved: (name) => `${name} не вдалося зберегти`,
  stopping: (count) =>
    `Ще ${plural(count, { one: "виконується", few: "виконуються", many: "виконуються" })} ${sayNumber(count)} ${plural(
      count,
      { one: "запуск; чекаємо на нього", few: "запуски; чекаємо на них", many: "запусків; чекаємо на них" },
    )}. Повторне Ctrl-C зупинить негайно.`,
};
