import type { cards as english } from "../en/cards.ts";
import { plural, sayDuration, sayList, sayNumber } from "./say.ts";

const countLines = (lines: number): string =>
  `${sayNumber(lines)} ${plural(lines, { one: "рядок", few: "рядки", many: "рядків" })}`;

const countRuns = (runs: number): string =>
  `${sayNumber(runs)} ${plural(runs, { one: "запуск", few: "запуски", many: "запусків" })}`;

/** The sentences of cards. */
export const cards: typeof english = {
  queued: (ahead) => `🕒 У черзі: попереду в цій розмові ${countRuns(ahead)}`,
  started: () => "▶️ Запущено",
  starting: () => "▶️ Запускається",
  running: () => "▶️ Виконується",
  waitingForApproval: () => "⏳ Очікує схвалення",
  waitingForAnswer: () => "❓ Очікує відповіді",
  recorded: () => "☑️ Схвалено; запускається",
  approvedQueued: (ahead) => `☑️ Схвалено; у черзі, попереду в цій розмові ${countRuns(ahead)}`,
  approvedRunning: () => "▶️ Схвалено; виконується",
  passed: () => "✅ Схвалено",
  answered: () => "✅ Відповідь отримано",
  finished: (ms, failed) =>
    failed === 0
      ? `✅ Завершено за ${sayDuration(ms)}`
      : `⚠️ Завершено за ${sayDuration(ms)}, але з помилками (${sayNumber(failed)} ${plural(failed, { one: "крок", few: "кроки", many: "кроків" })})`,
  ended: {
    failed: "❌ Помилка",
    denied: "⛔ Відхилено",
    expired: "⌛ Термін минув",
    cancelled: "🚫 Скасовано",
    interrupted: "⚠️ Перервано",
  },

  run: (workflow, runId) => [{ kind: "bold", text: workflow }, " · запуск ", { kind: "code", text: runId }],
  startedBy: (name) => (name === undefined ? "хто запустив, бот не знає" : `хто запустив: ${name}`),
  withArguments: () => "З аргументами:",
  approvedBy: (names) => `Схвалено: ${sayList(names)}`,
  decided: {
    approve: "Схвалено",
    deny: "Відхилено",
    answer: "Відповідь надано",
    cancel: "Скасовано",
    expire: "Термін минув",
  },
  decidedBy: (done, name) => (name === undefined ? done : `${done}: ${name}`),
  decidedAt: (who, time) => [`${who}, `, time],
  asOperator: () => " як оператор, з командного рядка",
  reason: (reason) => [{ kind: "italic", text: "Причина: " }, reason],
  wentOn: (step) => ["Запуск перейшов до кроку ", { kind: "code", text: step }, "."],
  superseded: () => "Цю картку перенесено: новіша є нижче.",
  followCard: () => "Подробиці — на картці нижче.",

  policy: (parts) => parts.join("; "),
  mayApprove: (name) => (name === undefined ? "Схвалити може будь-хто із зареєстрованих" : `Схвалити має ${name}`),
  notTheStarter: (name) => `не ${name}: саме ця людина запустила`,
  notTheInitiator: (name) => `не ${name}: саме цю людину вказано ініціатором`,
  nobodyMayApprove: () => "ніхто не може схвалити, бо невідомо, хто запустив",
  stepOf: (step, of) => `Крок ${step} з ${of}`,
  approvalId: (id) => ["ID схвалення ", { kind: "code", text: id }],
  digest: (digest) => ["Відбиток ", { kind: "code", text: digest }],
  expires: (time) => ["Діє до ", time],
  neverExpires: () => "Без обмеження в часі",
  openDetailsFirst: (name) => `Тут усе не вміщується, повний вміст — у ${name}. Відкрийте «Деталі», перш ніж схвалити.`,
  redacted: (values) =>
    `Приховано ${sayNumber(values)} ${plural(values, { one: "значення: його", few: "значення: їх", many: "значень: їх" })} ніде не показано`,
  moreLines: (lines) => `… ще ${countLines(lines)} тут не показано`,
  restInFile: (lines, name) => `… ще ${countLines(lines)} у ${name}`,

  stepsDone: (count) =>
    `… раніше виконано ${sayNumber(count)} ${plural(count, { one: "крок", few: "кроки", many: "кроків" })}`,
  stepsToCome: (count) => `… і ще ${sayNumber(count)} попереду`,
  output: () => "Результат:",
  outputInFile: (name) => `Результат — у ${name}.`,
  noOutput: () => "Результату немає",
  failedStep: (step, exitCode) => [
    ...(step === undefined
      ? ["Помилка сталася ще до першого кроку"]
      : ["Помилка на кроці ", { kind: "code", text: step } as const]),
    ...(exitCode === undefined ? [] : [`, код завершення ${exitCode}`]),
  ],
  failedOnTheWay: (steps, more) =>
    `Невдалі кроки: ${sayList(more === 0 ? steps : [...steps, `ще ${sayNumber(more)}`])}`,
  interruptedStep: (step) =>
    step === undefined
      ? ["Запуск перервано; жоден крок не виконувався."]
      : ["Запуск перервано на кроці ", { kind: "code", text: step }, ". Невідомо, чи цей крок спрацював."],
  lastErrorLines: () => "Останні рядки виводу помилок:",
  errorLinesInFile: (name) => `Останні рядки виводу помилок — у ${name}.`,
  warnings: () => "Попередження:",

  approve: () => "Схвалити",
  deny: () => "Відхилити",
  details: () => "Деталі",
  withdraw: () => "Відкликати",
  denyNow: () => "Відхилити",
  denyWithReason: () => "Відхилити з причиною",
  back: () => "Назад",
  cancelRun: () => "Скасувати запуск",
  keepRunning: () => "Залишити",
  showCard: (runId) => `Показати ${runId}`,

  detailsTitle: (workflow, runId) => [
    "Деталі: ",
    { kind: "bold", text: workflow },
    " · запуск ",
    { kind: "code", text: runId },
  ],
  fullDigest: (digest) => ["Повний відбиток ", { kind: "code", text: digest }],
  stepsAfter: () => "Що виконається після цього:",
  nothingAfter: () => "Після цього нічого не виконується.",
  wholeContent: (name) => `Повний вміст — у ${name}.`,
};
