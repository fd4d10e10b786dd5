import { createSay, type TimeUnit } from "../say.ts";

/** Short forms, which do not change with the number. */
const UNITS: Readonly<Record<TimeUnit, string>> = { second: "с", minute: "хв", hour: "год", day: "дн." };

const say = createSay({
  tag: "uk",
  unit: (count, unit) => `${count} ${UNITS[unit]}`,
  between: " ",
  moment: ({ year, month, day, hour, minute }) =>
    `${day.padStart(2, "0")}.${month.padStart(2, "0")}.${year} ${hour.padStart(2, "0")}:${minute}`,
  forms: ["one", "few", "many"],
});

/** How Ukrainian says counts, lists and times. */
export const { sayNumber, plural, sayList, sayChoice, sayDuration, sayTime } = say;
