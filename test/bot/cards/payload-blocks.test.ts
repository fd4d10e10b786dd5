import { describe, expect, it } from "vitest";
import { encodeBody, PLAIN } from "../../../adapters/terminal/encode.ts";
import { showPayload } from "../../../src/bot/cards/payload-blocks.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";

const DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new";

describe("what is approved", () => {
  it.each<[string, readonly JsonValue[], string | undefined, readonly string[]]>([
    ["nothing", [], undefined, []],
    [
      "a flat object as a list",
      [{ targets: ["api", "web"], risk: "high" }],
      undefined,
      ["  • targets: api, web", "  • risk: high"],
    ],
    ["texts as a list", ["one", "two"], undefined, ["  • one", "  • two"]],
    ["numbers as a list", [1, 2.5, 12345678901234567890n], undefined, ["  • 1", "  • 2.5", "  • 12345678901234567890"]],
    [
      "uniform objects as a table",
      [
        { host: "a", cpu: 1 },
        { host: "b", cpu: 22 },
      ],
      undefined,
      ["  host  cpu", "  a     1", "  b     22"],
    ],
    [
      "other objects as JSON",
      [{ host: "a" }, { name: "b" }],
      undefined,
      ["    [", "      {", '        "host": "a"', "      },", "      {", '        "name": "b"', "      }", "    ]"],
    ],
    [
      "a nested object as JSON",
      [{ a: { b: 1 } }],
      undefined,
      ["    {", '      "a": {', '        "b": 1', "      }", "    }"],
    ],
    ["a diff as a diff", [], DIFF, DIFF.split("\n").map((text) => `    ${text}`)],
    ["a diff item as a diff", [DIFF], undefined, DIFF.split("\n").map((text) => `    ${text}`)],
    ["a JSON preview as JSON", [], '{"a":1}', ['    {"a":1}']],
    ["a text preview as a quote", [], "all good", ["  > all good"]],
    ["a preview of several lines as they are", [], "one\n  two", ["    one", "      two"]],
    ["a preview that repeats the items once", [{ a: 1 }], '{"a": 1}', ["  • a: 1"]],
    ["a preview that says something else as well", [{ a: 1 }], '{"a": 2}', ["  • a: 1", '    {"a": 2}']],
    ["an empty object", [{}], undefined, ["    {}"]],
  ])("is shown: %s", (_what, items, preview, expected) => {
    expect(encodeBody(showPayload({ items, ...(preview === undefined ? {} : { preview }) }), PLAIN)).toEqual(expected);
  });

  it.each<[JsonValue, string]>([
    ["api", "api"],
    ["1", '"1"'],
    [1, "1"],
    ["true", '"true"'],
    [true, "true"],
    ["null", '"null"'],
    [null, "null"],
    ["", '""'],
    [" x ", '" x "'],
    ["a, b", '"a, b"'],
    [["a, b"], '["a, b"]'],
    [["a", "b"], "a, b"],
    [["a, b", "c"], '"a, b", c'],
    [[], "[]"],
    ["[]", '"[]"'],
    ['say "x"', '"say \\"x\\""'],
  ])("%j cannot be taken for anything else", (value, expected) => {
    const [shown = ""] = encodeBody(showPayload({ items: [{ v: value, w: 0 }] }), PLAIN);
    expect(shown).toBe(Array.isArray(value) && value.length === 1 ? "    {" : `  • v: ${expected}`);
  });
});
