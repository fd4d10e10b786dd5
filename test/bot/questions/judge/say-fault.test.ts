import { describe, expect, it } from "vitest";
import { sayFault } from "../../../../src/bot/questions/judge/say-fault.ts";
import { chooseWording } from "../../../../src/bot/wording/wording.ts";
import { explainResponse } from "../../../../src/runtime/workflow/response-schema.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";

const say = (language: string, schema: JsonObject, answer: JsonValue): readonly string[] =>
  explainResponse(schema, answer).map((problem) => sayFault(problem, chooseWording(language).form));

describe("what an answer misses", () => {
  it.each<readonly [JsonObject, JsonValue, string, string, string, string]>([
    [
      { maximum: 5 },
      6,
      "this has to be at most 5.",
      "значення має бути не більше ніж 5.",
      "5 以下の値にしてください。",
      "5 이하의 값이어야 합니다.",
    ],
    [
      { minItems: 3 },
      [],
      "this has to have at least 3 entries.",
      "потрібно щонайменше 3 записи.",
      "3 件以上にしてください。",
      "3개 이상이어야 합니다.",
    ],
    [{ required: ["tag"] }, {}, "tag is missing.", "бракує tag.", "tag がありません。", "빠졌습니다: tag."],
  ])("%j is said in the language of whoever answered", (schema, answer, english, ukrainian, japanese, korean) => {
    const said = ["en", "uk", "ja", "ko"].map((language) => say(language, schema, answer));
    expect(said).toEqual([[english], [ukrainian], [japanese], [korean]]);
  });

  it("stays in the validator's words where the facts do not say all of it", () => {
    expect(say("uk", { not: { type: "string" } }, "x")).toEqual(["must NOT be valid"]);
  });
});
