import fc from "fast-check";
import type { MessageEntity } from "grammy/types";
import { describe, expect, it } from "vitest";
import { encodeBody, encodeKeyboard, encodeMessage } from "../../../adapters/telegram/encode.ts";
import { showLost } from "../../../adapters/telegram/text/lost-marks.ts";
import type { Conversation } from "../../../src/bot/adapter.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import { line, type Block, type RichText, type Span } from "../../../src/bot/text/rich-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import { arbitraryBody } from "../arbitrary-body.ts";

/** More entities than this are left out by Telegram without a word. */
const MAX_ENTITIES = 100;

const GROUP: Conversation = { platform: "telegram", id: "-1001234567890" };
const PRIVATE: Conversation = { platform: "telegram", id: "111" };

describe("a body on Telegram", () => {
  it.each<[string, Block, string, readonly MessageEntity[]]>([
    [
      "a line",
      line("a ", { kind: "bold", text: "b" }, { kind: "italic", text: "c" }, { kind: "code", text: "d" }),
      "a bcd",
      [
        { type: "bold", offset: 2, length: 1 },
        { type: "italic", offset: 3, length: 1 },
        { type: "code", offset: 4, length: 1 },
      ],
    ],
    [
      "a link",
      line({ kind: "link", text: "card", url: "https://t.me/c/1/2" }),
      "card",
      [{ type: "text_link", offset: 0, length: 4, url: "https://t.me/c/1/2" }],
    ],
    ["a link that would mention", line({ kind: "link", text: "x", url: "tg://user?id=1" }), "x (tg://user?id=1)", []],
    ["a link that runs", line({ kind: "link", text: "x", url: "javascript:y" }), "x (javascript:y)", []],
    [
      "a point in time",
      line("until ", { kind: "time", at: 1_767_225_600_999, text: "2026-01-01 00:00 UTC" }),
      "until 2026-01-01 00:00 UTC",
      [{ type: "date_time", offset: 6, length: 20, unix_time: 1_767_225_600, date_time_format: "Dt" }],
    ],
    ["a list", { kind: "list", items: [["one"], ["two"]] }, "• one\n• two", []],
    [
      "code",
      { kind: "code", text: "  a\n  b", language: "json" },
      "  a\n  b",
      [{ type: "pre", offset: 0, length: 7, language: "json" }],
    ],
    ["a quote", { kind: "quote", text: "a\nb" }, "a\nb", [{ type: "blockquote", offset: 0, length: 3 }]],
    [
      "a narrow table",
      {
        kind: "table",
        columns: ["host", "cpu"],
        rows: [
          ["alpha", "1"],
          ["b", "22"],
        ],
      },
      "host   cpu\nalpha  1\nb      22",
      [{ type: "pre", offset: 0, length: 29 }],
    ],
    [
      "a table too wide for a phone",
      { kind: "table", columns: ["host", "why"], rows: [["alpha", "because of something long that wraps"]] },
      "• host: alpha · why: because of something long that wraps",
      [
        { type: "bold", offset: 2, length: 4 },
        { type: "bold", offset: 16, length: 3 },
      ],
    ],
    [
      "an emoji before an entity",
      line("😀", { kind: "bold", text: "b" }),
      "😀b",
      [{ type: "bold", offset: 2, length: 1 }],
    ],
    ["markup of any kind", line("<b>x</b> *y* [z](tg://user?id=1)"), "<b>x</b> *y* [z](tg://user?id=1)", []],
    ["what cannot be seen", line("a\u202eb\u0000"), "a\\u{202e}b\\u{0}", []],
    ["empty parts", line({ kind: "bold", text: "" }, "x", { kind: "code", text: "" }), "x", []],
  ])("shows %s", (_what, block, text, entities) => {
    const encoded = encodeBody([block]);
    expect(encoded.text).toBe(text);
    expect(encoded.entities.map(withoutUndefined)).toEqual(entities);
  });

  it("puts blocks below each other", () => {
    expect(encodeBody([line("a"), { kind: "quote", text: "b" }, line("c")]).text).toBe("a\nb\nc");
  });

  it("keeps everything readable and inert with more entities than Telegram takes", () => {
    const styles = encodeBody(Array.from({ length: 120 }, () => line({ kind: "bold", text: "b" }, " x")));
    expect(styles.entities).toEqual([]);
    const codes = encodeBody(Array.from({ length: 120 }, () => line({ kind: "bold", text: "b" }, " @someone")));
    expect(codes.entities).toEqual([{ type: "pre", offset: 0, length: codes.text.length }]);
  });

  it("keeps the marks that Telegram would take away", () => {
    expect(encodeBody([line("A\u030angstro\u0308m x\u030a")]).text).toBe("Ångström x\\u{30a}");
  });

  it("says what was put in, and no entity is out of place, for any body", () => {
    fc.assert(
      fc.property(arbitraryBody, (body) => {
        const { text, entities } = encodeBody(body);
        expect(squeeze(text)).toBe(squeeze(plainOf(body)));
        expect(entities.length).toBeLessThanOrEqual(MAX_ENTITIES);
        expect(entities.filter((entity) => !isInPlace(text, entity))).toEqual([]);
        const pairs = entities.flatMap((one, index) => entities.slice(index + 1).map((other) => [one, other] as const));
        expect(pairs.filter(([one, other]) => !isApart(one, other))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the markup of a message", () => {
  it("is an inline keyboard with styles", () => {
    const buttons = [
      [
        { label: "Approve", payload: "a", style: "primary" as const },
        { label: "Deny", payload: "d", style: "danger" as const },
        { label: "Details", payload: "i", style: "plain" as const },
      ],
      [],
    ];
    expect(encodeKeyboard({ buttons })).toEqual({
      inline_keyboard: [
        [
          { text: "Approve", callback_data: "a", style: "primary" },
          { text: "Deny", callback_data: "d", style: "danger" },
          { text: "Details", callback_data: "i" },
        ],
      ],
    });
  });

  it("is nothing without buttons, so that an edit takes them away", () => {
    expect(encodeKeyboard({ buttons: [] })).toBeUndefined();
    expect(encodeMessage({ body: [] }, GROUP).reply_markup).toBeUndefined();
  });

  it("asks those who may answer in a group, by a mention that is not seen", () => {
    const message = { body: [line("Why?")], expectReply: { placeholder: "Reason", from: ["101", "102"] } };
    expect(encodeMessage(message, GROUP).reply_markup).toEqual({
      force_reply: true,
      input_field_placeholder: "Reason",
      selective: true,
    });
    const { text, entities } = encodeMessage(message, GROUP);
    expect(text).toBe("Why?\u2063\u2063");
    expect(entities).toMatchObject([
      { type: "text_mention", offset: 4, length: 1, user: { id: 101 } },
      { type: "text_mention", offset: 5, length: 1, user: { id: 102 } },
    ]);
  });

  it("asks everybody where nobody is named, and mentions nobody in a private chat", () => {
    expect(encodeMessage({ body: [], expectReply: {} }, GROUP).reply_markup).toEqual({ force_reply: true });
    const message = { body: [line("Why?")], expectReply: { from: ["101"] } };
    expect(encodeMessage(message, PRIVATE).reply_markup).toEqual({ force_reply: true });
    expect(encodeMessage(message, PRIVATE)).toMatchObject({ text: "Why?", entities: [] });
  });

  it("shortens a placeholder between characters", () => {
    const expectReply = { placeholder: "😀".repeat(40) };
    const markup = encodeMessage({ body: [], expectReply }, PRIVATE).reply_markup;
    expect(markup).toEqual({ force_reply: true, input_field_placeholder: `${"😀".repeat(31)}…` });
  });
});

describe("cutting text", () => {
  it("never cuts a character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(/\p{Cs}/u.test(cut)).toBe(false);
      }),
    );
  });
});

function withoutUndefined(entity: MessageEntity): unknown {
  return JSON.parse(JSON.stringify(entity));
}

/** White space at the ends and the padding of tables aside. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function plainOf(body: RichText): string {
  return body.map(plainOfBlock).join("\n");
}

function plainOfBlock(block: Block): string {
  switch (block.kind) {
    case "line":
      return block.spans.map(plainOfSpan).join("");
    case "list":
      return block.items.map((item) => `• ${item.map(plainOfSpan).join("")}`).join("\n");
    case "code":
    case "quote":
      return show(block.text, true);
    case "table": {
      const rows = [block.columns, ...block.rows].map((row) => row.map((cell) => show(cell, false)));
      const widths = block.columns.map((_, column) =>
        Math.max(...rows.map((row) => Array.from(row[column] ?? "").length)),
      );
      const lines = rows.map((row) =>
        row
          .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Array.from(cell).length))
          .join("  ")
          .trimEnd(),
      );
      if (lines.every((written) => Array.from(written).length <= 38)) return lines.join("\n");
      const [columns = [], ...others] = rows;
      return others
        .map((row) => `• ${row.map((cell, index) => `${nameOf(columns[index])}${cell}`).join(" · ")}`)
        .join("\n");
    }
  }
}

function nameOf(column: string | undefined): string {
  return column === undefined || column === "" ? "" : `${column}: `;
}

function plainOfSpan(span: Span): string {
  if (typeof span === "string") return show(span, false);
  const text = show(span.text, false);
  return span.kind === "link" && !span.url.startsWith("https:") ? `${text} (${span.url})` : text;
}

function isInPlace(text: string, { offset, length }: MessageEntity): boolean {
  const isInsidePair = (edge: number): boolean =>
    /[\ud800-\udbff]$/.test(text.slice(0, edge)) && /^[\udc00-\udfff]/.test(text.slice(edge));
  const end = offset + length;
  return offset >= 0 && length > 0 && end <= text.length && !isInsidePair(offset) && !isInsidePair(end);
}

/** Entities stand beside each other, or inside a quote. */
function isApart(one: MessageEntity, other: MessageEntity): boolean {
  const isBeside = one.offset + one.length <= other.offset || other.offset + other.length <= one.offset;
  const isInside = one.offset <= other.offset && other.offset + other.length <= one.offset + one.length;
  return isBeside || (one.type === "blockquote" && isInside);
}

/** What a reader is shown of a text; both parts have tests of their own. */
function show(text: string, multiline: boolean): string {
  return showLost(showInvisible(text, multiline));
}
