import { describe, expect, it } from "vitest";
import { applyText, openForm, planQuestion } from "../../../../src/bot/questions/index.ts";
import type { JsonObject } from "../../../../src/runtime/json.ts";
import { explainResponse } from "../../../../src/runtime/workflow/response-schema.ts";
import { chooseWording } from "../../../../src/bot/wording/wording.ts";

const answer = (language: string, schema: JsonObject, text: string) =>
  applyText(planQuestion(schema), openForm(), text, {
    validate: explainResponse,
    wording: chooseWording(language).form,
  });

describe("a typed answer", () => {
  it.each([
    ["uk", { type: "boolean" }, "Так", true],
    ["uk", { type: "boolean" }, "yes", true],
    ["ja", { type: "boolean" }, "いいえ", false],
    ["ko", { type: "boolean" }, "아니요", false],
    ["uk", { type: "number" }, "1,5", 1.5],
    ["ja", { type: "integer" }, "１５００", 1500],
    ["ja", { type: "number" }, "−１．５", -1.5],
    ["ja", { type: "string", format: "date" }, "２０２６年１２月１日", "2026-12-01"],
    [
      "ja",
      { type: "string", format: "date-time" },
      "2026年12月1日　１４：３０＋０９：００",
      "2026-12-01T14:30:00+09:00",
    ],
    ["ko", { type: "string", format: "date" }, "2026년 12월 1일", "2026-12-01"],
    ["ja", { enum: ["api", "web"] }, "２", "web"],
  ])("in %s for %j may be %s", (language, schema, text, value) => {
    expect(answer(language, schema, text).done).toEqual(value);
  });

  it.each(["5²", "①", "½"])("%s is no number that was meant otherwise", (text) => {
    expect(answer("ja", { type: "number" }, text).done).toBeUndefined();
  });

  it("of free text stays as it was typed", () => {
    expect(answer("ja", { type: "string" }, "１２：３０").done).toBe("１２：３０");
  });
});
