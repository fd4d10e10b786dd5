import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { decodeDocument, encodeDocument } from "../../../../src/runtime/store/file/document-text.ts";

const PATHS = { key: "doc", fileName: "doc.json", file: "/state/doc.json" };

function nest(levels: number, inside: JsonValue): JsonValue {
  let value = inside;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe("the text of a document", () => {
  test("is indented when it is small", () => {
    expect(encodeDocument("doc", { a: [1] }).toString()).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  });

  test.each<[string, JsonValue]>([
    ["large", Array.from({ length: 30_000 }, () => 1)],
    [
      "deep",
      nest(
        300,
        Array.from({ length: 40 }, () => 1),
      ),
    ],
    [
      "both",
      nest(
        300,
        Array.from({ length: 40_000 }, () => 1),
      ),
    ],
  ])("takes about the size of what is in it when it is %s", (_what, value) => {
    const bytes = encodeDocument("doc", value);
    expect(bytes.length).toBe(JSON.stringify(value).length + 1);
    expect(decodeDocument(PATHS, bytes)).toEqual(value);
  });

  test("is never many times the size of what is in it", () => {
    for (let levels = 1; levels < 20; levels += 1) {
      const value = nest(
        levels,
        Array.from({ length: 16_000 }, () => 1),
      );
      expect(encodeDocument("doc", value).length).toBeLessThan(20 * JSON.stringify(value).length);
    }
  });

  test("can be read again, or is not written: what is nested too deeply is refused, by its key", () => {
    const deepest = nest(1000 - 1, []);
    expect(decodeDocument(PATHS, encodeDocument("doc", deepest))).toEqual(deepest);
    const refused = expect.objectContaining({ code: "invalid_state", facts: { key: "doc" } });
    expect(() => encodeDocument("doc", [deepest])).toThrow(refused);
    expect(() => encodeDocument("doc", [deepest])).toThrow(
      "the document doc cannot be kept: The value is circular or nested deeper than 1000 levels; make it flatter",
    );
  });
});
