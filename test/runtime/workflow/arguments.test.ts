import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { convertArgument, findUnknownArguments, resolveArguments } from "../../../src/runtime/workflow/arguments.ts";
import type { WorkflowDefinition } from "../../../src/runtime/workflow/definition.ts";
import { loadText, messagesOf } from "../../helpers/load-text.ts";

async function define(args: string): Promise<WorkflowDefinition> {
  return (await loadText(`args: ${args}\nsteps: [{id: a, run: x}]\n`)).definition;
}

async function refusal(args: string, given: unknown): Promise<readonly string[]> {
  const definition = await define(args);
  try {
    resolveArguments(definition, given);
  } catch (thrown) {
    if (!(thrown instanceof LobsterError)) throw thrown;
    expect({ code: thrown.code, type: thrown.type, first: thrown.message }).toEqual({
      code: "invalid_request",
      type: "parse_error",
      first: thrown.problems[0]?.message ?? thrown.message,
    });
    return thrown.problems.length === 0 ? [thrown.message] : thrown.problems.map(({ message }) => message);
  }
  return [];
}

describe("resolving arguments", () => {
  it("lays given values over the defaults and keeps names the file does not declare", async () => {
    const definition = await define("{a: {default: from-default}, b: {default: 1}, c: {}, f: {default: null}}");
    expect([...resolveArguments(definition, { a: "given", extra: true })]).toEqual([
      ["a", "given"],
      ["b", 1],
      ["f", null],
      ["extra", true],
    ]);
  });

  it.each([undefined, null])("takes %s for no arguments", async (given) => {
    expect(resolveArguments(await define("{}"), given).size).toBe(0);
  });

  it.each([[["p", "q"]], ["text"], [5], [true]])("refuses %j, which has no names", async (given) => {
    expect(await refusal("{}", given)).toEqual(["Workflow arguments must be a JSON object"]);
  });

  it("treats names of object members as ordinary names", async () => {
    const definition = await define("{__proto__: {default: 1}, constructor: {default: 2}}");
    const given = new Map<string, JsonValue>([["toString", 3]]);
    expect([...resolveArguments(definition, given)]).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["toString", 3],
    ]);
    expect(findUnknownArguments(definition, ["__proto__", "toString"])).toEqual(["toString"]);
  });

  it("names every required argument that is missing, and every value that does not fit, at once", async () => {
    const args = "{tag: {required: true}, env: {required: true, enum: [dev, prod]}, n: {type: integer}}";
    expect(await refusal(args, { n: 1.5 })).toEqual([
      "Workflow requires the arguments tag, env",
      "Workflow argument n must be a whole number",
    ]);
    expect(await refusal(args, { tag: "v1", env: "test" })).toEqual(["Workflow argument env must be one of dev, prod"]);
  });

  it.each<[Record<string, JsonValue>, string[]]>([
    [{ tag: "v1", TAG: "x" }, ['Workflow arguments "tag" and "TAG" are both LOBSTER_ARG_TAG; give only one of them']],
    [{ "tag!": "x" }, ['Workflow arguments "tag" and "tag!" are both LOBSTER_ARG_TAG; give only one of them']],
    [{ a: 1, "A ": 2 }, ['Workflow arguments "a" and "A " are both LOBSTER_ARG_A; give only one of them']],
    [{ tag: "v1", a: 1, "!": 2, "?": 3 }, []],
  ])("refuses a name that would hide another argument from the steps (%#)", async (given, messages) => {
    expect(await refusal("{tag: {default: none}}", given)).toEqual(messages);
  });

  it("shows no more than the beginning of a name it refuses", async () => {
    const [message = ""] = await refusal("{tag: {}}", { [`tag${"!".repeat(5000)}`]: 1 });
    expect(message.length).toBeLessThan(200);
  });

  it("lets a default stand in for a required argument", async () => {
    expect(await refusal("{tag: {required: true, default: v1}}", {})).toEqual([]);
  });

  it("checks types only where the file names one", async () => {
    expect(await refusal("{a: {default: text}}", { a: 5 })).toEqual([]);
    expect(await refusal("{a: {type: string, default: text}}", { a: 5 })).toEqual(["Workflow argument a must be text"]);
  });

  it.each([
    ["string", "x", 1],
    ["number", 1.5, "1"],
    ["number", 9007199254740993n, null],
    ["integer", 3, 3.5],
    ["integer", 9007199254740993n, "3"],
    ["boolean", false, 0],
    ["array", [1], {}],
    ["object", { a: 1 }, [1]],
  ])("type %s takes its own values only (%#)", async (type, good, bad) => {
    expect(await refusal(`{a: {type: ${type}}}`, { a: good })).toEqual([]);
    expect(await refusal(`{a: {type: ${type}}}`, { a: bad })).toHaveLength(1);
  });

  it("searches text for a pattern, within a time limit", async () => {
    expect(await refusal("{a: {pattern: '^v[0-9]+$'}}", { a: "v12" })).toEqual([]);
    expect(await refusal("{a: {pattern: '^v[0-9]+$'}}", { a: "12" })).toEqual([
      "Workflow argument a must match ^v[0-9]+$",
    ]);
    const slow = await refusal("{a: {pattern: '^(x+)+$'}}", { a: `${"x".repeat(60)}!` });
    expect(slow).toEqual(["Workflow argument a cannot be checked against ^(x+)+$ in time; shorten it"]);
  });

  it("never repeats a value that was refused", async () => {
    for (const message of await refusal("{a: {type: integer}, b: {enum: [x]}}", { a: "hunter2", b: "hunter2" })) {
      expect(message).not.toContain("hunter2");
    }
  });

  it("converts text of a calling step to the declared type when asked to", async () => {
    const definition = await define("{n: {type: integer}, t: {}}");
    const given = { n: "5", t: "5" };
    expect(() => resolveArguments(definition, given)).toThrow("must be a whole number");
    expect([...resolveArguments(definition, given, { convertText: true })]).toEqual([
      ["n", 5],
      ["t", "5"],
    ]);
  });
});

describe("converting what a person typed", () => {
  it.each([
    ["{}", " as typed ", " as typed "],
    ["{type: number}", " 1.50 ", 1.5],
    ["{type: integer}", "9007199254740993", 9007199254740993n],
    ["{type: boolean}", "YES", true],
    ["{type: boolean}", "off", false],
    ["{type: array}", "[1, 2]", [1, 2]],
    ["{type: object}", '{"a": 1}', { a: 1 }],
    ["{enum: [dev, prod]}", "prod", "prod"],
    ["{type: integer, enum: [1, 2]}", "2", 2],
  ])("reads text by %s (%#)", async (declaration, text, value) => {
    const arg = (await define(`{a: ${declaration}}`)).args.get("a");
    expect(arg && convertArgument(arg, text)).toEqual({ ok: true, value });
  });

  it.each([
    ["{type: number}", "five", "a must be a number", { kind: "type", type: "number" }],
    ["{type: number}", '"5"', "a must be a number", { kind: "type", type: "number" }],
    ["{type: integer}", "1.5", "a must be a whole number", { kind: "type", type: "integer" }],
    ["{type: boolean}", "maybe", "a must be true or false", { kind: "type", type: "boolean" }],
    ["{type: array}", "{}", "a must be a list", { kind: "type", type: "array" }],
    ["{type: object}", "[1]", "a must be an object", { kind: "type", type: "object" }],
    [
      "{enum: [dev, prod]}",
      "test",
      "a must be one of dev, prod",
      { kind: "choice", choices: ["dev", "prod"], isCut: false },
    ],
    ["{pattern: '^v'}", "x", "a must match ^v", { kind: "pattern", pattern: "^v" }],
  ])("by %s refuses %j, in words and as facts", async (declaration, text, message, fault) => {
    const arg = (await define(`{a: ${declaration}}`)).args.get("a");
    expect(arg && convertArgument(arg, text)).toEqual({ ok: false, message, fault });
  });
});

describe("declaring arguments", () => {
  it.each([
    ["[a]", "Workflow args must be an object"],
    ["text", "Workflow args must be an object"],
    ["{a: 5}", "Workflow argument a must be an object such as { default: … }"],
    ["{a: {type: str}}", "Workflow argument a type must be one of string, number, integer, boolean, array, object"],
    ["{a: {required: 'yes'}}", "Workflow argument a required must be a boolean"],
    ["{a: {raw: 1}}", "Workflow argument a raw must be a boolean"],
    ["{a: {enum: []}}", "Workflow argument a enum must be a non-empty list"],
    ["{a: {pattern: 1}}", "Workflow argument a pattern must be a string"],
    ["{a: {type: integer, default: x}}", "Workflow argument a default must be a whole number"],
    ["{a: {enum: [x, y], default: z}}", "Workflow argument a default must be one of x, y"],
    ["{a: {enum: [1]}}", "Workflow argument a enum has a value that must be text; declare the argument's type"],
    ["{a: {type: integer, enum: [1, x]}}", "Workflow argument a enum has a value that must be a whole number"],
  ])("refuses args: %s", async (args, message) => {
    expect(await messagesOf(`args: ${args}\nsteps: [{id: a, run: x}]\n`)).toEqual([message]);
  });

  it("refuses a pattern that is no regular expression", async () => {
    const [message] = await messagesOf("args: {a: {pattern: '('}}\nsteps: [{id: a, run: x}]\n");
    expect(message).toMatch(/^Workflow argument a pattern is not a regular expression: /);
  });

  it("reads all of a declaration", async () => {
    const definition = await define(
      "{a: {default: 1, type: integer, required: true, enum: [1, 2], description: d, raw: true}, b: }",
    );
    expect([...definition.args.values()]).toEqual([
      {
        name: "a",
        description: "d",
        default: { value: 1 },
        type: "integer",
        typed: true,
        required: true,
        enum: [1, 2],
        raw: true,
      },
      { name: "b", type: "string", typed: false, required: false, raw: false },
    ]);
  });

  it("warns of names that share a variable", async () => {
    const loaded = await loadText("args: {user-id: {}, USER_ID: {}}\nsteps: [{id: a, run: x}]\n");
    expect(loaded.warnings).toEqual([
      "Workflow arguments user-id and USER_ID share the variable LOBSTER_ARG_USER_ID; only the last is seen there (line 1)",
    ]);
  });
});
