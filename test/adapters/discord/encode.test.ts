import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBody, encodeKeyboard, encodeMessage, encodePlain } from "../../../adapters/discord/encode.ts";
import { encodeFiles } from "../../../adapters/discord/wire/files.ts";
import { encodeForm } from "../../../adapters/discord/wire/form.ts";
import { markOf } from "../../../adapters/discord/wire/mark.ts";
import { line, plain, type Block, type Span } from "../../../src/bot/text/rich-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import { readMarkup, type Active } from "../../peers/discord/index.ts";
import { arbitraryBody } from "../arbitrary-body.ts";

const bold = (text: string): Span => ({ kind: "bold", text });
const italic = (text: string): Span => ({ kind: "italic", text });
const code = (text: string): Span => ({ kind: "code", text });

describe("a body on Discord", () => {
  it.each<[string, Block, string, readonly Active[]]>([
    [
      "a line",
      line("a ", bold("b"), " ", italic("c"), code("d")),
      "a b cd",
      [
        { kind: "bold", text: "b" },
        { kind: "italic", text: "c" },
        { kind: "code", text: "d" },
      ],
    ],
    ["styles that touch", line(bold("a"), bold("b")), "ab", [{ kind: "bold", text: "a" }]],
    ["code that touches", line(code("a"), code("b")), "ab", [{ kind: "code", text: "a" }]],
    ["a style with space around", line(italic("Why: "), "x"), "Why: x", [{ kind: "italic", text: "Why:" }]],
    ["code that holds code", line(code("a`b")), "a`b", []],
    [
      "a link",
      line({ kind: "link", text: "card", url: "https://discord.com/channels/1/(2)" }),
      "card",
      [{ kind: "link", text: "https://discord.com/channels/1/%282%29" }],
    ],
    ["a link that runs", line({ kind: "link", text: "x", url: "javascript:y" }), "x (javascript:y)", []],
    [
      "a point in time",
      line("until ", { kind: "time", at: 1_767_225_600_999, text: "2026-01-01 00:00 UTC" }),
      "until 2026-01-01 00:00 UTC",
      [{ kind: "time", text: "2026-01-01 00:00 UTC" }],
    ],
    ["a list", { kind: "list", items: [["one"], ["- two"]] }, "• one\n• - two", []],
    [
      "code",
      { kind: "code", text: "  a\n  b <@1>", language: "json" },
      "  a\n  b <@1>",
      [{ kind: "code block", text: "json" }],
    ],
    [
      "code that ends code",
      { kind: "code", text: "a\n```\n@everyone" },
      "a\n```\n@everyone",
      [{ kind: "quote", text: "a\n```\n@everyone" }],
    ],
    ["code between empty lines", { kind: "code", text: "\n\na\n" }, "\n\na", [{ kind: "quote", text: "\n\na" }]],
    ["a quote", { kind: "quote", text: "a\n\n# b" }, "a\n\n# b", [{ kind: "quote", text: "a\n\n# b" }]],
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
      [{ kind: "code block", text: "" }],
    ],
    [
      "a table too wide for a phone",
      { kind: "table", columns: ["host", "why"], rows: [["alpha", "because of something long that wraps"]] },
      "• host: alpha · why: because of something long that wraps",
      [
        { kind: "bold", text: "host" },
        { kind: "bold", text: "why" },
      ],
    ],
    [
      "markup of any kind",
      line("**b** _i_ ~~s~~ ||h|| `c` # > - [z](https://x.example)"),
      "**b** _i_ ~~s~~ ||h|| `c` # > - [z](https://x.example)",
      [],
    ],
    [
      "mentions of any kind",
      line("@everyone <@1> <@&2> <#3> </run:4> <id:home>"),
      "@everyone <@1> <@&2> <#3> </run:4> <id:home>",
      [],
    ],
    [
      "addresses, times and emoji",
      line("https://x.example <t:1:R> :smile: <a:b:1>"),
      "https://x.example <t:1:R> :smile: <a:b:1>",
      [],
    ],
    ["a number at the beginning of a line", line("1", ". x"), "1. x", []],
    ["what cannot be seen", line("a\u202eb\u0000"), "a\\u{202e}b\\u{0}", []],
    ["empty parts", line(bold(""), "x", code(""), italic(" ")), "x", []],
  ])("shows %s", (_what, block, text, active) => {
    expect(readMarkup(encodeBody([block]))).toEqual({ text, active });
  });

  it("puts blocks below each other, and a quote ends where the next block begins", () => {
    const { text, active } = readMarkup(encodeBody([line("a"), { kind: "quote", text: "b" }, line("c")]));
    expect([text, active]).toEqual(["a\nb\nc", [{ kind: "quote", text: "b" }]]);
  });

  it("says what was put in, and nothing in it is markup of its own, for any body", () => {
    fc.assert(
      fc.property(arbitraryBody, (body) => {
        const { text, active } = readMarkup(encodeBody(body));
        expect(squeeze(text)).toBe(squeeze(body.map(plainOfBlock).join("\n")));
        expect(active.filter((one) => !isOurs(one))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a message", () => {
  const buttons = [
    [
      { label: "Approve", payload: "1:approve:0123456789abcdef", style: "primary" as const },
      { label: "Deny with reason", payload: "1:denywhy:0123456789abcdef", opensForm: true as const },
    ],
    [],
  ];

  it("is one frame with text, files and buttons, mentions nobody and has no previews", () => {
    const message = encodeMessage({ body: plain("Deploy?"), buttons, files: [{ name: "a b.json", text: "{}" }] });
    expect(message).toMatchObject({ flags: (1 << 15) | (1 << 2), allowed_mentions: { parse: [] } });
    expect(message.components).toMatchObject([
      {
        type: 17,
        components: [
          { type: 10, content: "Deploy?" },
          { type: 13, file: { url: "attachment://a_b.json" } },
          {
            type: 1,
            components: [
              { style: 1, label: "Approve", custom_id: "1:approve:0123456789abcdef" },
              { style: 2, label: "Deny with reason", custom_id: "form|1:denywhy:0123456789abcdef" },
            ],
          },
        ],
      },
    ]);
  });

  it("carries what it takes to find it again, and is sent once for each nonce", () => {
    const nonce = "0123456789abcdef01234567";
    const message = encodeMessage({ body: plain("x") }, { nonce });
    expect(message).toMatchObject({ nonce, enforce_nonce: true, components: [{ id: markOf(nonce) }] });
    expect(markOf(nonce)).toBeLessThan(2 ** 31);
    expect(markOf("fffffff0")).toBeLessThan(2 ** 31);
  });

  it("names every file it has once, those of an edited message too", () => {
    const { components } = encodeMessage({ body: plain("x") }, { keptFiles: ["a.json", "a.json", "b.txt"] });
    expect(components[0]?.components.filter((part) => "file" in part)).toHaveLength(2);
  });

  it("has no row without buttons, so that an edit takes them away", () => {
    expect(encodeKeyboard({ buttons: [[]] })).toEqual([]);
  });

  it("is never empty: not its text, not a label, not a file", () => {
    const { components } = encodeMessage({ body: [], buttons: [[{ label: " ", payload: "1:x:0123456789abcdef" }]] });
    expect(JSON.stringify(components)).toContain('"content":"…"');
    expect(JSON.stringify(components)).toContain('"label":"…"');
    expect(encodeFiles([{ name: "é.txt", text: "" }])).toMatchObject([{ name: "_.txt", data: Buffer.from("\n") }]);
  });

  it("goes into a file as plain text", () => {
    expect(encodePlain([line(bold("a*b")), { kind: "code", text: "x\ny" }])).toBe("a*b\nx\ny\n");
  });
});

describe("a select", () => {
  const select = { payload: "1:qchoose:0123456789abcdef:1", placeholder: "Choose up to 2", min: 0, max: 2 };

  it("fills a row above the buttons, with what was chosen before", () => {
    const options = [
      { label: "api", value: "0" },
      { label: "web", value: "1", preselected: true as const },
    ];
    const buttons = [[{ label: "Done", payload: "1:q:0123456789abcdef:done@1" }]];
    expect(encodeKeyboard({ select: { ...select, options }, buttons })).toMatchObject([
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: "1:qchoose:0123456789abcdef:1",
            placeholder: "Choose up to 2",
            min_values: 0,
            max_values: 2,
            options: [
              { label: "api", value: "0" },
              { label: "web", value: "1", default: true },
            ],
          },
        ],
      },
      { type: 1, components: [{ type: 2, label: "Done" }] },
    ]);
  });

  it("has labels within their length, never empty, and with what is invisible shown", () => {
    const labels = ["x".repeat(120), "", "a\u202eb"];
    const options = labels.map((label, index) => ({ label, value: String(index) }));
    const [row] = encodeKeyboard({ select: { ...select, placeholder: "p".repeat(200), options } });
    expect(row?.components[0]).toMatchObject({
      placeholder: `${"p".repeat(149)}…`,
      options: [{ label: `${"x".repeat(99)}…` }, { label: "…" }, { label: String.raw`a\u{202e}b` }],
    });
  });
});

describe("a form", () => {
  const field = { id: "reason", label: "Reason", required: true, multiline: true };

  it("is a modal with a label above each field", () => {
    expect(encodeForm({ title: "Deny", payload: "1:denyform:0123456789abcdef", fields: [field] })).toEqual({
      custom_id: "1:denyform:0123456789abcdef",
      title: "Deny",
      components: [
        {
          type: 18,
          label: "Reason",
          component: { type: 4, custom_id: "reason", style: 2, required: true },
        },
      ],
    });
  });

  it("fits whatever its words are, and leaves out what does not fit into a field rather than cut it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.string({ maxLength: 80 }), (title, label) => {
        const form = encodeForm({ title, payload: "p", fields: [{ ...field, label, value: "x".repeat(4001) }] });
        const [part] = form.components as readonly { readonly label: string; readonly component: object }[];
        expect(form.title.length).toBeLessThanOrEqual(45);
        expect(form.title.trim()).not.toBe("");
        expect(part?.label.length).toBeLessThanOrEqual(45);
        expect(part?.component).not.toHaveProperty("value");
      }),
    );
  });

  it("shows a value of several lines in a field of several lines", () => {
    const [part] = encodeForm({
      title: "t",
      payload: "p",
      fields: [{ ...field, multiline: false, value: "a\nb" }],
    }).components;
    expect(part).toMatchObject({ component: { style: 2, value: "a\nb" } });
  });
});

const OURS: ReadonlySet<Active["kind"]> = new Set(["bold", "italic", "code", "code block", "quote"]);

/** Markup that a block or span asked for. */
function isOurs({ kind, text }: Active): boolean {
  if (kind === "link") return text === "https://x.example/a?b=c";
  return kind === "time" ? text === "2023-11-14 22:13 UTC" : OURS.has(kind);
}

/** White space at the ends and the padding of tables aside. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function plainOfBlock(block: Block): string {
  switch (block.kind) {
    case "line":
      return block.spans.map(plainOfSpan).join("");
    case "list":
      return block.items.map((item) => `• ${item.map(plainOfSpan).join("")}`).join("\n");
    case "code":
    case "quote":
      return showInvisible(block.text, true);
    case "table":
      return plainOfTable([block.columns, ...block.rows].map((row) => row.map((cell) => showInvisible(cell, false))));
  }
}

function plainOfTable(table: readonly (readonly string[])[]): string {
  const [columns = [], ...rows] = table;
  const widths = columns.map((_, column) => Math.max(...table.map((row) => Array.from(row[column] ?? "").length)));
  const lines = table.map((row) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Array.from(cell).length)).join("  "),
  );
  const block = lines.map((written) => written.trimEnd()).join("\n");
  const isNarrow = block.split("\n").every((written) => Array.from(written).length <= 38);
  const isCode = isNarrow && !block.includes("```") && !/^\n|\n$/.test(block) && block.trim() !== "";
  if (isCode) return block;
  return rows.map((row) => `• ${row.map((cell, index) => `${nameOf(columns[index])}${cell}`).join(" · ")}`).join("\n");
}

function nameOf(column: string | undefined): string {
  return column === undefined || column === "" ? "" : `${column}: `;
}

function plainOfSpan(span: Span): string {
  if (typeof span === "string") return showInvisible(span, false);
  const text = showInvisible(span.text, false);
  if (span.kind === "time") return "2023-11-14 22:13 UTC";
  if (span.kind !== "link") return text;
  return span.url.startsWith("https:") && text.trim() !== "" ? text : `${text} (${span.url})`;
}
