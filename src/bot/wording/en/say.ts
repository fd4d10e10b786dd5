import { createSay, type TimeUnit } from "../say.ts";

const UNITS: Readonly<Record<TimeUnit, string>> = { second: "s", minute: "min", hour: "h", day: "d" };

const say = createSay({
  // Without a comma before the last "and".
  tag: "en-GB",
  unit: (count, unit) => `${count} ${UNITS[unit]}`,
  between: " ",
  moment: ({ year, month, day, hour, minute }) =>
    `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")} ${hour.padStart(2, "0")}:${minute}`,
  forms: ["one", "other"],
});

/** How English says counts, lists and times. */
export const { sayNumber, plural, sayList, sayChoice, sayDuration, sayTime } = say;
