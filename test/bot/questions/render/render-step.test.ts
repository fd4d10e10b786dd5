import { describe, expect, it } from "vitest";
import { renderFormStep, type RenderedStep } from "../../../../src/bot/questions/index.ts";
import type { StepLimits } from "../../../../src/bot/questions/index.ts";
import type { JsonObject } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";
import { openChat, type Chat } from "../chat.ts";
import { FEW_BUTTONS, TELEGRAM_LIKE } from "../limits.ts";

const render = (chat: Chat, limits: StepLimits = FEW_BUTTONS): RenderedStep =>
  renderFormStep(chat.step(), limits, context.wording);
const labelsOf = ({ rows }: RenderedStep): readonly (readonly string[])[] =>
  rows.map((row) => row.map(({ label }) => label));
const textOf = ({ body }: RenderedStep): string => JSON.stringify(body);
const numbered = (count: number): JsonObject => ({
  enum: Array.from({ length: count }, (_, index) => `host-${index + 1}`),
});

const long = (end: string): string => `${"A very long title that no button can carry, ".repeat(3)}${end}`;

describe("a step on a platform", () => {
  it("shows up to eight options at once", () => {
    const rendered = render(openChat(numbered(8)));
    expect(rendered.rows.flat()).toHaveLength(8);
    expect(textOf(rendered)).not.toContain(" of 8");
  });

  it("shows more options in pages that reach every one of them", () => {
    const chat = openChat(numbered(20));
    const seen: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const labels = labelsOf(render(chat)).flat();
      seen.push(...labels.filter((label) => label.startsWith("host")));
      expect(labels.includes("‹ Previous")).toBe(page > 0);
      const more = render(chat)
        .rows.flat()
        .find(({ label }) => label === "More ›");
      expect(more === undefined).toBe(page === 2);
      if (more !== undefined) expect(chat.act(more.action).problems).toEqual([]);
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => `host-${index + 1}`));
    expect(textOf(render(chat))).toContain("17 to 20 of 20");
    const back = render(chat)
      .rows.flat()
      .find(({ label }) => label === "‹ Previous");
    chat.act(back?.action ?? "");
    expect(textOf(render(chat))).toContain("9 to 16 of 20");
  });

  it("turns pages of ten thousand options, and takes any page number", () => {
    const chat = openChat(numbered(10_000));
    for (const [from, first] of [
      ["9992", "9993 to 10000"],
      ["999999999999", "9993 to 10000"],
      ["5003", "5001 to 5008"],
    ]) {
      chat.act(`p${from}@0`);
      expect(textOf(render(chat))).toContain(`${first} of 10000`);
    }
    expect(chat.act(render(chat).rows[0]?.[0]?.action ?? "").done).toBe("host-5001");
  });

  it("keeps its page while options are marked, and forgets it with the next question", () => {
    const items = numbered(20);
    const chat = openChat({
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "array", items }, b: { type: "array", items } },
    });
    chat.act("p8@1");
    chat.press("host-9");
    expect(labelsOf(render(chat)).flat()).toContain("✓ host-9");
    chat.press("Done");
    expect(labelsOf(render(chat)).flat()).toContain("host-1");
  });

  it("spells out labels that are cut, numbered, in the message", () => {
    const chat = openChat({ enum: [long("one"), long("two"), "short"] });
    for (const limits of [TELEGRAM_LIKE, FEW_BUTTONS]) {
      const rendered = render(chat, limits);
      const labels = labelsOf(rendered).flat();
      expect(labels[0]).toMatch(/^1\. A very long.*…$/u);
      expect(labels[1]).toMatch(/^2\. A very long.*…$/u);
      expect(labels[2]).toBe("short");
      expect(labels.every((label) => label.length <= limits.buttonLabelChars)).toBe(true);
      expect(textOf(rendered)).toContain(`1. ${long("one")}`);
      expect(textOf(rendered)).toContain(`2. ${long("two")}`);
    }
  });

  it("never cuts a character in two", () => {
    const rendered = render(openChat({ enum: ["😀".repeat(100)] }), { ...FEW_BUTTONS, buttonLabelChars: 20 });
    expect(rendered.rows[0]?.[0]?.label).toMatch(/^1\. (?:😀)+…$/u);
  });

  it("shows descriptions of options", () => {
    const rendered = render(
      openChat({
        oneOf: [
          { const: 1, title: "One", description: "The first" },
          { const: 2, title: "Two" },
        ],
      }),
    );
    expect(textOf(rendered)).toContain("1. One: The first");
    expect(textOf(rendered)).not.toContain("Two");
  });

  it("has a short button for a long default, which the message shows whole", () => {
    const value = "d".repeat(200);
    const rendered = render(openChat({ type: "string" }, value));
    expect(labelsOf(rendered).flat()).toContain("Use default");
    expect(textOf(rendered)).toContain(value);
  });

  it("puts what does not fit into a file, whole", () => {
    const description = "word ".repeat(2_000).trim();
    const chat = openChat({ type: "object", properties: { a: { type: "string", description } } });
    const rendered = render(chat);
    expect(textOf(rendered)).toContain("question.txt");
    expect(textOf(rendered).length).toBeLessThan(500);
    expect(rendered.files).toEqual([{ name: "question.txt", text: expect.stringContaining(description) as unknown }]);
    chat.type("answer ".repeat(1_000).trim());
    expect(render(chat).files[0]?.text).toContain("answer ".repeat(1_000).trim());
    expect(labelsOf(render(chat)).flat()).toContain("Submit");
  });

  it("asks for a written reply with a short word and a message of its own", () => {
    const { reply } = render(openChat({ type: "integer", title: "Port" }));
    expect(reply).toEqual({
      placeholder: "A whole number",
      prompt: [{ kind: "line", spans: ["Reply to this message: Port"] }],
    });
    const { reply: unnamed } = render(openChat({ type: "integer", title: "x".repeat(5_000) }));
    expect(JSON.stringify(unnamed)).not.toContain("xxx");
  });

  it("marks what ends a step as the main button, and stays within five rows of five", () => {
    const chat = openChat(
      { type: "object", properties: { a: { type: ["array", "null"], items: numbered(30) } } },
      { a: ["host-1"] },
    );
    const { rows } = render(chat);
    expect(rows.length).toBeLessThanOrEqual(5);
    const styles = new Map(rows.flat().map(({ label, style }) => [label, style]));
    expect(styles.get("Done")).toBe("primary");
    expect(styles.get("Skip")).toBe("plain");
    expect([...styles.keys()]).toEqual(expect.arrayContaining(["Use default: host-1", "None", "More ›"]));
  });
});
