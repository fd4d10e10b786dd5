import { describe, expect, it } from "vitest";
import type { Block, Span } from "../../../../src/bot/text/rich-text.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { openChat, type Chat } from "../chat.ts";

/** A step as lines of plain text. */
function linesOf(chat: Chat): readonly string[] {
  return chat.step().body.flatMap(writeBlock);
}

function writeBlock(block: Block): readonly string[] {
  if (block.kind === "line") return [writeSpans(block.spans)];
  if (block.kind === "list") return block.items.map((item) => `- ${writeSpans(item)}`);
  return block.kind === "table" ? [] : block.text.split("\n");
}

function writeSpans(spans: readonly Span[]): string {
  return spans
    .map((span) => (typeof span === "string" ? span : span.kind === "code" ? `\`${span.text}\`` : span.text))
    .join("");
}

/** The labels of an enum's options. */
function labelsOf(options: readonly JsonValue[]): readonly string[] {
  return openChat({ enum: options })
    .step()
    .options.map(({ label }) => label);
}

function expectsReply(schema: JsonObject): boolean {
  return openChat(schema).step().reply !== undefined;
}

describe("a step", () => {
  it("shows titles and descriptions, of the question and of objects on the way, once", () => {
    const chat = openChat({
      type: "object",
      title: "Deployment",
      description: "What goes live.\nRead it twice.",
      required: ["owner", "why"],
      properties: {
        owner: {
          type: "object",
          title: "Owner",
          description: "Who answers for it",
          required: ["name", "mail"],
          properties: { name: { type: "string", title: "Name", description: "In full" }, mail: { type: "string" } },
        },
        why: { type: "string" },
      },
    });
    expect(linesOf(chat)).toEqual([
      "Deployment",
      "What goes live.",
      "Read it twice.",
      "Who answers for it",
      "Owner › Name (1 of 3)",
      "In full",
      "Write text.",
    ]);
    chat.type("Ann");
    expect(linesOf(chat)).toEqual(["Owner › mail (2 of 3)", "Write text."]);
  });

  it.each<[JsonObject, string]>([
    [{ type: "integer", minimum: 1, maximum: 9 }, "Write a whole number, at least 1 and at most 9."],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, "Write a number, more than 0 and less than 1."],
    [{ type: "string", minLength: 2, maxLength: 5, pattern: "^v" }, "Write text of 2 to 5 characters that matches ^v."],
    [{ type: "string", format: "uri" }, "Write text in the form “uri”."],
    [{ title: "Anything" }, "Reply with any JSON, or send it as a .json file. Text needs its quotes."],
    [{ type: "string", format: "date" }, "Write a date, such as 2026-12-01."],
    [{ type: "array", items: { enum: ["a", "b"] }, minItems: 1 }, "Mark 1 to 2, then press Done. Marked so far: 0."],
    [
      { type: "array", items: { type: "string" }, maxItems: 2 },
      "Write one entry at a time, then press Done. Entries so far: 0; allowed: up to 2.",
    ],
    [{ enum: Array.from({ length: 9 }, (_, index) => `o${index}`) }, "Choose one of 9, or write it."],
  ])("says how it is answered: %j", (schema, hint) => {
    expect(linesOf(openChat(schema))).toContain(hint);
  });

  it("for JSON shows the schema that the answer has to fit", () => {
    const text = linesOf(openChat({ type: ["object", "string"], required: ["x"] })).join("\n");
    expect(text).toContain('"required": [\n    "x"\n  ]');
  });

  it("for a part that refers to elsewhere shows all of the schema", () => {
    const chat = openChat({ type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } });
    expect(chat.step().kind).toBe("json");
    expect(linesOf(chat).join("\n")).toContain('"children"');
  });

  it("expects a written reply only where there is nothing to press instead", () => {
    const written: readonly JsonObject[] = [
      { type: "string" },
      { type: "integer" },
      {},
      { type: "array", items: { type: "string" } },
    ];
    const pressed: readonly JsonObject[] = [
      { type: "boolean" },
      { enum: ["a"] },
      { type: "array", items: { enum: ["a"] } },
      { type: "array", items: { type: "boolean" } },
      { type: "object", properties: { a: { type: "boolean" } } },
    ];
    expect(written.map(expectsReply)).toEqual([true, true, true, true]);
    expect(pressed.map(expectsReply)).toEqual([false, false, false, false, false]);
  });

  it("tells what was answered apart from words about it", () => {
    const chat = openChat({
      type: "object",
      properties: {
        word: { type: ["string", "null"] },
        nothing: { type: ["string", "null"] },
        empty: { type: "string" },
        left: { type: "string" },
        long: { type: "string" },
      },
    });
    chat.type("None");
    chat.press("None");
    chat.sendPage({ "3": "" });
    chat.press("Skip");
    chat.type("one\n```two```");
    expect(linesOf(chat)).toEqual([
      "Your answer",
      "- word: `None`",
      "- nothing: None",
      "- empty: left out",
      "- left: left out",
      "long: ",
      "one",
      "```two```",
      "Nothing is sent before you press Submit.",
    ]);
  });

  it("tells fields of one title apart by their names", () => {
    const chat = openChat({
      type: "object",
      required: ["from", "to", "note"],
      properties: {
        from: { type: "string", title: "Place" },
        to: { type: "string", title: "Place" },
        note: { type: "string", title: "Note" },
      },
    });
    expect(chat.step().name).toBe("Place (from)");
    chat.type("a");
    expect(chat.type("b").problems).toEqual([]);
    expect(chat.step().name).toBe("Note");
  });

  it("keeps whole what a summary shows, however long", () => {
    const chat = openChat({ type: "object", properties: { a: { type: "string" } } });
    const value = "x".repeat(50_000);
    chat.type(value);
    expect(linesOf(chat)).toContain(`- a: \`${value}\``);
  });
});

describe("the labels of options", () => {
  it("are the values as people write them, told apart by type", () => {
    expect(labelsOf(["a", 1, 1.5, true, null, { k: 1 }, [2], "", " "])).toEqual([
      "a",
      "1",
      "1.5",
      "true",
      "None",
      '{"k":1}',
      "[2]",
      "(empty text)",
      '" "',
    ]);
    expect(labelsOf(["1", 1, "None", null])).toEqual(['1 ("1")', "1 (1)", 'None ("None")', "None (null)"]);
  });

  it("show control and bidirectional characters", () => {
    expect(labelsOf(["a\u202Eb", "c\nd", "e\u0000"])).toEqual(["a\\u{202e}b", "c\\u{a}d", "e\\u{0}"]);
  });

  it("with one title carry their values", () => {
    const chat = openChat({
      oneOf: [
        { const: "eu", title: "Zone" },
        { const: "us", title: "Zone " },
        { const: "x", title: " " },
      ],
    });
    expect(chat.step().options.map(({ label }) => label)).toEqual(['Zone ("eu")', 'Zone ("us")', "x"]);
  });
});
