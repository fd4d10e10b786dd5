import { describe, expect, test } from "vitest";
import { itemsOf, run } from "../pipeline/test-host.ts";

const NUMBERS = Array.from({ length: 12 }, (_, n) => n);

describe("head", () => {
  test.each([
    ["head", 10],
    ["head --n 2", 2],
    ["head --n=0", 0],
    ["head 3", 3],
    ["head --n 1.5", 2],
    ["head --n 100", 12],
  ])("%s passes on %i items", async (pipeline, count) => {
    expect(await itemsOf(pipeline, NUMBERS)).toEqual(NUMBERS.slice(0, count));
  });

  test.each([
    ["head --n x", "head --n must be a non-negative number"],
    ["head --n -1", "head --n must be a non-negative number"],
    ["head --n ''", "head --n must be a non-negative number"],
    ["head --n", "head --n needs a value; write --n=VALUE"],
    ["head x", "head --n must be a non-negative number"],
    ["head --n 1 2", "head takes the number once (got --n and '2')"],
    ["head 1 2", "head takes at most 1 positional word (got '2'); quote text that has spaces"],
    ["head --m 1", "head has no option --m; did you mean --n?"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline, NUMBERS)).rejects.toThrow(message);
  });
});
