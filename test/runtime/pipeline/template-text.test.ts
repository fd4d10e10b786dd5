import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { applyFilters, parseFilterExpression } from "../../../src/runtime/pipeline/template-filters.ts";
import { findTemplatePlaces, parseTemplate } from "../../../src/runtime/pipeline/template-text.ts";

function render(text: string, item: JsonValue): string {
  return parseTemplate(text).render(item);
}

describe("placeholders", () => {
  const item = { a: { b: [10, "x"] }, n: null, t: true, big: 9007199254740993n, "": "blank", text: "hey" };
  test.each([
    ["{{a.b.0}}", "10"],
    ["{{ a.b.1 }}", "x"],
    ["{{a..b.0}}", "10"],
    ["{{a.b.length}}", "2"],
    ["{{text.length}}", "3"],
    ["{{a}}", '{"b":[10,"x"]}'],
    ["{{a.b}}", '[10,"x"]'],
    ["{{n}}|{{missing}}|{{n.x}}", "||"],
    ["{{t}}", "true"],
    ["{{big}}", "9007199254740993"],
    ["{{constructor}}{{__proto__}}{{a.constructor}}{{a.b.constructor}}", ""],
    ["{{}}", "{{}}"],
    ["{{ {a} }}", "{{ {a} }}"],
    ["{{a", "{{a"],
    ["{a}", "{a}"],
    ["{{t}}{{t}} end", "truetrue end"],
  ])("%j renders %j", (text, expected) => {
    expect(render(text, item)).toBe(expected);
  });

  test.each(["{{.}}", "{{this}}", "{{ }}"])("%j is the item", (text) => {
    expect(render(text, "x")).toBe("x");
  });

  test("text without placeholders is never changed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.includes("{{"));
        expect(render(text, {})).toBe(text);
      }),
    );
  });

  test("are where the pattern of the specification finds them", () => {
    const texts = fc.string({ unit: fc.constantFrom("{", "}", "a", " "), maxLength: 30 });
    fc.assert(
      fc.property(texts, (text) => {
        const matches = [...text.matchAll(/\{\{([^}]+)\}\}/g)];
        const expected = matches.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
        expect(findTemplatePlaces(text)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["{", "{{", "{{}", "{{ a }", "{{ a }}"])(
    "%j, repeated, is read in time in proportion to its length",
    (part) => {
      const began = performance.now();
      findTemplatePlaces(part.repeat(100_000));
      expect(performance.now() - began).toBeLessThan(300);
    },
  );

  test("what an item says is never a placeholder itself", () => {
    expect(render("{{x}}", { x: "{{y}}", y: "no" })).toBe("{{y}}");
  });
});

describe("filters", () => {
  test.each<[string, JsonValue, string]>([
    ["upper", "aé", "AÉ"],
    ["lower", "AB", "ab"],
    ["trim", "  a ", "a"],
    ["upper", null, ""],
    ["truncate 3", "abcdef", "abc..."],
    ["truncate 3", "abc", "abc"],
    ["truncate 0", "a", "..."],
    ["truncate 1", "😀😀", "😀..."],
    ["truncate", "x".repeat(81), `${"x".repeat(80)}...`],
    ["replace a b", "aba", "bbb"],
    ["replace a", "aba", "b"],
    ["replace", "aba", "aba"],
    ["replace . _", "a.b", "a_b"],
    ["replace a $&", "a", "$&"],
    ["split", "a,b", '["a","b"]'],
    ["split ' | '", "a | b", '["a","b"]'],
    ["first", [1, 2], "1"],
    ["last", [1, 2], "2"],
    ["first", "abc", "abc"],
    ["first", [], ""],
    ["length", [1, 2], "2"],
    ["length", "abc", "3"],
    ["length", 5, "0"],
    ["join", [1, "a", null], "1, a, "],
    ["join ''", ["a", "b"], "ab"],
    ["join", "a", "a"],
    ["json", { a: 1 }, '{\n  "a": 1\n}'],
    ["json", null, "null"],
    ["string", 5, "5"],
    ["string", ["a", [1, null], { b: 2 }], 'a,1,,{"b":2}'],
    ["string", { a: 1 }, '{"a":1}'],
    ["upper", ["a", "b"], "A,B"],
    ["default x", "", "x"],
    ["default x", null, "x"],
    ["default x", 0, "0"],
    ["default x", false, "false"],
    ["default 'a b'", null, "a b"],
    ['default "a \\" b"', null, 'a " b'],
    ["round", 1.5, "2"],
    ["round 2", 1.005, "1"],
    ["round 1", "2.25", "2.3"],
    ["round", "x", "x"],
    ["round", null, ""],
    ["date", 0, "1970-01-01T00:00:00.000Z"],
    ["date", "86400000", "1970-01-02T00:00:00.000Z"],
    ["date", "1700000000", "2023-11-14T22:13:20.000Z"],
    ["date", "1700000000000", "2023-11-14T22:13:20.000Z"],
    ["date YYYY-MM-DD", "2024-02-03T04:05:06Z", "2024-02-03"],
    ["date 'HH:mm:ss YYYY YYYY'", "2024-02-03T04:05:06Z", "04:05:06 2024 2024"],
    ["date", 1.5, "1970-01-01T00:00:00.001Z"],
    ["date", "soon", "soon"],
    ["date", null, ""],
    ["split | last | upper", "a,b", "B"],
  ])("%s of %j is %j", (filters, value, expected) => {
    expect(render(`{{ v | ${filters} }}`, { v: value })).toBe(expected);
  });

  test.each([
    ["x | shout", "Unknown template filter: shout"],
    ["x | ", "Unknown template filter: "],
    ["x | Upper", "Unknown template filter: Upper"],
    ["x | constructor", "Unknown template filter: constructor"],
    ["x | truncate -1", "template filter truncate needs a whole number"],
    ["x | truncate many", "template filter truncate needs a whole number"],
    ["x | round 101", "template filter round needs a whole number from 0 to 100 (got '101')"],
  ])("{{ %s }} is refused when it is parsed", (expression, message) => {
    expect(() => parseTemplate(`{{ ${expression} }}`)).toThrow(message);
  });

  test("an expression has its path and calls", () => {
    expect(parseFilterExpression("a.b | default 'x | y' | upper")).toEqual({
      path: "a.b",
      filters: [
        { name: "default", args: ["x | y"] },
        { name: "upper", args: [] },
      ],
    });
    expect(applyFilters(undefined, [{ name: "default", args: ["z"] }])).toBe("z");
    expect(() => applyFilters(1, [{ name: "nosuch", args: [] }])).toThrow("Unknown template filter: nosuch");
  });
});
