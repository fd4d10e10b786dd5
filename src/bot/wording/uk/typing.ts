import type { typing as english } from "../en/typing.ts";

/** What is wrong with a command that somebody typed. */
export const typing: typeof english = {
  openQuote: (quote) =>
    `Лапку (${quote}) не закрито. Закрийте її; якщо ${quote} є частиною значення, потрібно ${quote === '"' ? `писати \\" або взяти значення в '…'` : `взяти значення в "…"`}.`,
  workflowFirst: () => "Спершу йде сценарій: /run <сценарій> name=value. Список сценаріїв: /workflows.",
  noName: (text) => `Перед ${text} немає імені. Напишіть name=value.`,
  givenTwice: (name) => `${name} указано двічі. Укажіть один раз.`,
  noAssignment: (text, hasCurlyQuotes) =>
    `${text} не має вигляду name=value. Значення з пробілами беріть у лапки: name="a b".${hasCurlyQuotes ? " Потрібні прямі лапки; фігурні стають частиною значення." : ""}`,
  notAWorkflowName: () =>
    "Сценарій називається як його файл, без теки й розширення: лише літери, цифри та . _ -. Список: /workflows.",
  noSuchWorkflow: (name, nearest) =>
    `Сценарію ${name} немає. ${nearest === undefined ? "Список: /workflows." : `Можливо, ви мали на увазі ${nearest}?`}`,
  noSuchArgument: (name, known, nearest) => {
    if (known.length === 0) return `Аргументу ${name} немає. Цей сценарій не має аргументів.`;
    const hint = nearest === undefined ? "" : ` Можливо, ви мали на увазі ${nearest}?`;
    return `Аргументу ${name} немає.${hint} Відомі: ${known.join(", ")}.`;
  },
  wrongType: {
    string: (name) => `${name} має бути текстом`,
    number: (name) => `${name} має бути числом`,
    integer: (name) => `${name} має бути цілим числом`,
    boolean: (name) => `${name} має бути true або false`,
    array: (name) => `${name} має бути списком, наприклад ["a", "b"]`,
    object: (name) => `${name} має бути об’єктом, наприклад {"a": 1}`,
  },
  noChoice: (name, choices, isCut) => `${name} має бути одним із: ${choices.join(", ")}${isCut ? ", …" : ""}`,
  noMatch: (name, pattern) => `${name} має відповідати ${pattern}`,
  notChecked: (name, pattern) => `${name} не вдається вчасно перевірити за ${pattern}; скоротіть значення`,
};
