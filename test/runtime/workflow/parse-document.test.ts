import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { parseDocument } from "../../../src/runtime/workflow/parse-document.ts";

async function failure(text: string, name = "w.yaml"): Promise<LobsterError> {
  const outcome = await parseDocument(text, name).catch((thrown: unknown) => thrown);
  if (outcome instanceof LobsterError) return outcome;
  throw new Error(`expected a LobsterError, got ${String(outcome)}`);
}

describe("reading a YAML document", () => {
  it.each([
    ["a: 1", { a: 1 }],
    ["a: yes", { a: "yes" }],
    ["a: 0x10", { a: 16 }],
    ["a: 1e3", { a: 1000 }],
    ["a: 9007199254740993", { a: 9007199254740993n }],
    ["a: !!str 5", { a: "5" }],
    ["1: x\ntrue: y\n: z", { "1": "x", true: "y", "": "z" }],
    ["a: &x [1, 2]\nb: *x", { a: [1, 2], b: [1, 2] }],
    ['"<<": kept', { "<<": "kept" }],
    ["\uFEFFa: 1", { a: 1 }],
    ['{"a": [1, null]}', { a: [1, null] }],
    ["", null],
  ])("reads %j", async (text, value) => {
    expect((await parseDocument(text, "w.lobster")).value).toEqual(value);
  });

  it("keeps a key named __proto__ as data", async () => {
    const { value } = await parseDocument("__proto__: {a: 1}", "w.yaml");
    expect(Object.entries(value ?? {})).toEqual([["__proto__", { a: 1 }]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ["a: 1\na: 2", "Map keys must be unique: a at line 2, column 1"],
    ["1: x\n'1': y", "Map keys must be unique: 1 at line 2, column 1"],
    ["a: 1\n---\nb: 2", "Workflow file holds several YAML documents; keep one at line 2, column 1"],
    ["x: &b {a: 1}\ny:\n  <<: *b", "Merge keys (<<) are not supported; write the keys out at line 3, column 3"],
    ["a: *nobody", "Unresolved alias (the anchor must be set before the alias): nobody at line 1, column 4"],
    ["a: &x [*x]", "Unresolved alias (the anchor must be set before the alias): x at line 1, column 8"],
    ["a: .inf", "Workflow file has a number that JSON cannot hold (infinite or not a number) at line 1, column 4"],
    ["[a]: 1", "Workflow file has a key that is not plain text at line 1, column 1"],
    [
      "a: !!set {x, y}",
      "Workflow file has a tag that is not supported: tag:yaml.org,2002:set; remove it at line 1, column 10",
    ],
  ])("refuses %j", async (text, message) => {
    const error = await failure(text);
    expect({ message: error.message, code: error.code, type: error.type }).toEqual({
      message,
      code: "invalid_workflow",
      type: "runtime_error",
    });
  });

  it("refuses values that only another YAML schema gives", async () => {
    expect((await failure("a: !!timestamp 2020-01-01")).message).toContain("tag that is not supported");
    expect((await failure("%YAML 1.1\n---\na: 2020-01-01")).message).toContain("JSON cannot hold");
  });

  it("names every syntax problem with its place", async () => {
    const { problems } = await failure("a: [1\nb: {\n");
    expect(problems.length).toBeGreaterThan(1);
    for (const problem of problems)
      expect(problem).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  it("refuses aliases that multiply", async () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level <= 9; level += 1) {
      lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ")}]`);
    }
    expect((await failure(lines.join("\n"))).message).toMatch(/more than 100000 values/);
  });

  it.each([
    ["brackets", "[".repeat(200) + "]".repeat(200)],
    ["far too many brackets", "[".repeat(40_000)],
    ["indentation", Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("refuses a document too deep in %s", async (_what, text) => {
    expect(await failure(text)).toMatchObject({ code: "invalid_workflow" });
  });

  it("refuses a text with too many tokens before it costs seconds", async () => {
    const start = performance.now();
    expect((await failure("- x\n".repeat(1_000_000))).message).toBe("Workflow file is too large to be read; split it");
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe("reading a JSON document", () => {
  it.each([
    ['{"a": 9007199254740993}', { a: 9007199254740993n }],
    ['\uFEFF{"a": "{\\"b\\": 1}"}', { a: '{"b": 1}' }],
    ["[]", []],
  ])("reads %j", async (text, value) => {
    expect((await parseDocument(text, "W.JSON")).value).toEqual(value);
  });

  it("gives the place of a syntax problem", async () => {
    const [problem] = (await failure('{\n  "a": 1,\n  oops\n}', "w.json")).problems;
    expect(problem).toMatchObject({
      message: expect.stringMatching(/^Workflow file is not valid JSON: /),
      line: 3,
      column: 3,
    });
  });

  it("refuses a key that stands twice, which a parser would take silently", async () => {
    const { problems } = await failure('{"a": {"x": 1},\n "b": [{"x": 1, "y": "x", "\\u0078": 2}]}', "w.json");
    expect(problems).toEqual([{ message: "Map keys must be unique: x at line 2, column 27", line: 2, column: 27 }]);
  });

  it("refuses a document that is too deep", async () => {
    expect((await failure("[".repeat(150) + "]".repeat(150), "w.json")).message).toMatch(/more than 100 levels/);
  });
});

describe("places in a document", () => {
  const yaml = "steps:\n  - id: a\n    env: &v {X: y}\n  - id: b\n    env:\n      Z: *v\n";
  const json = '{ "steps": [\n  {"id": "a", "env": {"X": "y"}},\n  {"env": {"Z": "{[]}"}, "id": "b"}\n] }';
  it.each([
    [yaml, "w.yaml", ["steps", 1, "env", "Z"], undefined, { line: 6, column: 10 }],
    [yaml, "w.yaml", ["steps", 1, "env", "Z", "X"], undefined, { line: 3, column: 17 }],
    [yaml, "w.yaml", ["steps", 1, "env", "Z"], "key", { line: 6, column: 7 }],
    [yaml, "w.yaml", ["steps", 0, "missing"], undefined, { line: 2, column: 5 }],
    [yaml, "w.yaml", [], undefined, { line: 1, column: 1 }],
    [json, "w.json", ["steps", 0, "env", "X"], undefined, { line: 2, column: 28 }],
    [json, "w.json", ["steps", 1, "id"], "key", { line: 3, column: 26 }],
    [json, "w.json", ["steps", 1, "missing", 5], undefined, { line: 3, column: 3 }],
    [json, "w.json", ["steps", 7], undefined, { line: 1, column: 12 }],
  ] as const)("are found (%#)", async (text, name, path, of, place) => {
    expect((await parseDocument(text, name)).locate(path, of)).toEqual(place);
  });
});
