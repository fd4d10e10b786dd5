import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, matchLanguage } from "../../../src/bot/wording/language.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";

describe("the language of a locale", () => {
  it.each([
    ["uk", "uk"],
    ["uk-UA", "uk"],
    ["uk_UA", "uk"],
    ["UK", "uk"],
    ["ja-JP", "ja"],
    ["ja-Jpan-JP", "ja"],
    ["ko", "ko"],
    ["ko-KR", "ko"],
    ["en-GB", "en"],
    [" en ", "en"],
    ["pt-BR", undefined],
    ["ukr", undefined],
    ["", undefined],
    ["-", undefined],
    ["constructor", undefined],
    ["en;rm -rf", undefined],
    [undefined, undefined],
  ])("of %j is %j", (locale, language) => {
    expect(matchLanguage(locale)).toBe(language);
  });

  it("is one that is spoken, or none, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([...LANGUAGES, undefined]).toContain(matchLanguage(text));
      }),
    );
  });
});

describe("the words for a locale", () => {
  it.each([
    ["uk-UA", "Схвалити"],
    ["ja", "承認"],
    ["ko-KR", "승인"],
    ["en", "Approve"],
    ["pt-BR", "Approve"],
    ["☃", "Approve"],
    [undefined, "Approve"],
  ])("of %j say %s", (locale, approve) => {
    expect(chooseWording(locale).cards.approve()).toBe(approve);
  });
});
