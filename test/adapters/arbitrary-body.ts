import fc from "fast-check";
import type { Block, RichText, Span } from "../../src/bot/text/rich-text.ts";

/** Text as workflows, steps and people may write it: any characters, and everything that a platform could take for its own. */
const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom("@everyone", "@a_person", "/approve A1B2C3D4", "/deny@other_bot x", "/usr/bin", "a@b.example"),
      fc.constantFrom(
        "<b>",
        "*x*",
        "_y_",
        "[z](tg://user?id=1)",
        "`",
        "https://x.example/@me",
        "<@123456789012345678>",
        "<t:1:R>",
        ":smile:",
        "```\n",
        "\n# x",
        "\n1. - + > x",
        "||",
        "\\",
        " ",
        "  \n",
        "\t",
        "\u0000",
      ),
      fc.constantFrom("👩‍🚀", "😀", "é", "e\u0301", "\u202e", "\u200f", "\ud83d", "שלום"),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const span: fc.Arbitrary<Span> = fc.oneof(
  hostileText,
  hostileText.map((text) => ({ kind: "bold" as const, text })),
  hostileText.map((text) => ({ kind: "italic" as const, text })),
  hostileText.map((text) => ({ kind: "code" as const, text })),
  hostileText.map((text) => ({ kind: "time" as const, text, at: 1_700_000_000_000 })),
  fc
    .tuple(hostileText, fc.constantFrom("https://x.example/a?b=c", "tg://user?id=1", "javascript:x", "nothing"))
    .map(([text, url]) => ({ kind: "link" as const, text, url })),
);

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.array(span, { maxLength: 6 }).map((spans) => ({ kind: "line" as const, spans })),
  fc.array(fc.array(span, { maxLength: 3 }), { maxLength: 4 }).map((items) => ({ kind: "list" as const, items })),
  hostileText.map((text) => ({ kind: "code" as const, text })),
  hostileText.map((text) => ({ kind: "code" as const, text, language: "json" })),
  hostileText.map((text) => ({ kind: "quote" as const, text })),
  fc.integer({ min: 1, max: 3 }).chain((width) => {
    const row = fc.array(hostileText, { minLength: width, maxLength: width });
    return fc.record({
      kind: fc.constant("table" as const),
      columns: row,
      rows: fc.array(row, { maxLength: 4 }),
    });
  }),
);

/** A body of any blocks. */
export const arbitraryBody: fc.Arbitrary<RichText> = fc.array(block, { maxLength: 8 });
