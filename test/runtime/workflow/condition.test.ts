import { describe, expect, it, test } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import { compileCondition, evaluateCondition, MAX_CONDITION_LENGTH } from "../../../src/runtime/workflow/condition.ts";
import { MAX_CONDITION_DEPTH } from "../../../src/runtime/workflow/condition/parse.ts";
import type { Scope, StepResult } from "../../../src/runtime/workflow/step-result.ts";

const DATA: JsonObject = {
  n: 5,
  text: "text",
  digits: "5",
  padded: " 7 ",
  hex: "0x10",
  exponent: "1e3",
  notANumber: "NaN",
  empty: "",
  yes: true,
  nothing: null,
  zero: 0,
  minusZero: -0,
  negative: -3,
  list: [1, 2],
  sameList: [1, 2],
  longerList: [1, 2, 3],
  emptyList: [],
  object: { x: 1, y: { z: [true, null] } },
  reordered: { y: { z: [true, null] }, x: 1 },
  otherObject: { x: 1, z: { z: [true, null] } },
  largerObject: { x: 1, y: { z: [true, null] }, w: 0 },
};

const RESULTS: ReadonlyMap<string, StepResult> = new Map<string, StepResult>([
  ["d", { id: "d", stdout: "printed", json: DATA }],
  ["gate-1", { id: "gate-1", approved: true, approvedBy: "alice" }],
  ["left-out", { id: "left-out", skipped: true }],
]);

function scopeWith(args: Readonly<Record<string, JsonValue>> = {}): Scope {
  return { args: new Map(Object.entries(args)), result: (stepId) => RESULTS.get(stepId) };
}

function ask(condition: string, args?: Readonly<Record<string, JsonValue>>): boolean {
  return compileCondition(condition).evaluate(scopeWith(args));
}

function failureOf(action: () => unknown): LobsterError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof LobsterError) return thrown;
    throw thrown;
  }
  throw new Error("expected a LobsterError, nothing was thrown");
}

type Case = readonly [condition: string, expected: boolean];

describe("equality never converts", () => {
  test.for<Case>([
    ["$d.json.n == 5", true],
    ["$d.json.n != 5", false],
    ["$d.json.digits == 5", false],
    ["$d.json.digits == '5'", true],
    ["$d.json.n != '5'", true],
    ["'text' == $d.json.text", true],
    ["$d.json.empty == ''", true],
    ["$d.json.emptyList == ''", false],
    ["'true' == true", false],
    ["'null' == null", false],
    ["1.5 == 1.50", true],
    ["007.50 == 7.5", true],
    ["-0 == 0", false],
    ["$d.json.minusZero == -0", true],
    ["$d.json.minusZero == $d.json.zero", false],
    ["$d.json.nothing == null", true],
    ["$d.json.none == null", false],
    ["$d.json.none != null", true],
    ["$d.json.none == $d.json.alsoNone", true],
    ["$d.json.none == $d.json.list", false],
    ["$left-out.approved == false", false],
    ["$left-out.skipped == true", true],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("lists and objects are compared whole", () => {
  test.for<Case>([
    ["$d.json.list == $d.json.sameList", true],
    ["$d.json.list == $d.json.longerList", false],
    ["$d.json.longerList == $d.json.list", false],
    ["$d.json.list != $d.json.emptyList", true],
    ["$d.json.list == 5", false],
    ["$d.json.object == $d.json.reordered", true],
    ["$d.json.object == $d.json.otherObject", false],
    ["$d.json.object == $d.json.largerObject", false],
    ["$d.json.largerObject == $d.json.object", false],
    ["$d.json.emptyList == $d.json.object", false],
    ["$d.json.list.1 == 2", true],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("order is that of numbers only", () => {
  test.for<Case>([
    ["$d.json.negative < 0", true],
    ["$d.json.n >= 5", true],
    ["$d.json.n > 5", false],
    ["$d.json.n <= 4", false],
    ["$d.json.n < 5", false],
    ["$d.json.n <= 5", true],
    ["-0 <= 0", true],
    ["$d.json.digits > 4.5", true],
    ["$d.json.padded > 6", true],
    ["$d.json.hex >= 16", true],
    ["$d.json.exponent > 999", true],
    ["'10' < '9'", false],
    ["5 < Infinity", true],
    ["'a' < 'b'", false],
    ["$d.json.notANumber >= 0", false],
    ["$d.json.notANumber < 0", false],
    ["$d.json.text > 1", false],
    ["$d.json.yes > 0", false],
    ["$d.json.nothing >= 0", false],
    ["$d.json.empty < 1", false],
    ["' ' < 1", false],
    ["$d.json.none < 1", false],
    ["$d.json.list > 0", false],
    ["1 < (2 < 3)", false],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("null, missing, false, 0 and empty text are false, all else is true", () => {
  test.for<Case>([
    ["true", true],
    ["false", false],
    ["null", false],
    ["5", true],
    ["0", false],
    ["-0", false],
    ["'x'", true],
    ["''", false],
    ["$d.json.none", false],
    ["$d.json.nothing", false],
    ["$d.json.empty", false],
    ["$d.json.zero", false],
    ["$d.json.emptyList", true],
    ["$d.json.object", true],
    ["$d.stdout", true],
    ["$gate-1.approved", true],
    ["$d.approved", false],
    ["!$d.skipped", true],
    ["!$left-out.skipped", false],
    ["(0 || 'x') == true", true],
    ["('' && 1) == false", true],
    ["($d.json.text) == text", true],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("! binds before comparison, comparison before &&, && before ||", () => {
  test.for<Case>([
    ["true || false && false", true],
    ["(true || false) && false", false],
    ["1 == 1 || 2 == 3 && 3 == 4", true],
    ["!true || true", true],
    ["!$d.json.n == 5", false],
    ["!($d.json.n == 6)", true],
    ["!!$d.json.n", true],
    ["! ! true", true],
    ["$d.json.yes == !false", true],
    ["(1 < 2) == true", true],
    ["$d.json.n>3&&$d.json.n<9", true],
    ["1<-1", false],
    ["true\n&&\u00a0true\t", true],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("text in quotes and bare words", () => {
  test.for<Case>([
    [String.raw`'it\'s' == "it's"`, true],
    [String.raw`'\n' == n`, true],
    [String.raw`'a\\b' == "a\\b"`, true],
    ["'a\\\nb' == 'a\nb'", true],
    [`'"' == "'"`, false],
    ["'é😀\n' == \"é😀\n\"", true],
    ["$d.json.text == text", true],
    ["'true-x_1' == true-x_1", true],
    ["'True' == True", true],
    ["'constructor' == constructor", true],
    ["$d.json.text == !text", false],
    ["false == !text", true],
  ])("%s is %s", ([condition, expected]) => {
    expect(ask(condition)).toBe(expected);
  });
});

describe("anything else is an unsupported condition", () => {
  test.for([
    "",
    "approve",
    "!approve",
    "(approve)",
    "true && approve",
    "text == $d.json.text",
    "$d.json.text == (text)",
    "$d.json.n = 5",
    "$d.json.n === 5",
    "1 < 2 < 3",
    "1 == 1 == 1",
    "1 < 2 == true",
    "true false",
    "true & true",
    "true &&",
    "|| true",
    "true!",
    "()",
    "(true",
    "true)",
    "1.",
    ".5",
    "+1",
    "- 1",
    "1e3",
    "0x10",
    "1 + 1 == 2",
    "'open",
    String.raw`'open\'`,
    "'a''b'",
    "5 == 5a",
    "'é' == é",
    "$d",
    "$d.",
    "$d..json",
    "$d.json.n-1",
    "$d.json.my-key == 1",
    "$args.my-name == 1",
    "${arg} == x",
    "$d.json.list == []",
    "{}",
    "true\0",
  ])("%j", (text) => {
    const error = failureOf(() => compileCondition(`  ${text}\n`));
    expect(error.code).toBe("invalid_condition");
    expect(error.type).toBe("runtime_error");
    expect(error.message).toBe(`Unsupported condition: ${text.trim()}`);
  });

  test.for([
    ["true &&", 8, "expected a value"],
    ["(true", 6, "expected )"],
    ["true false", 6, "expected && or || or the end"],
    ["true == 'a", 9, "the quote is not closed"],
    ["  oops == 1", 1, "a bare word stands only to the right of a comparison; put it in quotes"],
  ] as const)("%j says where reading stopped and why", ([text, at, reason]) => {
    expect(failureOf(() => compileCondition(text)).facts).toEqual({ at, reason });
  });
});

describe("limits", () => {
  it.for(["(", "!"])("reads %s nested to the limit and refuses one more with words", (symbol) => {
    const nest = (depth: number): string => symbol.repeat(depth) + "true" + (symbol === "(" ? ")".repeat(depth) : "");
    expect(ask(nest(MAX_CONDITION_DEPTH))).toBe(true);
    const deeper = nest(MAX_CONDITION_DEPTH + 1);
    expect(failureOf(() => compileCondition(deeper)).message).toBe(`Unsupported condition: ${deeper}`);
  });

  it("counts depth, not the number of groups side by side", () => {
    expect(ask(Array.from({ length: MAX_CONDITION_DEPTH + 1 }, () => "(!false)").join(" && "))).toBe(true);
  });

  it("reads a text of the greatest length and refuses a longer one without repeating it", () => {
    const longest = `'${"x".repeat(MAX_CONDITION_LENGTH - 2)}'`;
    expect(ask(`  ${longest}  `)).toBe(true);
    const error = failureOf(() => compileCondition(` ${longest}`.padEnd(MAX_CONDITION_LENGTH + 1, " ") + "!"));
    expect(error.code).toBe("invalid_condition");
    expect(error.message).toMatch(/^Unsupported condition: 1000\d characters, at most 10000 are read/);
  });

  it.for(["!", "(", "'", "\\", "$", "$d.json", "1 == 1 || ", "'\\", "a", "-", "1.", "&&", " "])(
    "a text of nothing but %j ends quickly",
    (fragment) => {
      const text = fragment.repeat(Math.floor(MAX_CONDITION_LENGTH / fragment.length));
      expect(failureOf(() => compileCondition(text)).code).toBe("invalid_condition");
    },
  );
});

describe("references", () => {
  test.for(["true || $nope.x", "false && $nope.x", "$nope.x == null", "!$nope.x", "1 == 2 && $nope.x > 1"])(
    "an unknown step is an error in %s, although it may not matter",
    (condition) => {
      const error = failureOf(() => ask(condition));
      expect(error.code).toBe("unknown_reference");
      expect(error.message).toBe("Unknown step reference: nope.x");
    },
  );

  it("lists what a condition refers to without asking it", () => {
    const { references, argumentNames } = compileCondition(
      "$a.json.x.0 == 1 || $args.env == '$no.ref' && !$b-1.skipped || $args.env.deep || $args.region && $a.stdout",
    );
    expect(references.map(({ text }) => text)).toEqual(["a.json.x.0", "b-1.skipped", "a.stdout"]);
    expect(argumentNames).toEqual(["env", "region"]);
  });

  it("a condition about arguments alone refers to no step", () => {
    expect(compileCondition("$args.env == prod")).toMatchObject({ references: [], argumentNames: ["env"] });
  });
});

describe("compiled conditions are kept", () => {
  it("the same text, spaces around it aside, is compiled once", () => {
    expect(compileCondition("\n$d.json.n == 5 ")).toBe(compileCondition("$d.json.n == 5"));
  });

  it("the oldest go when there are too many", () => {
    const first = compileCondition("$d.json.n == 123456");
    for (let n = 0; n < 1000; n += 1) compileCondition(`$d.json.n == ${n}`);
    expect(compileCondition("$d.json.n == 123456")).not.toBe(first);
  });

  it("one compiled condition answers for every scope it is asked about", () => {
    const condition = compileCondition("$args.env == prod");
    const answers = ["prod", "dev", "prod"].map((env) => condition.evaluate(scopeWith({ env })));
    expect(answers).toEqual([true, false, true]);
  });
});

describe("evaluateCondition", () => {
  test.for([
    [undefined, true],
    [true, true],
    [false, false],
    [" true ", true],
    ["false\n", false],
    ["$d.json.n == 5", true],
    ["$d.json.n == 6", false],
  ] as const)("%j runs the step: %s", ([condition, expected]) => {
    expect(evaluateCondition(condition, scopeWith())).toBe(expected);
  });

  it("blank text is not the same as no condition", () => {
    expect(failureOf(() => evaluateCondition("  ", scopeWith())).message).toBe("Unsupported condition: ");
  });
});
