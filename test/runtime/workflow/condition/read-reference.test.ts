import { describe, expect, it, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { parseJson } from "../../../../src/runtime/stable-json.ts";
import { compileCondition } from "../../../../src/runtime/workflow/condition.ts";
import type { Scope, StepResult } from "../../../../src/runtime/workflow/step-result.ts";

function ask(condition: string, args: Readonly<Record<string, JsonValue>>, ...steps: readonly StepResult[]): boolean {
  const scope: Scope = {
    args: new Map(Object.entries(args)),
    result: (stepId) => steps.find(({ id }) => id === stepId),
  };
  return compileCondition(condition).evaluate(scope);
}

describe("$args.name is the value of an argument", () => {
  const ARGS = {
    env: "prod",
    count: 3,
    dry_run: false,
    none: null,
    tags: ["a", "b"],
    target: { host: "h1", ports: [80] },
  };

  test.for([
    ["$args.env == prod", true],
    ["$args.count > 2", true],
    ["!$args.dry_run", true],
    ["$args.none == null", true],
    ["$args.tags.1 == b", true],
    ["$args.tags.2 == null", false],
    ["$args.target.ports.0 == 80", true],
    ["$args.target.port", false],
    ["$args.env.length", false],
    ["$args.target == $args.target", true],
  ] as const)("%s is %s", ([condition, expected]) => {
    expect(ask(condition, ARGS)).toBe(expected);
  });

  it.for(["$args.envv == prod", "true || $args.envv", "$args.envv.x"])(
    "an unknown argument is an error: %s",
    (condition) => {
      expect(() => ask(condition, ARGS)).toThrow(
        expect.objectContaining({
          code: "invalid_condition",
          message: expect.stringMatching(/^Unknown argument in a condition: \$args\.envv.*'envv'/),
          facts: { argument: "envv" },
        }),
      );
    },
  );

  it.for(["constructor", "__proto__", "toString", "length"])(
    "an argument may be called %s, and is unknown if not given",
    (name) => {
      const args: Record<string, JsonValue> = Object.fromEntries([[name, "own"]]);
      expect(ask(`$args.${name} == own`, args)).toBe(true);
      expect(() => ask(`$args.${name}`, {})).toThrow(expect.objectContaining({ code: "invalid_condition" }));
    },
  );

  it("a known step called args wins over the arguments", () => {
    const step: StepResult = { id: "args", stdout: "from the step" };
    expect(ask("$args.stdout == 'from the step'", { stdout: "from the argument" }, step)).toBe(true);
    expect(ask("$args.env", { env: "prod" }, step)).toBe(false);
    expect(ask("$args.stdout == 'from the argument'", { stdout: "from the argument" })).toBe(true);
  });
});

describe("only own members are seen", () => {
  test.for([
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "list.length",
    "list.map",
    "text.length",
    "text.0",
  ])("$d.json.%s is missing", (path) => {
    const step: StepResult = { id: "d", json: { list: [1], text: "text" } };
    expect(ask(`$d.json.${path}`, {}, step)).toBe(false);
    expect(ask(`$d.json.${path} == $d.json.none`, {}, step)).toBe(true);
  });

  it("a key called __proto__ is compared like any other", () => {
    const json = parseJson(
      '{"a":{"__proto__":{"x":1}},"b":{"__proto__":{"x":1}},"c":{"__proto__":{"x":2}},"d":{"x":1}}',
    );
    const step: StepResult = { id: "d", json };
    expect(ask("$d.json.a == $d.json.b", {}, step)).toBe(true);
    expect(ask("$d.json.a == $d.json.c", {}, step)).toBe(false);
    expect(ask("$d.json.a == $d.json.d", {}, step)).toBe(false);
  });
});

describe("integers beyond 2^53 count as ordinary numbers", () => {
  const json = parseJson(
    '{"id":9007199254740993,"next":9007199254740992,"list":[9007199254740993],"far":-90071992547409930}',
  );

  test.for([
    ["$d.json.id == 9007199254740993", true],
    ["$d.json.id == $d.json.next", true],
    ["$d.json.id == '9007199254740993'", false],
    ["$d.json.list == $args.list", true],
    ["$d.json.id > 9007199254740990", true],
    ["$d.json.far < 0", true],
    ["$d.json.id", true],
  ] as const)("%s is %s", ([condition, expected]) => {
    expect(ask(condition, { list: [9007199254740992] }, { id: "d", json })).toBe(expected);
  });

  it("zero is false however it is held", () => {
    expect(ask("$args.n", { n: 0n })).toBe(false);
    expect(ask("$args.n == 0", { n: 0n })).toBe(true);
  });
});
