import { expect, test } from "vitest";
import { readDurationMs } from "../../src/config/duration.ts";

test.each([
  ["1s", 1_000],
  ["30m", 1_800_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
])("%s is %d ms", (text, ms) => {
  expect(readDurationMs(text)).toBe(ms);
});

test.each(["", "0s", "1", "h", "1.5h", "-1h", "1h30m", " 1h", "1H", "123456d", "never"])(
  "%j is no duration",
  (text) => {
    expect(readDurationMs(text)).toBeUndefined();
  },
);
