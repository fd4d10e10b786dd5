import { expect, it } from "vitest";
import { describeThrown } from "../../../src/bot/log.ts";

it("what is logged of an error never quotes its message, whatever its lines begin with", () => {
  const error = new Error("workflow command failed (1):\n  at first the password was hunter2222");
  expect(JSON.stringify(describeThrown(error))).not.toContain("hunter2222");
});
