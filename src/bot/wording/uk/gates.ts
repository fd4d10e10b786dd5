import type { gates as english } from "../en/gates.ts";
import { plural, sayChoice, sayDuration, sayList, sayNumber } from "./say.ts";

const countOfApprovals = (count: number, needed: number): string =>
  `${sayNumber(count)} з ${sayNumber(needed)} ${plural(needed, { one: "схвалення", few: "схвалень", many: "схвалень" })}`;

const countPeople = (count: number): string =>
  `${sayNumber(count)} ${plural(count, { one: "людина", few: "людини", many: "людей" })}`;

const countMore = (count: number): string =>
  `потрібно ще ${sayNumber(count)} ${plural(count, { one: "схвалення", few: "схвалення", many: "схвалень" })}`;

/** Who has to approve or answer, and how far a gate is. */
export const gates: typeof english = {
  person: (name) => name,
  group: (name) => `група ${name}`,
  somebodyOf: (group) => `хтось із групи ${group}`,
  oneOf: (whom) => (whom.length === 0 ? "ніхто" : sayChoice(whom)),
  countOf: (count, whom) => `${sayNumber(count)} з-поміж: ${sayList(whom)}`,
  people: (count) => countPeople(count),
  morePeople: (count) => `ще ${countPeople(count)}`,
  mustApprove: (whom) => `Мають схвалити: ${sayList(whom)}`,

  needsReason: () => "Для схвалення потрібна причина",
  takesNoReason: () => "Причину до схвалення не додають",
  typeToApprove: (text) => ["Щоб схвалити, напишіть ", { kind: "code", text }],
  heldFor: (ms) => `Після останнього схвалення — пауза ${sayDuration(ms)}, коли схвалення можна відкликати`,
  chatOnly: () => "Рішення ухвалюють лише в чаті",

  waiting: (count, needed) => `⏳ Очікує схвалення: ${sayNumber(count)} з ${sayNumber(needed)}`,
  held: () => "⏸️ Схвалено; пауза",
  progress: (count, needed, who) => `${countOfApprovals(count, needed)}${who.length === 0 ? "" : `: ${sayList(who)}`}`,
  moreNames: (count) => `ще ${sayNumber(count)}`,
  stillNeeded: (whom) => `Ще потрібні: ${sayList(whom)}`,
  fillsNoPlace: (who) => `Схвалили, але не з тих, хто ще потрібен: ${sayList(who)}`,
  countsNoMore: (who) => `Вже не зараховується, бо більше не можуть схвалювати: ${sayList(who)}`,
  dropped: (who) => `Вилучено, бо більше не можуть схвалювати: ${sayList(who)}`,
  withdrawn: (who) => `Відкликали: ${sayList(who)}`,
  goesOnAt: (time, left) => ["Запуск продовжиться ", time, ` (${left})`],
  timeLeft: (ms) => `щонайбільше через ${sayDuration(ms)}`,
  holdIsOver: () => "Пауза закінчилася; запуск от-от продовжиться",
  by: (who) => `${who}: `,
  reasonGoesOn: (chars) =>
    `… ще ${sayNumber(chars)} ${plural(chars, { one: "символ", few: "символи", many: "символів" })}`,

  unsettled: (who, workflow, runId, remaining) => [
    { kind: "bold", text: workflow },
    " · запуск ",
    { kind: "code", text: runId },
    ` не продовжується: ${who.length === 0 ? "" : `більше не можуть схвалювати: ${sayList(who)}; `}${countMore(remaining)}.`,
  ],

  stuck: (gate, need, able) =>
    `${gate}: ${need.replace(/[.]$/, "")}. ${able.length === 0 ? "Серед тих, хто може тут діяти, нікого такого немає." : `Серед тих, хто може тут діяти, є лише ${sayList(able)}, а цього замало.`}`,

  votes: (count, needed) => countOfApprovals(count, needed),
  expires: (time) => ["діє до ", time],
  heldUntil: (time) => ["пауза до ", time],
};
