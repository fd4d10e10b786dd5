import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipBlocks } from "../../../src/bot/cards/clip-blocks.ts";
import { line, type Block, type RichText } from "../../../src/bot/text/rich-text.ts";

const words = fc.stringMatching(/^[a-z ]{0,30}$/);
const block: fc.Arbitrary<Block> = fc.oneof(
  words.map((text) => line(text)),
  fc.array(words, { maxLength: 6 }).map((items): Block => ({ kind: "list", items: items.map((item) => [item]) })),
  fc
    .array(words, { maxLength: 6 })
    .map((rows): Block => ({ kind: "table", columns: ["c"], rows: rows.map((row) => [row]) })),
  fc.array(words, { minLength: 1, maxLength: 6 }).map((lines): Block => ({ kind: "code", text: lines.join("\n") })),
);

const countLines = (body: RichText): number =>
  body.reduce((sum, part) => {
    switch (part.kind) {
      case "line":
        return sum + 1;
      case "list":
        return sum + part.items.length;
      case "table":
        return sum + part.rows.length;
      case "code":
      case "quote":
        return sum + part.text.split("\n").length;
    }
  }, 0);

describe("the beginning of a body", () => {
  it("and what is left out are together the whole: nothing is lost silently", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.nat(20), fc.nat(200), (body, lines, chars) => {
        const clipped = clipBlocks(body, lines, chars);
        expect(countLines(clipped.body) + clipped.left).toBe(countLines(body));
        expect(countLines(clipped.body)).toBeLessThanOrEqual(Math.max(lines, 0));
      }),
    );
  });

  it("is a beginning: after the first cut nothing else is shown", () => {
    const body: RichText = [line("a"), { kind: "code", text: "1\n2\n3" }, line("b")];
    expect(clipBlocks(body, 3, 1000)).toEqual({ body: [line("a"), { kind: "code", text: "1\n2" }], left: 2 });
  });

  it("is the whole when there is room", () => {
    const body: RichText = [line("a"), { kind: "list", items: [["b"], ["c"]] }];
    expect(clipBlocks(body, 3, 1000)).toEqual({ body, left: 0 });
  });
});
