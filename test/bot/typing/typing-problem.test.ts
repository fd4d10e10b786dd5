import { describe, expect, it } from "vitest";
import { sayTypingProblem, type TypingProblem } from "../../../src/bot/typing/typing-problem.ts";
import { LANGUAGES } from "../../../src/bot/wording/language.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";

const known = ["env", "count"];

describe("what is wrong with a typed command", () => {
  it.each<readonly [TypingProblem, string]>([
    [
      { kind: "open_quote", quote: '"' },
      `A quote (") is never closed. Close it; a value that contains " needs a \\" or '…' around it.`,
    ],
    [
      { kind: "open_quote", quote: "'" },
      `A quote (') is never closed. Close it; a value that contains ' needs "…" around it.`,
    ],
    [{ kind: "no_name", text: "=prod" }, "There is no name before =prod. Write name=value."],
    [{ kind: "given_twice", name: "env" }, "env is given twice. Give it once."],
    [
      { kind: "no_assignment", text: "prod" },
      'prod is not name=value. A value with spaces needs quotes: name="a value".',
    ],
    [
      { kind: "no_assignment", text: "words”" },
      'words” is not name=value. A value with spaces needs quotes: name="a value". Use straight quotes; curly ones are part of the value.',
    ],
    [
      { kind: "no_such_workflow", name: "deplyo", nearest: "deploy" },
      "There is no workflow deplyo. Did you mean deploy?",
    ],
    [{ kind: "no_such_workflow", name: "xyz" }, "There is no workflow xyz. /workflows lists them."],
    [
      { kind: "no_such_argument", name: "enw", known, nearest: "env" },
      "There is no argument enw. Did you mean env? Known: env, count.",
    ],
    [{ kind: "no_such_argument", name: "zzz", known }, "There is no argument zzz. Known: env, count."],
    [{ kind: "no_such_argument", name: "a", known: [] }, "There is no argument a. This workflow takes none."],
    [{ kind: "bad_value", name: "n", fault: { kind: "type", type: "integer" } }, "n must be a whole number"],
    [
      { kind: "bad_value", name: "env", fault: { kind: "choice", choices: ["dev", "prod"], isCut: true } },
      "env must be one of dev, prod, …",
    ],
    [{ kind: "bad_value", name: "tag", fault: { kind: "pattern", pattern: "^v" } }, "tag must match ^v"],
  ])("%j is said with what to write instead", (problem, said) => {
    expect(sayTypingProblem(problem, chooseWording("en"))).toBe(said);
  });

  it.each(LANGUAGES)("repeats little of a long line, in %s", (language) => {
    const problem = { kind: "no_assignment", text: "x".repeat(3_000) } as const;
    expect(sayTypingProblem(problem, chooseWording(language)).length).toBeLessThan(200);
  });
});
