import type { Span } from "../../text/rich-text.ts";
import type { runs as english } from "../en/runs.ts";
import { plural, sayList, sayNumber } from "./say.ts";

const run = (workflow: string, runId: string): readonly Span[] => [
  { kind: "bold", text: workflow },
  " · запуск ",
  { kind: "code", text: runId },
];

/** What the bot says on its own about runs. */
export const runs: typeof english = {
  outcomeForStarter: (name, workflow, runId, outcome) => [
    `${name}, ваш запуск `,
    ...run(workflow, runId),
    `: ${outcome}.`,
  ],
  outcomes: {
    finished: "завершено",
    failed: "сталася помилка",
    denied: "відхилено",
    expired: "термін минув",
    cancelled: "скасовано",
    interrupted: "перервано; невідомо, чи спрацював його останній крок",
  },
  reminder: (names, workflow, runId, time) => [
    names.length === 0 ? "" : `${sayList(names)}: `,
    ...run(workflow, runId),
    " досі чекає; діє до ",
    time,
    ".",
  ],
  undelivered: (workflow, runId, conversation) => [
    "Картку ",
    ...run(workflow, runId),
    " не вдалося опублікувати в ",
    { kind: "code", text: conversation },
    ". Шлюз лишається відкритим.",
  ],
  waitingNow: (count) => [
    `З минулого разу ${plural(count, { one: "чекає", few: "чекають", many: "чекають" })} ${sayNumber(count)} ${plural(count, { one: "шлюз", few: "шлюзи", many: "шлюзів" })}: `,
    { kind: "code", text: "/pending" },
    ".",
  ],
  waitingAtTheEnd: (count) =>
    `На рішення досі ${plural(count, { one: "чекає", few: "чекають", many: "чекають" })} ${sayNumber(count)} ${plural(
      count,
      {
        one: "запуск. Його збережено:",
        few: "запуски. Їх збережено:",
        many: "запусків. Їх збережено:",
      },
    )}`,
  openLater: () => [
    "Щоб побачити їх, знову запустіть чат і напишіть ",
    { kind: "code", text: "/pending" },
    " або скористайтеся ",
    { kind: "code", text: "lobster resume" },
    ".",
  ],
};
