import { describe, expect, it } from "vitest";
import {
  currentStep,
  renderFormStep,
  type RenderedStep,
  type StepLimits,
} from "../../../../src/bot/questions/index.ts";
import type { JsonObject } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";
import { openChat, type Chat } from "../chat.ts";
import { DISCORD_LIKE, FEW_BUTTONS, TELEGRAM_LIKE } from "../limits.ts";

const render = (chat: Chat, limits: StepLimits = DISCORD_LIKE): RenderedStep =>
  renderFormStep(chat.step(), limits, context.wording);
const labelsOf = ({ rows }: RenderedStep): readonly string[] => rows.flat().map(({ label }) => label);
const textOf = ({ body }: RenderedStep): string => JSON.stringify(body);
const numbered = (count: number): JsonObject => ({
  enum: Array.from({ length: count }, (_, index) => `host-${index + 1}`),
});
const listOf = (count: number, more: JsonObject = {}): JsonObject => ({
  type: "array",
  items: numbered(count),
  ...more,
});

const long = (end: string): string => `${"A very long title that no list can carry, ".repeat(3)}${end}`;

describe("where the platform has selects", () => {
  it("one of up to eight values has a button each, and one of more is chosen from a list", () => {
    const few = render(openChat(numbered(8)));
    expect(few.menu).toBeUndefined();
    expect(few.rows.flat()).toHaveLength(8);
    const many = render(openChat(numbered(9)));
    expect(many.menu).toMatchObject({ placeholder: "Choose one", min: 1, max: 1 });
    expect(many.menu?.options[8]).toEqual({ label: "host-9", value: "8" });
    expect(many.rows).toEqual([]);
    expect(textOf(many)).toContain("Choose one of 9, or write it.");
  });

  it("several of any few values are chosen from a list, within the bounds of the schema", () => {
    const { menu, rows, body } = render(openChat(listOf(3, { minItems: 1, maxItems: 2 })));
    expect(menu).toMatchObject({ placeholder: "Choose 1 to 2", min: 1, max: 2 });
    expect(menu?.options.map(({ value }) => value)).toEqual(["0", "1", "2"]);
    expect(rows).toEqual([]);
    expect(JSON.stringify(body)).toContain("Choose 1 to 2 from the list; what you choose is taken at once.");
    expect(JSON.stringify(body)).not.toContain("Done");
    expect(render(openChat(listOf(3))).menu).toMatchObject({ min: 0, max: 3 });
    expect(render(openChat(listOf(25))).menu?.options).toHaveLength(25);
  });

  it("none of them, and what is marked already, is handed in with Done", () => {
    const none = render(openChat(listOf(3)));
    expect(labelsOf(none)).toEqual(["Done"]);
    expect(textOf(none)).toContain("Done takes none of them.");
    const chat = openChat(listOf(3, { minItems: 2 }));
    chat.press("host-2");
    expect(labelsOf(render(chat))).toEqual([]);
    expect(render(chat).menu?.options.map(({ preselected }) => preselected)).toEqual([undefined, true, undefined]);
    chat.press("host-3");
    expect(labelsOf(render(chat))).toEqual(["Done"]);
    expect(textOf(render(chat))).toContain("Done takes what is chosen there now.");
  });

  it("several of more values than a list holds keep their pages of buttons, marks and Done", () => {
    const chat = openChat(listOf(26));
    expect(render(chat)).toEqual(render(chat, FEW_BUTTONS));
    expect(labelsOf(render(chat))).toEqual(expect.arrayContaining(["host-1", "More ›", "Done"]));
  });

  it("one of more values than a list holds is chosen on pages that reach every one", () => {
    const chat = openChat(numbered(60));
    const seen: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const rendered = render(chat);
      seen.push(...(rendered.menu?.options.map(({ value }) => value) ?? []));
      expect(rendered.menu?.max).toBe(1);
      expect(labelsOf(rendered)).toEqual([...(page > 0 ? ["‹ Previous"] : []), ...(page < 2 ? ["More ›"] : [])]);
      const more = rendered.rows.flat().find(({ label }) => label === "More ›");
      if (more !== undefined) expect(chat.act(more.action).problems).toEqual([]);
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(index)));
    expect(textOf(render(chat))).toContain("51 to 60 of 60");
    expect(render(chat, TELEGRAM_LIKE).menu).toBeUndefined();
    expect(chat.choose("host-60").done).toBe("host-60");
  });

  it("labels that are too long are cut and stand whole in the message, and descriptions do", () => {
    const chat = openChat({
      type: "array",
      items: {
        oneOf: [
          { const: "x".repeat(500), title: long("one") },
          { const: 2, title: long("two"), description: "The second" },
          { const: 3, title: "short" },
        ],
      },
    });
    const rendered = render(chat);
    const labels = rendered.menu?.options.map(({ label }) => label) ?? [];
    expect(labels[0]).toMatch(/^1\. A very long.*…$/u);
    expect(labels[2]).toBe("short");
    expect(labels.every((label) => label.length <= 100)).toBe(true);
    expect(textOf(rendered)).toContain(`1. ${long("one")}`);
    expect(textOf(rendered)).toContain(`2. ${long("two")}: The second`);
    expect(rendered.menu?.options.map(({ value }) => value)).toEqual(["0", "1", "2"]);
  });

  it("what cannot be seen in a label is shown", () => {
    const { menu } = render(openChat(listOf(1, { items: { enum: ["a\u202eb\u200b"] } })));
    expect(menu?.options[0]?.label).toBe(String.raw`a\u{202e}b\u{200b}`);
  });

  it("stays within five rows, the list included, whatever else can be pressed", () => {
    const chat = openChat(
      {
        type: "object",
        properties: {
          a: { type: "string" },
          l: {
            type: "array",
            items: { type: "object", properties: { b: { type: ["array", "null"], items: numbered(20) } } },
          },
        },
      },
      { a: "x", l: [{ b: ["host-1", "host-2", "host-3"] }] },
    );
    chat.type("x");
    while (chat.step().kind !== "multi_choice") {
      const next = ["Fill in", "Add another"].find((label) => chat.labels().includes(label));
      expect(next).toBeDefined();
      chat.press(next ?? "");
    }
    const rendered = render(chat);
    expect(rendered.menu?.options).toHaveLength(20);
    expect(rendered.rows.length).toBeLessThanOrEqual(4);
    const { length } = render(chat, { ...DISCORD_LIKE, buttonRows: 100 }).rows;
    expect(render(chat, { ...DISCORD_LIKE, buttonRows: length }).rows.length).toBeLessThan(length);
    expect(labelsOf(rendered)).toEqual(expect.arrayContaining(["Done", "Skip", "None", "Back", "Remove this entry"]));
  });

  it("marks that are too many for the list, as only a stored form can have, are shown on buttons", () => {
    const chat = openChat(listOf(5, { maxItems: 2 }));
    const rendered = (picked: readonly number[]): RenderedStep => {
      const state = { ...chat.state(), marks: { stop: "0", picked } };
      return renderFormStep(currentStep(chat.plan, state, context.wording), DISCORD_LIKE, context.wording);
    };
    expect(rendered([0, 1]).menu?.options).toHaveLength(5);
    expect(rendered([0, 1, 2]).menu).toBeUndefined();
  });

  it("what is not chosen keeps its buttons: yes or no, the fields of a summary", () => {
    const boolean = render(openChat({ type: "boolean" }));
    expect(boolean.menu).toBeUndefined();
    const properties = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, { type: "boolean" }]));
    const chat = openChat({ type: "object", required: Object.keys(properties), properties });
    for (let field = 0; field < 10; field += 1) chat.press("Yes");
    expect(chat.step().kind).toBe("summary");
    expect(render(chat).menu).toBeUndefined();
    expect(labelsOf(render(chat))).toContain("Edit f0");
  });
});
