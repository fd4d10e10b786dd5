import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDate, parseDateTime, parseTime } from "../../../../src/bot/questions/parse/calendar.ts";
import { form } from "../../../../src/bot/wording/en/form.ts";
import { uk } from "../../../../src/bot/wording/uk/index.ts";

const { monthNames } = form;

describe("a typed day", () => {
  it.each([
    ["2026-12-01", "2026-12-01"],
    [" 2026/12/1 ", "2026-12-01"],
    ["2026.12.01", "2026-12-01"],
    ["1.12.2026", "2026-12-01"],
    ["1. 12. 2026", "2026-12-01"],
    ["13/02/2026", "2026-02-13"],
    ["02/13/2026", "2026-02-13"],
    ["05-05-2026", "2026-05-05"],
    ["1 December 2026", "2026-12-01"],
    ["1st Dec. 2026", "2026-12-01"],
    ["Dec 1, 2026", "2026-12-01"],
    ["december 1st 2026", "2026-12-01"],
    ["29.2.2024", "2024-02-29"],
    ["2026年12月1日", "2026-12-01"],
    ["2026년 12월 1일", "2026-12-01"],
  ])("%j is %s", (text, value) => {
    expect(parseDate(text, monthNames)).toEqual({ kind: "value", value });
  });

  it.each(["1 грудня 2026", "1 грудня 2026 р.", "1 груд. 2026 року", "Грудень 1, 2026", "1 December 2026"])(
    "%j is read by whoever is spoken to in Ukrainian",
    (text) => {
      expect(parseDate(text, uk.form.monthNames)).toEqual({ kind: "value", value: "2026-12-01" });
    },
  );

  it("is not guessed where day and month can be mixed up", () => {
    expect(parseDate("01/02/2026", monthNames)).toEqual({ kind: "ambiguous", meanings: ["2026-01-02", "2026-02-01"] });
  });

  it.each([
    "2026-02-30",
    "29.2.2025",
    "2026-13-01",
    "0000-01-01",
    "31/04/2026",
    "30/02/2026",
    "32 Dec 2026",
    "2026-12-00",
  ])("%s does not exist", (text) => {
    expect(parseDate(text, monthNames)).toEqual({ kind: "no_such_day" });
  });

  it.each(["", "tomorrow", "1.12.26", "12/26", "2026-12", "2026-12/01", "1 Foo 2026", "20261201", "2026-12-01x"])(
    "%j is not read",
    (text) => {
      expect(parseDate(text, monthNames)).toEqual({ kind: "unreadable" });
    },
  );

  it("is the same day in every form", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const value = date.toISOString().slice(0, 10);
          const [year = "", month = "", day = ""] = value.split("-");
          const name = monthNames[Number(month) - 1]?.[0] ?? "";
          for (const text of [
            value,
            `${Number(day)}.${Number(month)}.${year}`,
            `${day} ${name} ${year}`,
            `${name} ${day}, ${year}`,
          ]) {
            expect(parseDate(text, monthNames)).toEqual({ kind: "value", value });
          }
        },
      ),
    );
  });
});

describe("a typed time", () => {
  it.each([
    ["14:30Z", "14:30:00Z"],
    ["9:05 utc", "09:05:00Z"],
    ["14:30:05.25+02:00", "14:30:05.25+02:00"],
    ["14:30 +2", "14:30:00+02:00"],
    ["14:30 −0330", "14:30:00-03:30"],
  ])("%s is %s", (text, value) => {
    expect(parseTime(text)).toEqual({ kind: "value", value });
  });

  it.each([
    ["14:30", "needs_offset"],
    ["24:00Z", "no_such_time"],
    ["12:60Z", "no_such_time"],
    ["12:00+25:00", "no_such_time"],
    ["2pm", "unreadable"],
    ["1430Z", "unreadable"],
    ["", "unreadable"],
  ])("%s is refused: %s", (text, kind) => {
    expect(parseTime(text)).toEqual({ kind });
  });
});

describe("a typed day with a time", () => {
  it.each([
    ["2026-12-01T14:30:00Z", "2026-12-01T14:30:00Z"],
    ["2026-12-01 14:30+02:00", "2026-12-01T14:30:00+02:00"],
    ["1.12.2026, 14:30 UTC", "2026-12-01T14:30:00Z"],
    ["1 Dec 2026 9:00Z", "2026-12-01T09:00:00Z"],
  ])("%s is %s", (text, value) => {
    expect(parseDateTime(text, monthNames)).toEqual({ kind: "value", value });
  });

  it.each([
    ["2026-12-01 14:30", "needs_offset"],
    ["2026-12-01", "unreadable"],
    ["01/02/2026 14:30Z", "ambiguous"],
    ["2026-02-30 14:30Z", "no_such_day"],
    ["2026-12-01 25:30Z", "no_such_time"],
    ["noon", "unreadable"],
  ])("%s is refused: %s", (text, kind) => {
    expect(parseDateTime(text, monthNames).kind).toBe(kind);
  });

  it("is quick about long nonsense", () => {
    for (const text of [" ".repeat(100_000), "1 ".repeat(50_000), `${"1".repeat(99_999)}:`]) {
      expect(parseDateTime(text, monthNames).kind).toBe("unreadable");
      expect(parseDate(text, monthNames).kind).toBe("unreadable");
      expect(parseTime(text).kind).toBe("unreadable");
    }
  });
});
