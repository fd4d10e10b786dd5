import { describe, expect, it } from "vitest";
import * as en from "../../../src/bot/wording/en/say.ts";
import * as ja from "../../../src/bot/wording/ja/say.ts";
import * as ko from "../../../src/bot/wording/ko/say.ts";
import * as uk from "../../../src/bot/wording/uk/say.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("a length of time", () => {
  it.each([
    [-5, "0.0 s", "0,0 с", "0.0秒", "0.0초"],
    [400, "0.4 s", "0,4 с", "0.4秒", "0.4초"],
    [9_949, "9.9 s", "9,9 с", "9.9秒", "9.9초"],
    [9_950, "10 s", "10 с", "10秒", "10초"],
    [3 * MINUTE + 20 * SECOND, "3 min 20 s", "3 хв 20 с", "3分20秒", "3분 20초"],
    [5 * MINUTE, "5 min", "5 хв", "5分", "5분"],
    [59 * MINUTE + 59_600, "1 h", "1 год", "1時間", "1시간"],
    [2 * HOUR + 5 * MINUTE, "2 h 5 min", "2 год 5 хв", "2時間5分", "2시간 5분"],
    [3 * DAY + 4 * HOUR, "3 d 4 h", "3 дн. 4 год", "3日4時間", "3일 4시간"],
  ])("of %i ms is said in the manner of each language", (ms, english, ukrainian, japanese, korean) => {
    const said = [en.sayDuration(ms), uk.sayDuration(ms), ja.sayDuration(ms), ko.sayDuration(ms)];
    expect(said).toEqual([english, ukrainian, japanese, korean]);
  });
});

describe("a point in time", () => {
  const at = Date.UTC(2026, 11, 1, 14, 5);
  const summer = Date.UTC(2026, 6, 1, 22, 30);

  it.each([
    ["UTC", at, "2026-12-01 14:05 UTC"],
    ["Europe/Kyiv", at, "2026-12-01 16:05 UTC+2"],
    ["Europe/Kyiv", summer, "2026-07-02 01:30 UTC+3"],
    ["Asia/Kolkata", at, "2026-12-01 19:35 UTC+5:30"],
    ["America/St_Johns", at, "2026-12-01 10:35 UTC-3:30"],
    ["Europe/London", at, "2026-12-01 14:05 UTC"],
    ["Asia/Tokyo", Date.UTC(2026, 0, 1, 15, 0), "2026-01-02 00:00 UTC+9"],
  ])("in %s is the day and the time there, with the zone named", (timezone, instant, said) => {
    expect(chooseWording("en", timezone).sayTime(instant)).toBe(said);
  });

  it.each([
    ["uk", "01.12.2026 16:05 UTC+2"],
    ["ja", "2026年12月1日 16:05 UTC+2"],
    ["ko", "2026년 12월 1일 16:05 UTC+2"],
  ])("is written as people write it: %s", (language, said) => {
    expect(chooseWording(language, "Europe/Kyiv").sayTime(at)).toBe(said);
  });

  it("is in UTC where no zone is known", () => {
    expect(chooseWording("uk").sayTime(at)).toBe("01.12.2026 14:05 UTC");
  });
});

describe("counts and lists", () => {
  it.each([
    [1, "У черзі: попереду в цій розмові 1 запуск"],
    [2, "У черзі: попереду в цій розмові 2 запуски"],
    [5, "У черзі: попереду в цій розмові 5 запусків"],
    [11, "У черзі: попереду в цій розмові 11 запусків"],
    [21, "У черзі: попереду в цій розмові 21 запуск"],
    [22, "У черзі: попереду в цій розмові 22 запуски"],
  ])("take the form that Ukrainian has for %i", (count, said) => {
    expect(chooseWording("uk").cards.queued(count)).toBe(`🕒 ${said}`);
  });

  it.each([
    [1, "1 run is ahead"],
    [2, "2 runs are ahead"],
    [21, "21 runs are ahead"],
  ])("take the form that English has for %i", (count, said) => {
    expect(chooseWording("en").cards.queued(count)).toContain(said);
  });

  it.each([
    ["en", "Anna, Boris and Chiyo"],
    ["uk", "Anna, Boris і Chiyo"],
    ["ja", "Anna、Boris、Chiyo"],
    ["ko", "Anna, Boris 및 Chiyo"],
  ])("are joined as in a sentence: %s", (language, said) => {
    expect(chooseWording(language).cards.approvedBy(["Anna", "Boris", "Chiyo"])).toContain(said);
  });
});
