import { describe, expect, it } from "vitest";
import { checkNode } from "../../../src/cli/doctor/node-check.ts";

describe("checkNode", () => {
  it.each([
    ["20.19.0", true],
    ["20.20.2", true],
    ["24.0.0", true],
    ["20.18.9", false],
    ["18.20.0", false],
    ["9.99.99", false],
  ])("compares %s by numbers, not by text", async (version, ok) => {
    expect(await checkNode(version)).toMatchObject({ ok });
  });
});
