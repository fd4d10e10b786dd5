import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { COLOURED, encodeBody, encodeMessage, PLAIN } from "../../../adapters/terminal/encode.ts";
import { line, type Block } from "../../../src/bot/text/rich-text.ts";

describe("a message in the terminal", () => {
  it.each<[string, Block, readonly string[]]>([
    ["a line", line("a ", { kind: "bold", text: "b" }, { kind: "code", text: "c" }), ["a bc"]],
    ["a link", line({ kind: "link", text: "card", url: "https://x.example" }), ["card (https://x.example)"]],
    ["a time", line({ kind: "time", at: 0, text: "then" }), ["then"]],
    ["a list", { kind: "list", items: [["one"], ["two"]] }, ["  • one", "  • two"]],
    ["code", { kind: "code", text: "a\n  b" }, ["    a", "      b"]],
    ["a quote", { kind: "quote", text: "a\nb" }, ["  > a", "  > b"]],
    [
      "a table",
      {
        kind: "table",
        columns: ["host", "cpu"],
        rows: [
          ["alpha", "1"],
          ["b", "22"],
        ],
      },
      ["  host   cpu", "  alpha  1", "  b      22"],
    ],
  ])("shows %s", (_what, block, expected) => {
    expect(encodeBody([block], PLAIN)).toEqual(expected);
  });

  it("numbers its buttons", () => {
    const buttons = [
      [
        { label: "Approve", payload: "a" },
        { label: "Deny", payload: "d" },
      ],
    ];
    expect(encodeMessage({ body: [line("x")], buttons }, PLAIN, ({ payload }) => (payload === "a" ? 4 : 5))).toEqual([
      "x",
      "[4] Approve  [5] Deny",
    ]);
  });

  it("colours diffs where there are colours", () => {
    const diff: Block = { kind: "code", language: "diff", text: "+new\n-old\n same" };
    expect(encodeBody([diff], COLOURED)).toEqual([
      "    \u001b[32m+new\u001b[0m",
      "    \u001b[31m-old\u001b[0m",
      "     same",
    ]);
    expect(encodeBody([diff], PLAIN)).toEqual(["    +new", "    -old", "     same"]);
  });

  it.each(["[2] Approve  [1] Deny", " [1] Approve", "[?] x"])(
    "sets in a line that could pass for buttons: %j",
    (text) => {
      expect(encodeBody([line({ kind: "bold", text })], PLAIN)).toEqual([`  ${text}`]);
      expect(encodeBody([line(text)], COLOURED)).toEqual([`  ${text}`]);
    },
  );

  it("never lets data move the cursor, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const blocks: Block[] = [
          line(text, { kind: "bold", text }, { kind: "link", text, url: text }),
          { kind: "code", text },
          { kind: "quote", text },
          { kind: "list", items: [[text]] },
          { kind: "table", columns: [text], rows: [[text]] },
        ];
        const printed = encodeMessage({ body: blocks, buttons: [[{ label: text, payload: "p" }]] }, PLAIN);
        expect(Array.from(printed.join("\n")).filter(movesTheCursor)).toEqual([]);
      }),
    );
  });
});

/** Controls other than line breaks and tabs, and what turns the direction of text. */
function movesTheCursor(character: string): boolean {
  return character !== "\n" && character !== "\t" && /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(character);
}
