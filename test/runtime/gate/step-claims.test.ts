import { describe, expect, it } from "vitest";
import { readStepClaims } from "../../../src/runtime/gate/step-claims.ts";

const claim = (members: Readonly<Record<string, string>>): ReturnType<typeof readStepClaims> =>
  readStepClaims("plan", { id: "plan", json: { requiresApproval: { prompt: "Go?", ...members } } });

describe("the people a step names", () => {
  it.each([
    ["initiatedBy", " dev-lead@example.org "],
    ["requiredApprover", "Dev_Lead.2"],
  ])("are taken by their id: %s", (name, id) => {
    expect(claim({ [name]: id })).toMatchObject({ [name]: id.trim() });
  });

  it.each(["initiatedBy", "initiated_by", "requiredApprover", "required_approver"])(
    "are refused, naming the step, when they are words: %s",
    (name) => {
      expect(() => claim({ [name]: "the build; approved by all" })).toThrow(/step plan .*a person's id/);
    },
  );

  it("are nobody when the id is empty", () => {
    expect(claim({ initiatedBy: " ", requiredApprover: "" })).toEqual({
      prompt: "Go?",
      requireDifferentApprover: false,
    });
  });
});
