import { describe, expect, it } from "vitest";
import { loadText, messagesOf } from "../../../helpers/load-text.ts";

const gate = (approval: string, rest = ""): string => `steps: [{id: g, approval: ${approval}, run: x${rest}}]`;

describe("an approval gate in a file", () => {
  it.each([
    ["1", "approval must be true, a prompt, or an object"],
    ["[alice]", "approval must be true, a prompt, or an object"],
    ["null", "approval must be true, a prompt, or an object"],
    ["false", "approval must be true, a prompt, or an object; remove it for no gate"],
    ["'  '", "approval is blank; write true, a prompt, or an object"],
    ["{prompt: 1}", "approval.prompt must be a string"],
    ["{items: x}", "approval.items must be a list"],
    ["{preview: [x]}", "approval.preview must be a string"],
    ["{required_approver: ' '}", "approval.required_approver is blank; name a person or remove it"],
    ["{initiatedBy: ''}", "approval.initiatedBy is blank; name a person or remove it"],
    [
      "{required_approver: 'a b'}",
      "approval.required_approver must be a person's id (letters, digits and . _ @ - only)",
    ],
    ["{initiated_by: starter}", "approval.initiated_by cannot be 'starter'; name a person"],
    [
      "{required_approver: '${who}'}",
      "approval.required_approver cannot be a template: who may decide is fixed by the file",
    ],
    [
      "{required_approver: $pick.stdout}",
      "approval.required_approver cannot be a template: who may decide is fixed by the file",
    ],
    [
      "{required_approver: alice, requiredApprover: bob}",
      "approval.required_approver and approval.requiredApprover differ; keep one",
    ],
    [
      "{require_different_approver: true, requireDifferentApprover: false}",
      "approval.require_different_approver and approval.requireDifferentApprover differ; keep one",
    ],
  ])("refuses %s", async (approval, text) => {
    expect(await messagesOf(gate(approval))).toEqual([`Workflow step g ${text}`]);
  });

  it.each(["continue", "skip_rest"])("refuses on_error: %s, which would go around the gate", async (value) => {
    expect(await messagesOf(gate("true", `, on_error: ${value}`))).toEqual([
      `Workflow step g on_error cannot be "${value}" on a step with an approval: its failure would go around the gate`,
    ]);
  });

  it.each([
    ["true", {}],
    ["required", {}],
    ["' Ship? '", { prompt: " Ship? " }],
    ["{}", {}],
    ["{prompt: P, items: [1, {a: 2}], preview: V}", { prompt: "P", items: [1, { a: 2 }], preview: "V" }],
    [
      "{initiated_by: ' ann ', required_approver: bob@example.org, require_different_approver: true}",
      { initiatedBy: "ann", requiredApprover: "bob@example.org", requireDifferentApprover: true },
    ],
    [
      "{initiatedBy: ann, requiredApprover: bob, requireDifferentApprover: false}",
      { initiatedBy: "ann", requiredApprover: "bob", requireDifferentApprover: false },
    ],
    ["{required_approver: bob, requiredApprover: bob}", { requiredApprover: "bob" }],
  ])("reads %s", async (approval, expected) => {
    const [step] = (await loadText(gate(approval))).definition.steps;
    expect(step?.approval).toEqual(expected);
  });

  it("keeps on_error: stop on a gated step", async () => {
    expect(await messagesOf(gate("true", ", on_error: stop"))).toEqual([]);
  });
});
