import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertMayApprove } from "../../../src/runtime/gate/may-approve.ts";
import { composePolicy, readHostPolicy } from "../../../src/runtime/gate/policy.ts";
import type { StepClaims } from "../../../src/runtime/gate/step-claims.ts";
import type { GatePolicy } from "../../../src/runtime/run/documents.ts";
import type { ApprovalDefinition } from "../../../src/runtime/workflow/definition.ts";

const NO_CLAIMS: StepClaims = { requireDifferentApprover: false };
const NO_HOST = {};

function verdict(policy: GatePolicy, person: string | undefined): string {
  try {
    assertMayApprove("Workflow step g", policy, person === undefined ? undefined : { by: person, groups: [] });
    return "approved";
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

describe("the policy of a gate", () => {
  it("of a file without rules lets anyone approve", () => {
    expect(verdict(composePolicy({}, NO_HOST, NO_CLAIMS), undefined)).toBe("approved");
  });

  const four: GatePolicy = {
    initiatedBy: "dev-lead",
    requiredApprover: "release-manager",
    requireDifferentApprover: true,
  };
  it.each([
    [undefined, "Workflow step g approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY"],
    ["dev-lead", "Workflow step g approval requires approver 'release-manager', got 'dev-lead'"],
    ["someone-else", "Workflow step g approval requires approver 'release-manager', got 'someone-else'"],
    ["Release-Manager", "Workflow step g approval requires approver 'release-manager', got 'Release-Manager'"],
    ["release-manager", "approved"],
  ])("with the four cases of identity says to %s what Lobster says", (person, expected) => {
    expect(verdict(four, person)).toBe(expected);
  });

  it("refuses the starter under the four-eyes rule", () => {
    const policy = composePolicy({ requireDifferentApprover: true }, { ...NO_HOST, startedBy: "bot" }, NO_CLAIMS);
    expect(verdict(policy, "bot")).toBe("Workflow step g approval must be granted by someone other than 'bot'");
    expect(verdict(policy, "human")).toBe("approved");
  });

  it("refuses everybody under the four-eyes rule while no initiator is known", () => {
    const policy = composePolicy({ requireDifferentApprover: true }, NO_HOST, NO_CLAIMS);
    const message = "Workflow step g approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY";
    expect(verdict(policy, "anyone")).toBe(message);
  });

  it("counts the recorded starter even where the file names another initiator", () => {
    const file: ApprovalDefinition = { initiatedBy: "dev-lead", requireDifferentApprover: true };
    const policy = composePolicy(file, { ...NO_HOST, startedBy: "teammate" }, NO_CLAIMS);
    expect(verdict(policy, "teammate")).toContain("someone other than 'teammate'");
    expect(verdict(policy, "dev-lead")).toContain("someone other than 'dev-lead'");
    expect(verdict(policy, "release-manager")).toBe("approved");
  });

  it("does not become open because a step names an initiator", () => {
    const claims: StepClaims = { requireDifferentApprover: false, initiatedBy: "nobody" };
    const policy = composePolicy({ requireDifferentApprover: true }, NO_HOST, claims);
    expect(verdict(policy, "anyone")).toContain("requires a known initiator");
  });

  it("reads the host's part from the environment, trimmed", () => {
    const environment = {
      LOBSTER_APPROVAL_INITIATED_BY: " bot ",
      LOBSTER_APPROVAL_REQUIRED_APPROVER: "  ",
      LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER: "YES",
    };
    expect(readHostPolicy(environment)).toEqual({ requireDifferentApprover: true });
    expect(readHostPolicy({})).toEqual({});
  });

  it("only ever tightens by what a step prints", () => {
    const person = fc.constantFrom("a", "b", "c");
    const maybe = fc.option(person, { nil: undefined });
    const claims = fc.record({ initiatedBy: maybe, requiredApprover: maybe, requireDifferentApprover: fc.boolean() });
    const file = fc.record({ initiatedBy: maybe, requiredApprover: maybe, requireDifferentApprover: fc.boolean() });
    fc.assert(
      fc.property(file, maybe, claims, maybe, (written, startedBy, printed, who) => {
        const definition = withoutUndefined(written) as ApprovalDefinition;
        const host = startedBy === undefined ? NO_HOST : { ...NO_HOST, startedBy };
        const strict = composePolicy(definition, host, withoutUndefined(printed) as unknown as StepClaims);
        const plain = composePolicy(definition, host, NO_CLAIMS);
        if (verdict(plain, who) !== "approved") expect(verdict(strict, who)).not.toBe("approved");
      }),
      { numRuns: 500 },
    );
  });
});

function withoutUndefined(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
