import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  convertArguments,
  formatRunCommand,
  parseArguments,
  parseRunCommand,
} from "../../../src/bot/typing/command-line.ts";
import type { ArgDefinition } from "../../../src/runtime/workflow/definition.ts";

function arg(name: string, parts: Partial<ArgDefinition> = {}): ArgDefinition {
  return { name, type: "string", typed: false, required: false, raw: false, ...parts };
}

function declare(...args: readonly ArgDefinition[]): ReadonlyMap<string, ArgDefinition> {
  return new Map(args.map((one) => [one.name, one]));
}

describe("parseRunCommand", () => {
  test.each(["", "   ", "\n"])("%j asks which workflow", (rest) => {
    expect(parseRunCommand(rest)).toEqual({ kind: "choose" });
  });

  test.each<[string, string, Record<string, string>]>([
    ["deploy", "deploy", {}],
    ["  deploy   env=prod tag=v1.2 ", "deploy", { env: "prod", tag: "v1.2" }],
    [`deploy note="a b" why='it''s' empty=`, "deploy", { note: "a b", why: "its", empty: "" }],
    ["deploy url=https://x/?a=b&c=d", "deploy", { url: "https://x/?a=b&c=d" }],
    [`deploy text="line 1\nline 2"`, "deploy", { text: "line 1\nline 2" }],
    [`deploy "my name"=x`, "deploy", { "my name": "x" }],
    ["deploy cmd=$(rm)", "deploy", { cmd: "$(rm)" }],
    ["deploy ref=$build.json.tag", "deploy", { ref: "$build.json.tag" }],
    ["deploy __proto__=x constructor=y", "deploy", { ["__proto__"]: "x", constructor: "y" }],
    ["../secret env=prod", "../secret", { env: "prod" }],
  ])("%j", (rest, workflow, given) => {
    const command = parseRunCommand(rest);
    expect(command).toMatchObject({ kind: "run", workflow });
    expect(command.kind === "run" ? [...command.given] : []).toEqual(Object.entries(given));
  });

  test.each([
    ["env=prod deploy", { kind: "workflow_first" }],
    ["deploy prod", { kind: "no_assignment", text: "prod" }],
    ['deploy "env=prod"', { kind: "no_assignment", text: "env=prod" }],
    ["deploy =prod", { kind: "no_name", text: "=prod" }],
    ["deploy env=a env=b", { kind: "given_twice", name: "env" }],
    ['deploy env="a', { kind: "open_quote", quote: '"' }],
    ["deploy note=“two words”", { kind: "no_assignment", text: "words”" }],
  ])("%j is refused: %j", (rest, problem) => {
    expect(parseRunCommand(rest)).toEqual({ kind: "malformed", problem });
  });

  test("arguments alone are read in the same way", () => {
    expect(parseArguments(`a=1 b='x y'`)).toEqual({
      kind: "arguments",
      given: new Map([
        ["a", "1"],
        ["b", "x y"],
      ]),
    });
    expect(parseArguments("")).toEqual({ kind: "arguments", given: new Map() });
    expect(parseArguments("deploy")).toMatchObject({ kind: "malformed" });
  });

  test("a formatted command gives back every name and value, however hostile", () => {
    const hostile = fc.string({ unit: fc.constantFrom("'", '"', "\\", " ", "=", "\n", "$", "`", "“", "a", "\u202e") });
    const text = fc.oneof(hostile, fc.string({ unit: "grapheme" }));
    const given = fc.uniqueArray(
      fc.tuple(
        text.filter((name) => name !== ""),
        text,
      ),
      { maxLength: 5, selector: ([name]) => name },
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), given, (workflow, entries) => {
        const line = formatRunCommand(workflow, new Map(entries));
        expect(parseRunCommand(line.slice("/run".length))).toEqual({ kind: "run", workflow, given: new Map(entries) });
      }),
    );
  });
});

describe("convertArguments", () => {
  test("values are converted by declared type, and text stays as it is", () => {
    const definitions = declare(
      arg("text"),
      arg("count", { type: "integer", typed: true }),
      arg("dry", { type: "boolean", typed: true }),
      arg("list", { type: "array", typed: true }),
    );
    const given = new Map([
      ["text", "42"],
      ["count", "42"],
      ["dry", "yes"],
      ["list", "[1, 2]"],
    ]);
    expect(convertArguments(definitions, given)).toEqual({
      kind: "converted",
      args: { text: "42", count: 42, dry: true, list: [1, 2] },
      missing: [],
    });
  });

  test("required arguments without value and default are missing; defaults are the runtime's", () => {
    const definitions = declare(
      arg("given", { required: true }),
      arg("wanted", { required: true }),
      arg("defaulted", { required: true, default: { value: null } }),
      arg("optional"),
    );
    expect(convertArguments(definitions, new Map([["given", ""]]))).toEqual({
      kind: "converted",
      args: { given: "" },
      missing: [definitions.get("wanted")],
    });
  });

  test("unknown names are refused with the known ones, together with every bad value", () => {
    const definitions = declare(arg("env", { enum: ["prod", "test"] }), arg("count", { type: "integer", typed: true }));
    const given = new Map([
      ["enw", "prod"],
      ["count", "many"],
      ["zzz", ""],
      ["constructor", "x"],
    ]);
    expect(convertArguments(definitions, given)).toEqual({
      kind: "refused",
      problems: [
        { kind: "no_such_argument", name: "enw", known: ["env", "count"], nearest: "env" },
        { kind: "bad_value", name: "count", fault: { kind: "type", type: "integer" } },
        { kind: "no_such_argument", name: "zzz", known: ["env", "count"] },
        { kind: "no_such_argument", name: "constructor", known: ["env", "count"] },
      ],
    });
  });

  test("a workflow without arguments says so", () => {
    expect(convertArguments(declare(), new Map([["a", "1"]]))).toEqual({
      kind: "refused",
      problems: [{ kind: "no_such_argument", name: "a", known: [] }],
    });
  });

  test("an argument may be called __proto__", () => {
    const converted = convertArguments(declare(arg("__proto__")), new Map([["__proto__", "x"]]));
    expect(converted.kind === "converted" ? Object.entries(converted.args) : []).toEqual([["__proto__", "x"]]);
  });
});
