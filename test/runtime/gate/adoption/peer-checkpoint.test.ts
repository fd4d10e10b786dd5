import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { decodePeerCheckpoint, isSpentMarker } from "../../../../src/runtime/gate/adoption/peer-checkpoint.ts";

const VALID = {
  filePath: "/nowhere/w.lobster",
  resumeAtIndex: 1,
  steps: {},
  args: {},
  approvalStepId: "g",
  approvalIdentity: {},
};

const WITHOUT_GATE: Partial<typeof VALID> = { ...VALID };
delete WITHOUT_GATE.approvalStepId;

describe("a document in the place of a workflow's checkpoint", () => {
  it("that is one has its gate and its rules", () => {
    const identity = { initiatedBy: "bob", requiredApprover: " ann ", requireDifferentApprover: true };
    expect(decodePeerCheckpoint({ ...VALID, approvalIdentity: identity }, "workflow")).toMatchObject({
      stop: { kind: "approval", stepId: "g", identity: { ...identity, requiredApprover: "ann" } },
    });
  });

  const wrong: readonly [string, JsonValue][] = [
    ["that is empty", {}],
    ["that is a list", []],
    ["with a relative file", { ...VALID, filePath: "w.lobster" }],
    ["with arguments that are a list", { ...VALID, args: [] }],
    ["with steps that are text", { ...VALID, steps: "x" }],
    ["with a step that is text", { ...VALID, steps: { a: "x" } }],
    ["with costs that are a number", { ...VALID, cost: 1 }],
    ["without rules", { ...VALID, approvalIdentity: null }],
    ["with a blank approver", { ...VALID, approvalIdentity: { requiredApprover: " " } }],
    ["with an approver that is a list", { ...VALID, approvalIdentity: { requiredApprover: ["ann"] } }],
    ["with a rule that is text", { ...VALID, approvalIdentity: { requireDifferentApprover: "no" } }],
    ["with two gates", { ...VALID, inputStepId: "q" }],
    ["without a gate", WITHOUT_GATE],
    ["with a question without a schema", { ...WITHOUT_GATE, inputStepId: "q" }],
    ["with another kind of question", { ...WITHOUT_GATE, inputStepId: "q", inputSchema: {}, inputKind: "x" }],
    [
      "with a stage that asks, without its pipeline",
      { ...WITHOUT_GATE, inputStepId: "q", inputSchema: {}, inputKind: "pipeline_command" },
    ],
  ];
  it.each(wrong)("%s is none", (_what, document) => {
    const reading = (): unknown => decodePeerCheckpoint(document, "workflow");
    expect(reading).toThrow(
      expect.objectContaining({ code: "invalid_state", message: "Invalid workflow resume state" }),
    );
  });
});

describe("a document in the place of a pipeline's checkpoint", () => {
  const wrong: readonly [string, JsonValue][] = [
    ["that is empty", {}],
    ["that is text", "x"],
    ["without stages", { resumeAtIndex: 0, items: [], haltType: "approval_request" }],
    ["that stands behind its end", { pipeline: [], resumeAtIndex: 1, items: [], haltType: "approval_request" }],
    ["without a kind of gate", { pipeline: [], resumeAtIndex: 0, items: [] }],
  ];
  it.each(wrong)("%s is none", (_what, document) => {
    const reading = (): unknown => decodePeerCheckpoint(document, "pipeline");
    expect(reading).toThrow(
      expect.objectContaining({ code: "invalid_state", message: "Invalid pipeline resume state" }),
    );
  });
});

it("what the peer leaves of a used checkpoint is told from one", () => {
  expect(isSpentMarker({ type: "lobster.consumed-resume-state.v1", consumedAt: "", claimId: "" })).toBe(true);
  expect(isSpentMarker(VALID)).toBe(false);
});
