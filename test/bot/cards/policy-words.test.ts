import { describe, expect, it } from "vitest";
import { explainRefusal, sayPolicy } from "../../../src/bot/cards/policy-words.ts";
import type { GatePolicy } from "../../../src/runtime/run/documents.ts";
import { mayApprove } from "../../../src/runtime/gate/may-approve.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";

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
