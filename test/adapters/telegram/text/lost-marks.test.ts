import { describe, expect, it } from "vitest";
import { showLost } from "../../../../adapters/telegram/text/lost-marks.ts";
import { cleanText } from "../../../peers/telegram/text/clean-text.ts";

describe("marks that Telegram takes out of texts", () => {
  it.each([
    ["A\u030a", "Å"],
    ["x\u030a", "x\\u{30a}"],
    ["a\u0333b\u033f", "a\\u{333}b\\u{33f}"],
    ["e\u0301", "e\u0301"],
  ])("are kept: %j", (text, shown) => {
    expect(showLost(text)).toBe(shown);
    expect(cleanText(shown).text).toBe(shown);
  });
});
