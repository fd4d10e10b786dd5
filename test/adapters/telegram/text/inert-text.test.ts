import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBody } from "../../../../adapters/telegram/encode.ts";
import { line, type Span } from "../../../../src/bot/text/rich-text.ts";
import { detectEntities } from "../../../peers/telegram/text/detect-entities.ts";
import type { Entity } from "../../../peers/telegram/text/entity.ts";
import { arbitraryBody } from "../../arbitrary-body.ts";

const codesOf = (...spans: readonly Span[]): readonly string[] => {
  const { text, entities } = encodeBody([line(...spans)]);
  return entities
    .filter(({ type }) => type === "code")
    .map(({ offset, length }) => text.slice(offset, offset + length));
};

describe("text that Telegram would make clickable", () => {
  it.each([
    ["a mention", "ask @someone now", ["@someone"]],
    ["a mention at the beginning", "@someone", ["@someone"]],
    ["everybody", "@everyone", ["@everyone"]],
    ["a command", "then /approve it", ["/approve"]],
    ["a command for a bot", "/deny@some_bot", ["/deny@some_bot"]],
    ["several", "@one_ /two @three", ["@one_", "/two", "@three"]],
    ["a mail address", "a@example.org", []],
    ["a path", "/usr/bin and a/b", []],
    ["a fraction", "1/2", []],
  ])("is code: %s", (_what, text, expected) => {
    expect(codesOf(text)).toEqual(expected);
  });

  it("is code across styles, which are cut around it", () => {
    const { text, entities } = encodeBody([
      line({ kind: "bold", text: "ask @some" }, { kind: "italic", text: "one now" }),
    ]);
    expect(text).toBe("ask @someone now");
    expect(entities).toEqual([
      { type: "bold", offset: 0, length: 4 },
      { type: "code", offset: 4, length: 8 },
      { type: "italic", offset: 12, length: 4 },
    ]);
  });

  it("stays as it is inside code and links, where nothing is found", () => {
    expect(encodeBody([{ kind: "code", text: "@someone /approve" }]).entities).toHaveLength(1);
    const linked = encodeBody([line({ kind: "link", text: "@someone", url: "https://x.example/" })]);
    expect(linked.entities.map(({ type }) => type)).toEqual(["text_link"]);
  });

  it("calls nobody and starts nothing, for any body", () => {
    fc.assert(
      fc.property(arbitraryBody, (body) => {
        const { text, entities } = encodeBody(body);
        const known = entities.map(({ type, offset, length }): Entity => ({ type, offset, length, details: {} }));
        const found = detectEntities(text, known).map(({ type }) => type);
        expect(found.filter((type) => type === "mention" || type === "bot_command")).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
