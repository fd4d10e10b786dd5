import type { Span } from "../../text/rich-text.ts";
import type { recovery as english } from "../en/recovery.ts";

const code = (text: string): Span => ({ kind: "code", text });

/** What is said about a run whose process died in a step, in Ukrainian. */
export const recovery: typeof english = {
  retried: () => "🔁 Запитано повтор",
  abandoned: () => "⏹️ Припинено",
  processGone: () => "Процесу, який його виконував, більше немає.",
  machineGone: (host) => [
    "Він виконувався на машині ",
    code(host),
    ", доки її не перезапустили або запуск не перенесли. Останні записи могли зникнути.",
  ],
  finished: (steps) => ["Завершено: ", code(steps)],
  nothingFinished: () => "Жоден крок не завершився.",
  unknown: (step) => ["Невідомо, чи крок ", code(step), " спрацював."],
  unknownPlace: () => "Невідомо, докуди він дійшов.",
  rerunStep: (step) => ["Повтор виконає ", code(step), " ще раз."],
  rerunBranches: (step, branches) => ["Повтор знову виконає всі гілки кроку ", code(step), ": ", code(branches)],
  rerunLoop: (step) => ["Повтор знову виконає ", code(step), " для кожного елемента, від першого."],
  rerunStart: () => "Повтор виконає його від самого початку.",
  rerunBehind: (gate) => ["Повтор знову виконає все після ", code(gate), "."],
  asksAgain: (gate) => ["Перед цим знову буде запитано схвалення ", code(gate), "."],
  stillRuns: (processes) =>
    `Він досі виконується (процес ${processes}). Повторити можна, коли це завершиться; кнопка «Припинити» зупинить його.`,
  mayStillRun: (processes) =>
    `Щось із цього запуску досі виконується (процес ${processes}). Можливо, його залишив попередній крок, тому звідси його не зупиняють. Повторити або припинити запуск можна, коли це завершиться.`,
  elsewhere: (host) => [
    "Чи він досі виконується на ",
    code(host),
    ", звідси не видно. Перевірте там, перш ніж повторювати.",
  ],
  decidedBy: (done, name, time) => (name === undefined ? [`${done}, `, time] : [`${done}: ${name}, `, time]),
  retry: () => "Повторити цей крок",
  abandon: () => "Припинити",
  inStep: (step) => `перервано на кроці ${step}`,
  somewhere: () => "перервано",

  askedAgain: (step) => [
    { kind: "bold", text: "Повторний запит: " },
    "запуск перервався на кроці ",
    code(step),
    ", і невідомо, чи він спрацював. Схвалити — означає дозволити виконати його ще раз.",
  ],
  askedAgainSomewhere: () =>
    "Повторний запит: запуск перервався після цього шлюзу, і невідомо, що саме виконалося. Схвалити — означає дозволити виконати це ще раз.",

  runsAgain: () => "Виконується знову.",
  isAsked: () => "Схвалення запитано знову, на окремій картці.",
  isAbandoned: () => "Припинено. Запуск закінчено.",
  mayNot: (workflow) => ["Вирішувати можуть лише ті, хто може запускати ", code(workflow), "."],
  alreadyRetried: (name, time) =>
    name === undefined ? ["Повтор уже запитано, ", time, "."] : [`Повтор уже запитано: ${name}, `, time, "."],
  alreadyAbandoned: (name, time) =>
    name === undefined ? ["Запуск уже припинено, ", time, "."] : [`Запуск уже припинено: ${name}, `, time, "."],
  refusedRunning: (processes) =>
    `Нічого не зроблено: він досі виконується (процес ${processes}). Зачекайте, доки це завершиться, або натисніть «Припинити».`,
  notEnded: (processes) =>
    `Нічого не вирішено: процес ${processes} не вдалося завершити. Завершіть його на машині й знову натисніть «Припинити».`,
  notInterrupted: () => "Цей запуск уже не перерваний. Погляньте на його найновішу картку.",
};
