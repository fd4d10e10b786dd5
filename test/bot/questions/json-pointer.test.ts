import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePointer, encodePointer, readAt } from "../../../src/bot/questions/json-pointer.ts";

describe("a JSON pointer", () => {
  it("escapes tildes and slashes", () => {
    expect(encodePointer(["a/b", "c~d", 0, ""])).toBe("/a~1b/c~0d/0/");
  });

  it("gives back the names it was written from", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (path) => {
        expect(decodePointer(encodePointer(path))).toEqual(path);
      }),
    );
  });

  it("must begin with a slash", () => {
    expect(decodePointer("a")).toBeUndefined();
    expect(decodePointer("")).toEqual([]);
  });

  it("leads to own members and to entries of lists only", () => {
    const value = { a: [{ "x/y": 1 }], length: 3 };
    expect(readAt(value, ["a", 0, "x/y"])).toBe(1);
    expect(readAt(value, ["a", "0", "x/y"])).toBe(1);
    for (const path of [
      ["constructor"],
      ["__proto__"],
      ["a", "length"],
      ["a", "01"],
      ["a", -1],
      ["a", 0, "x/y", "toString"],
    ]) {
      expect(readAt(value, path)).toBeUndefined();
    }
  });
});
