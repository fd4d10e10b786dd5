import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedaction } from "../../../src/bot/text/redaction.ts";
import { createVisibleText, showInvisible } from "../../../src/bot/text/visible-text.ts";

describe("text that people see", () => {
  it.each([
    ["plain text, Ünïcödé, 日本語", false, "plain text, Ünïcödé, 日本語"],
    ["two\nlines", false, "two\\u{a}lines"],
    ["two\nlines\tand", true, "two\nlines\tand"],
    ["windows\r\nlines", true, "windows\nlines"],
    ["over\rwritten", true, "over\\u{d}written"],
    ["\u001b[2J", true, "\\u{1b}[2J"],
    ["a\u0000b\u0085", false, "a\\u{0}b\\u{85}"],
    ["\u202eevil\u2069", false, "\\u{202e}evil\\u{2069}"],
    ["zero\u200bwidth\ufeff", false, "zero\\u{200b}width\\u{feff}"],
    ["soft\u00adhyphen\u034f", false, "soft\\u{ad}hyphen\\u{34f}"],
    ["tag\u{e0041}", false, "tag\\u{e0041}"],
    ["line\u2028separator", true, "line\\u{2028}separator"],
    ["half \ud800 pair", false, "half \\u{d800} pair"],
    ["emoji 👩‍🚀 ❤️", false, "emoji 👩‍🚀 ❤️"],
    ["more emoji 🏳️‍🌈 👩🏽‍🚀 1️⃣ 🏃‍♂️", false, "more emoji 🏳️‍🌈 👩🏽‍🚀 1️⃣ 🏃‍♂️"],
    ["pro\u200dd prod\ufe0f", false, "pro\\u{200d}d prod\\u{fe0f}"],
    ["🚀\u200d\u200d🚀 🚀\u200d", false, "🚀\\u{200d}\\u{200d}🚀 🚀\\u{200d}"],
    ["prod\u2800 filler\u{16fe4}", false, "prod\\u{2800} filler\\u{16fe4}"],
    ["blank\u{1d159}\u{13441}\u{13442}\u{13439}", false, "blank\\u{1d159}\\u{13441}\\u{13442}\\u{13439}"],
    [`a${"\u0301".repeat(6)}b`, false, `a${"\u0301".repeat(4)}\\u{301}\\u{301}b`],
    ["Việt שָׁלוֹם ที่ नमस्ते हिन्दी བསྒྲུབས", false, "Việt שָׁלוֹם ที่ नमस्ते हिन्दी བསྒྲུབས"],
    ["supplement\u{e0100} musical\u{1d173}", false, "supplement\\u{e0100} musical\\u{1d173}"],
  ])("%j (several lines: %j)", (text, multiline, expected) => {
    expect(showInvisible(text, multiline)).toBe(expected);
  });

  it("changes no more when it is made visible twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, multiline) => {
        const once = showInvisible(text, multiline);
        expect(showInvisible(once, multiline)).toBe(once);
      }),
    );
  });

  it("is cleaned in a form, and a value that may not be shown stays out", () => {
    const { form } = createVisibleText(createRedaction(["hunter22"]));
    const field = { id: "a", label: "b hunter22", required: true, multiline: false };
    expect(
      form({
        title: "hunter22\u202e",
        payload: "p",
        fields: [
          { ...field, value: "hunter22" },
          { ...field, value: "ok" },
        ],
      }),
    ).toEqual({
      title: "[redacted]\\u{202e}",
      payload: "p",
      fields: [
        { ...field, label: "b [redacted]" },
        { ...field, label: "b [redacted]", value: "ok" },
      ],
    });
  });

  it("is cleaned in every part of a message", () => {
    const { message } = createVisibleText(createRedaction(["hunter22"]));
    const bad = "hunter22\u202e";
    const good = "[redacted]\\u{202e}";
    expect(
      message({
        body: [
          { kind: "line", spans: [bad, { kind: "bold", text: bad }, { kind: "link", text: bad, url: bad }] },
          { kind: "line", spans: [{ kind: "time", at: 0, text: bad }] },
          { kind: "list", items: [[bad]] },
          { kind: "table", columns: [bad], rows: [[bad]] },
          { kind: "code", text: bad },
          { kind: "quote", text: bad },
        ],
        buttons: [[{ label: bad, payload: "p" }]],
        select: { payload: "s", placeholder: bad, min: 1, max: 1, options: [{ label: bad, value: "0" }] },
        files: [{ name: bad, text: bad }],
      }),
    ).toEqual({
      body: [
        { kind: "line", spans: [good, { kind: "bold", text: good }, { kind: "link", text: good, url: good }] },
        { kind: "line", spans: [{ kind: "time", at: 0, text: good }] },
        { kind: "list", items: [[good]] },
        { kind: "table", columns: [good], rows: [[good]] },
        { kind: "code", text: good },
        { kind: "quote", text: good },
      ],
      buttons: [[{ label: good, payload: "p" }]],
      select: { payload: "s", placeholder: good, min: 1, max: 1, options: [{ label: good, value: "0" }] },
      files: [{ name: good, text: good }],
    });
  });
});
