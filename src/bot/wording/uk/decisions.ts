import type { decisions as english } from "../en/decisions.ts";
import { sayChoice, sayList, sayNumber } from "./say.ts";

const DONE = {
  approve: "схвалено",
  deny: "відхилено",
  answer: "надано відповідь",
  cancel: "скасовано",
  expire: "термін минув",
} as const;

const OWN = {
  approve: "схвалили",
  deny: "відхилили",
  answer: "відповіли",
  cancel: "скасували",
  expire: "закінчили",
} as const;

/** What a person is told after a press or a typed decision. */
export const decisions: typeof english = {
  approved: () => "Схвалено. Запуск продовжується.",
  approvedAndQueued: (ahead) =>
    ahead === 1
      ? "Схвалено. Запуск продовжиться, коли закінчиться той, що попереду."
      : `Схвалено. Запуск продовжиться, коли закінчиться один із ${sayNumber(ahead)} запусків попереду.`,
  denied: () => "Відхилено. Запуск закінчено.",
  voted: (remaining, dropped) =>
    `Ваше схвалення збережено; потрібно ще ${sayNumber(remaining)}.${dropped.length === 0 ? "" : ` Більше не можуть схвалювати: ${sayList(dropped)}.`}`,
  held: (until) => ["Схвалено. Схвалення можна відкликати до ", until, ", після чого запуск продовжиться."],
  withdrawn: () => "Ваше схвалення відкликано.",
  alreadyVoted: (remaining) => `Ви вже схвалили; потрібно ще ${sayNumber(remaining)}.`,
  alreadyHeld: (until) => ["Уже схвалено; пауза до ", until, "."],
  refused: (reasons) => `Не прийнято: ${reasons.join("; ")}.`,
  refusedPlainly: (message) => `Не прийнято: ${message}`,
  youStartedIt: () => "ви самі його запустили",
  youInitiatedIt: () => "вас указано як ініціатора",
  needsPerson: (name, id) => (name === id ? `потрібне рішення ${id}` : `потрібне рішення: ${name} (${id})`),
  needsOneOf: (whom) => `потрібне рішення: ${sayChoice(whom)}`,
  takesNoReason: () => "причину тут не додають",
  reasonTooLong: () => "причина задовга: щонайбільше 4000 символів",
  noVote: () => "вашого схвалення, яке можна відкликати, немає",
  holdIsOver: () => "пауза закінчилася, тож відкликати вже не можна",
  starterUnknown: () => "невідомо, хто запустив, а той, хто запустив, схвалювати не може",
  mayNotDeny: () => "за конфігурацією відхиляти цей сценарій можуть інші",
  alreadyDecided: (kind, name, time, same) => {
    if (kind === "expire") return ["Термін минув ", time, "."];
    if (same) return [`Ви вже ${OWN[kind]}, `, time, "."];
    return [`Уже ${DONE[kind]}${name === undefined ? "" : `: ${name}`}, `, time, "."];
  },
  expired: (time) => ["Термін минув ", time, "; рішення не ухвалено."],
  wrongConversation: () => "Це зараховується лише в розмові, де опубліковано картку.",
  noLongerValid: () => "Ця кнопка вже не діє.",
  gateGone: () => "Цього шлюзу вже немає: його запуск видалено.",
  contentChanged: (digest) => [
    "Вміст змінився, відколи показано цю картку: тепер його відбиток ",
    { kind: "code", text: digest },
    ". Перегляньте найновішу картку.",
  ],
  openDetailsFirst: () => "Спершу відкрийте «Деталі»: на картці вмістилося не все, що ви схвалюєте.",
  detailsBelow: () => "Деталі — нижче.",
  detailsAbove: () => "Деталі — у повідомленні вище.",
  detailsFailed: () => "Не вдалося надіслати деталі. Спробуйте ще раз за мить.",
  formTooLate: () => "Форму не вдалося відкрити вчасно. Натисніть кнопку ще раз.",
  confirmBelow: () => "Підтвердьте в повідомленні нижче.",
  confirmDeny: (who, workflow, runId) => [
    `${who}, відхилити `,
    { kind: "bold", text: workflow },
    " · запуск ",
    { kind: "code", text: runId },
    "?",
  ],
  askReason: (who) => `${who}, дайте відповідь на це повідомлення, указавши причину.`,
  approveTitle: () => "Схвалити",
  askApproveReason: (who) => `${who}, дайте відповідь на це повідомлення, указавши, чому схвалюєте.`,
  approveReasonPlaceholder: () => "Чому ви схвалюєте?",
  askConfirm: (who, text) => [
    `${who}, щоб схвалити, дайте відповідь на це повідомлення точно таким текстом: `,
    { kind: "code", text },
  ],
  confirmPlaceholder: () => "Точний текст",
  confirmField: () => "Напишіть текст, указаний на картці",
  confirmFieldWith: (text) => `Напишіть точно: ${text}`,
  wrongConfirm: (text) => [
    "Рішення не ухвалено: текст не збігається. Щоб схвалити, напишіть точно ",
    { kind: "code", text },
  ],
  approveReasonMissing: () => "Причина не може бути порожньою. Рішення не ухвалено.",
  approveAgain: () => "Це запитання вже закрито. Натисніть «Схвалити» на картці, щоб почати знову.",
  approveInWriting: (command) => ["Потрібно більше: напишіть ", { kind: "code", text: command }],
  writtenReason: () => "<причина>",
  reasonPlaceholder: () => "Чому ви відхиляєте?",
  reasonTitle: () => "Відхилити з причиною",
  reasonField: () => "Причина",
  reasonMissing: () => "Причина не може бути порожньою. Відповідайте ще раз або натисніть «Відхилити» на картці.",
  notYours: (name) => `Це запитання для ${name}. Натисніть кнопку на картці самостійно.`,
  keptOpen: () => "Рішення не ухвалено.",
  unknownApproval: (id) => [
    "Схвалення з ID ",
    { kind: "code", text: id },
    " у цій розмові немає. Що тут чекає, покаже /pending.",
  ],
  approveUsage: () => ["Напишіть ", { kind: "code", text: "/approve <ID схвалення> [причина]" }, "; ID є на картці."],
  denyUsage: () => ["Напишіть ", { kind: "code", text: "/deny <ID схвалення> [причина]" }, "; ID є на картці."],
  reopened: (step, message) => [
    "Не вдалося продовжити",
    ...(step === undefined ? [] : [" на кроці ", { kind: "code", text: step } as const]),
    `: ${message}. Ще нічого не почалося, тож шлюз знову відкритий.`,
  ],
};
