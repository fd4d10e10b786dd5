import { createSay, type TimeUnit } from "../say.ts";

const UNITS: Readonly<Record<TimeUnit, string>> = { second: "秒", minute: "分", hour: "時間", day: "日" };

const say = createSay({
  tag: "ja",
  unit: (count, unit) => `${count}${UNITS[unit]}`,
  between: "",
  moment: ({ year, month, day, hour, minute }) => `${year}年${month}月${day}日 ${hour}:${minute}`,
  forms: ["other"],
});

/** How Japanese says counts, lists and times. Words have no plural. */
export const { sayNumber, sayList, sayDuration, sayTime } = say;

/** `a、または b`: with a space before what is written in Latin letters, as everywhere. */
export function sayChoice(parts: readonly string[]): string {
  return say.sayChoice(parts).replace(/または(?=[!-~])/, "または ");
}
