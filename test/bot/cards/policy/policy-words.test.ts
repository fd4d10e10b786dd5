import { describe, expect, it } from "vitest";
import { explainRefusal, sayPolicy } from "../../../../src/bot/cards/policy/policy-words.ts";
import type { GatePolicy } from "../../../../src/runtime/run/documents.ts";
import { mayApprove } from "../../../../src/runtime/gate/may-approve.ts";
import { chooseWording } from "../../../../src/bot/wording/wording.ts";

const names: Readonly<Record<string, string>> = { lead: "Dev lead", manager: "Release manager" };
const voice = { words: chooseWording(), nameOf: (id: string): string => names[id] ?? id };

const CASES: readonly (readonly [GatePolicy, string])[] = [
  [{}, "Any registered person may approve"],
  [{ requiredApprover: "manager" }, "Release manager must approve"],
  [
    { requiredApprover: "manager", requireDifferentApprover: true, startedBy: "lead", initiatedBy: "lead" },
    "Release manager must approve; not Dev lead, who started it",
  ],
  [
    { requireDifferentApprover: true, startedBy: "lead", initiatedBy: "manager" },
    "Any registered person may approve; not Dev lead, who started it; not Release manager, who is named as its initiator",
  ],
  [
    { requireDifferentApprover: true, initiatedBy: "lead", claimedInitiator: "x" },
    "Any registered person may approve; not Dev lead, who is named as its initiator; not x, who is named as its initiator",
  ],
  [
    { requireDifferentApprover: true },
    "Any registered person may approve; nobody can approve it, because nobody knows who started it",
  ],
];

const RULES: readonly (readonly [GatePolicy, string])[] = [
  [{ approvers: ["lead"] }, "Dev lead must approve"],
  [{ approvers: ["lead", "manager"] }, "Dev lead or Release manager must approve"],
  [{ approvers: ["group:ops"] }, "Somebody of group ops must approve"],
  [{ approvers: ["group:ops", "lead"], quorum: 2 }, "2 of group ops and Dev lead must approve"],
  [{ quorum: 3 }, "3 people must approve"],
  // As a group it is nobody.
  [{ requiredApprover: "group:ops" }, "group:ops must approve"],
  [{ require: ["lead", "group:ops"] }, "Dev lead and somebody of group ops must approve"],
  [{ require: ["lead"], quorum: 3 }, "Dev lead and 2 more people must approve"],
  [{ require: ["lead"], approvers: ["group:ops"], quorum: 3 }, "Dev lead and 2 of group ops must approve"],
  [
    { requiredApprover: "manager", also: [{ approvers: ["group:ops"], quorum: 2 }] },
    "Release manager must approve; 2 of group ops must approve",
  ],
  [
    { approvers: ["group:ops"], requireDifferentApprover: true, startedBy: "lead" },
    "Somebody of group ops must approve; not Dev lead, who started it",
  ],
];

describe("a policy with rules in words", () => {
  it.each(RULES)("%j: %s", (policy, expected) => {
    expect(sayPolicy(policy, voice)).toBe(expected);
  });

  it("gives a reason to everybody the runtime refuses, and to nobody else", () => {
    for (const [policy] of RULES) {
      for (const groups of [[], ["ops"], ["other"]]) {
        for (const id of ["lead", "manager", "somebody", "LEAD"]) {
          const person = { id, groups };
          expect(explainRefusal(policy, person, voice).length > 0).toBe(!mayApprove(policy, person));
        }
      }
    }
  });

  it("counts what nobody would read: a hundred approvers", () => {
    const approvers = Array.from({ length: 100 }, (_, index) => `person${index}`);
    expect(sayPolicy({ approvers, quorum: 2 }, voice)).toMatch(/^2 of person0, .+, person19 and 80 more must approve$/);
    expect(explainRefusal({ approvers }, { id: "x", groups: [] }, voice)[0]?.length).toBeLessThan(300);
  });
});

describe("a policy in words", () => {
  it.each(CASES)("%j: %s", (policy, expected) => {
    expect(sayPolicy(policy, voice)).toBe(expected);
  });

  it("gives a reason to everybody the runtime refuses, and to nobody else", () => {
    for (const [policy] of CASES) {
      for (const person of ["lead", "manager", "x", "somebody"]) {
        expect(explainRefusal(policy, { id: person, groups: [] }, voice).length > 0).toBe(
          !mayApprove(policy, { id: person, groups: [] }),
        );
      }
    }
  });
});
