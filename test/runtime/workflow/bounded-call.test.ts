import { describe, expect, it } from "vitest";
import { callWithin, TimeLimitError } from "../../../src/runtime/workflow/bounded-call.ts";

describe("a bounded call", () => {
  it("returns what was calculated", () => {
    expect(callWithin(1_000, () => ({ sum: 1 + 1 }))).toEqual({ sum: 2 });
  });

  it("passes on what was thrown", () => {
    const error = new RangeError("mine");
    expect(() =>
      callWithin(1_000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it("stops a regular expression that would take for ever", () => {
    const start = performance.now();
    expect(() => callWithin(50, () => /^(a+)+$/.test(`${"a".repeat(80)}!`))).toThrow(TimeLimitError);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("stops a loop, and works again afterwards", () => {
    expect(() =>
      callWithin(50, () => {
        for (;;);
      }),
    ).toThrow("was stopped after 50 ms");
    expect(callWithin(1_000, () => "again")).toBe("again");
  });

  it("can be used inside itself", () => {
    expect(callWithin(1_000, () => callWithin(1_000, () => "inner"))).toBe("inner");
  });
});
