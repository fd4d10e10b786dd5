import { expect, test } from "vitest";
import { formatProblems } from "../../src/config/problem.ts";

test("one message names every problem, its place and what to do", () => {
  const message = formatProblems([
    { file: "/bot/lobster.config.yaml", line: 3, column: 5, what: "this is wrong", fix: "Do that." },
    { file: "environment", what: "TOKEN is not a bot token", fix: "Copy it again." },
  ]);
  expect(message).toBe(
    [
      "The configuration has 2 problems:",
      "  /bot/lobster.config.yaml:3:5  this is wrong",
      "      Do that.",
      "  environment  TOKEN is not a bot token",
      "      Copy it again.",
    ].join("\n"),
  );
});

test("a single problem is counted as one", () => {
  expect(formatProblems([{ file: "f", what: "w", fix: "x" }])).toContain("has 1 problem:");
});
