import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainGates, type GateExplanation } from "../../../src/runtime/gate/explain.ts";
import { loadText } from "../../helpers/load-text.ts";
import { openGate } from "./gate-bench.ts";

const PEOPLE = [
  { id: "ann", groups: ["release"] },
  { id: "bob", groups: ["release", "security"] },
  { id: "cid", groups: ["dev"] },
];

async function explain(step: string, starters?: readonly string[], people = PEOPLE): Promise<GateExplanation> {
  const workflow = await loadText(`steps: [{id: g, ${step}}]`);
  const [only, ...rest] = explainGates(workflow, people, starters === undefined ? {} : { starters });
  if (only === undefined || rest.length > 0) throw new Error("expected one gate");
  return only;
}

describe("who can open a gate that takes votes", () => {
  it.each([
    ["{quorum: 2}", "needs 2 people"],
    ["{approvers: [group:release]}", "needs 1 of group:release"],
    ["{approvers: [ann, group:dev], quorum: 2}", "needs 2 of 'ann', group:dev"],
    ["{require: [ann, group:dev]}", "needs 'ann' and 1 of group:dev"],
    [
      "{require: [group:security], approvers: [ann, cid], quorum: 2}",
      "needs 1 of group:security and 1 of 'ann', 'cid'",
    ],
    ["{required_approver: ann, quorum: 3}", "needs 'ann' and 2 people"],
    ["{require: [group:a, group:b], quorum: 3}", "needs 1 of group:a, 1 of group:b and 1 person"],
    ["{quorum: 2, require_different_approver: true}", "needs 2 people other than the starter"],
  ])("is said in words: %s", async (approval, need) => {
    expect((await explain(`approval: ${approval}`)).need).toBe(need);
  });

  it("says how many are eligible where they are too few", async () => {
    const gate = await explain("approval: {approvers: [group:release], quorum: 2, require_different_approver: true}", [
      "ann",
    ]);
    expect(gate).toMatchObject({
      stuck: "needs 2 of group:release other than the starter; only 1 eligible",
      openers: ["bob"],
      stuckFor: ["ann"],
    });
  });

  it("knows for whose runs nobody can", async () => {
    const gate = await explain("approval: {approvers: [group:release], quorum: 2, require_different_approver: true}");
    expect(gate).toMatchObject({ openers: ["ann", "bob"], stuckFor: ["ann", "bob"] });
    expect(gate.stuck).toBeUndefined();
  });

  it.each([
    ["{approvers: [group:nobody]}", "needs 1 of group:nobody; nobody is eligible"],
    [
      "{require: [group:security, group:legal]}",
      "needs 1 of group:security and 1 of group:legal; nobody eligible is left for group:legal",
    ],
    [
      "{require: [bob, group:security]}",
      "needs 'bob' and 1 of group:security; nobody eligible is left for group:security",
    ],
    ["{quorum: 4}", "needs 4 people; only 3 eligible"],
    ["{approvers: [ann, zoe], quorum: 2}", "needs 2 of 'ann', 'zoe'; only 1 eligible"],
  ])("says why it is stuck: %s", async (approval, stuck) => {
    expect((await explain(`approval: ${approval}`)).stuck).toBe(stuck);
  });

  it("moves people between slots as votes are", async () => {
    const gate = await explain("approval: {require: [group:release, group:security]}");
    expect(gate.stuck).toBeUndefined();
    expect(gate.openers).toEqual(["ann", "bob"]);
  });

  it.each([
    ["[starter]", "needs an answer of the starter", ["ann", "bob", "cid"], [], undefined],
    ["[starter, group:dev]", "needs an answer of one of the starter, group:dev", ["ann", "bob", "cid"], [], undefined],
    ["[group:dev]", "needs an answer of group:dev", ["cid"], [], undefined],
    [
      "[zoe]",
      "needs an answer of 'zoe'",
      [],
      ["ann", "bob", "cid"],
      "needs an answer of 'zoe'; none of them is among those who can act",
    ],
  ])("says who may answer: %s", async (answerBy, need, openers, stuckFor, stuck) => {
    const gate = await explain(`input: {prompt: p, responseSchema: {}, answer_by: ${answerBy}}`);
    expect(gate).toMatchObject({ kind: "input", need, openers, stuckFor });
    expect(gate.stuck).toBe(stuck);
  });

  it("agrees with what happens when everybody votes, whatever the policy", async () => {
    const principal = fc.constantFrom("ann", "bob", "cid", "group:release", "group:security", "group:dev", "group:no");
    const list = fc.uniqueArray(principal, { minLength: 1, maxLength: 3 });
    const policy = fc.record(
      {
        approvers: list,
        require: list,
        quorum: fc.integer({ min: 1, max: 3 }),
        require_different_approver: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(policy, fc.constantFrom("ann", "bob", "cid"), async (written, startedBy) => {
        const fields = JSON.stringify(written).slice(1, -1);
        const loaded = await loadText(`steps: [{id: g, approval: {${fields}}}]`).catch(() => undefined);
        fc.pre(loaded !== undefined);
        const [gate] = loaded === undefined ? [] : explainGates(loaded, PEOPLE, { starters: [startedBy] });
        const bench = await openGate(fields, { startedBy });
        const outcomes: string[] = [];
        for (const { id, groups } of PEOPLE) {
          outcomes.push((await bench.decide("approve", `${id}/${groups.join(",")}`)).kind);
        }
        expect(outcomes.includes("accepted")).toBe(gate?.stuck === undefined);
      }),
      { numRuns: 60 },
    );
  });
});
