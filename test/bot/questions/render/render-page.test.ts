import { describe, expect, it } from "vitest";
import { listPageFields, openForm, planQuestion, renderFormPage } from "../../../../src/bot/questions/index.ts";
import type { RenderedPage } from "../../../../src/bot/questions/index.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";

function renderOf(schema: JsonObject, defaults?: JsonValue): RenderedPage {
  const fields = listPageFields(planQuestion(schema, defaults), openForm(), 5, context.wording);
  return renderFormPage(typeof schema["title"] === "string" ? schema["title"] : "", fields, context.wording);
}

describe("a page as a platform's form", () => {
  it("has short labels, and the whole names and descriptions in the message", () => {
    const title = "The address under which everybody finds the service";
    const page = renderOf({
      type: "object",
      title: "T".repeat(60),
      required: ["a"],
      properties: {
        a: { type: "string", title },
        b: { type: "string", description: "More\nabout it" },
        c: { type: "integer" },
      },
    });
    expect(page.title).toBe(`${"T".repeat(44)}…`);
    expect(page.fields.map(({ label }) => label)).toEqual(["1. The address under which everybody finds t…", "b", "c"]);
    expect(page.fields.every(({ label }) => label.length <= 45)).toBe(true);
    expect(page.fields.map(({ id, required, multiline }) => [id, required, multiline])).toEqual([
      ["1", true, true],
      ["2", false, true],
      ["3", false, false],
    ]);
    expect(JSON.stringify(page.body)).toContain(`1. ${title}`);
    expect(JSON.stringify(page.body)).toContain("about it");
  });

  it("is prefilled with defaults, unless they are too long to come back whole", () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "string" }, b: { type: "string" }, c: {} } };
    const page = renderOf(schema, { a: "x", b: "y".repeat(4_001), c: { k: 1 } });
    expect(page.fields.map(({ value }) => value)).toEqual(["x", undefined, '{"k":1}']);
    expect(page.title).toBe("Answer");
  });

  it("shows control characters in labels", () => {
    expect(renderOf({ type: "object", properties: { "a\u202Eb": { type: "string" } } }).fields[0]?.label).toBe(
      "a\\u{202e}b",
    );
  });
});
