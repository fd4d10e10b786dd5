import { expect, test } from "vitest";
import { DEFAULT_MAX_OUTPUT_BYTES, resolveOutputLimit } from "../../../src/runtime/process/output-limit.ts";

test.each([
  [undefined, undefined, DEFAULT_MAX_OUTPUT_BYTES],
  ["", undefined, 512_000],
  ["  ", 70, 70],
  ["50", 70, 50],
  [" 50 ", 70, 50],
  ["90", 70, 70],
  ["0012", 70, 12],
])("LOBSTER_MAX_OUTPUT_BYTES=%j under a host cap of %s gives %s", (text, hostCap, expected) => {
  expect(resolveOutputLimit({ LOBSTER_MAX_OUTPUT_BYTES: text }, hostCap)).toBe(expected);
});

test.each(["0", "-1", "1.5", "1e3", "0x10", "many", "9007199254740992", "٣"])(
  "%j is refused, nothing having run",
  (text) => {
    expect(() => resolveOutputLimit({ LOBSTER_MAX_OUTPUT_BYTES: text })).toThrow(
      expect.objectContaining({
        code: "not_started",
        message: "LOBSTER_MAX_OUTPUT_BYTES must be a positive safe integer (bytes)",
      }),
    );
  },
);
