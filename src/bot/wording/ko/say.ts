import { createSay, type TimeUnit } from "../say.ts";

const UNITS: Readonly<Record<TimeUnit, string>> = { second: "초", minute: "분", hour: "시간", day: "일" };

const say = createSay({
  tag: "ko",
  unit: (count, unit) => `${count}${UNITS[unit]}`,
  between: " ",
  moment: ({ year, month, day, hour, minute }) => `${year}년 ${month}월 ${day}일 ${hour}:${minute}`,
  forms: ["other"],
});

/** How Korean says counts, lists and times. Words have no plural. */
export const { sayNumber, sayList, sayChoice, sayDuration, sayTime } = say;
