import { describe, expect, it } from "vitest";
import {
  applyAction,
  applyText,
  currentStep,
  decodeFormState,
  openForm,
  planQuestion,
} from "../../../../src/bot/questions/index.ts";
import { context } from "../ajv-validator.ts";

const entry = (value: unknown): unknown => ({ format: "lobster.form.v1", entries: { "/a": value } });

describe("a stored form", () => {
  it("is read back as it was", () => {
    const state = {
      format: "lobster.form.v1",
      entries: {
        "": { kind: "list", count: 1, closed: false },
        "/0": { kind: "value", json: "12345678901234567890" },
        "/x": { kind: "open" },
        "/y": { kind: "skipped" },
      },
      focus: "1",
      page: { stop: "1", from: 8 },
      marks: { stop: "1", picked: [0, 2] },
      whole: true,
      usedDefaults: true,
    };
    expect(decodeFormState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(decodeFormState(openForm())).toEqual(openForm());
  });

  it.each([
    undefined,
    null,
    [],
    "{}",
    {},
    { format: "lobster.form.v2", entries: {} },
    { format: "lobster.form.v1" },
    { format: "lobster.form.v1", entries: [] },
    { format: "lobster.form.v1", entries: { a: { kind: "open" } } },
    entry(null),
    entry({ kind: "value" }),
    entry({ kind: "value", json: 1 }),
    entry({ kind: "value", json: "{broken" }),
    entry({ kind: "list", count: -1, closed: true }),
    entry({ kind: "list", count: 1 }),
    entry({ kind: "else" }),
  ])("%j is none", (stored) => {
    expect(decodeFormState(stored)).toBeUndefined();
  });

  it("that belongs to another question does no harm", () => {
    const stored = decodeFormState({
      format: "lobster.form.v1",
      entries: {
        "/a": { kind: "list", count: 999_999_999, closed: true },
        "/b": { kind: "value", json: "[1]" },
        "/c": { kind: "open" },
        "/d": { kind: "list", count: 100_000, closed: false },
        "": { kind: "open" },
      },
      focus: "99",
      page: { stop: "1", from: 1e15 },
      marks: { stop: "4", picked: [7, 1e9] },
    });
    const plan = planQuestion({
      type: "object",
      required: ["a", "b", "c"],
      properties: {
        a: { type: "string" },
        b: { type: "integer" },
        c: { enum: ["x"] },
        d: { type: "array", items: { enum: ["x", "y"] } },
      },
    });
    if (stored === undefined) throw new Error("The form could not be read");
    expect(currentStep(plan, stored, context.wording).name).toBe("a");
    const typed = applyText(plan, stored, "text", context);
    expect(currentStep(plan, typed.state, context.wording)).toMatchObject({ name: "c" });
    expect(applyAction(plan, typed.state, "submit@s00000000", context).problems).toHaveLength(1);
  });
});
