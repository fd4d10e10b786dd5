import { describe, expect, test } from "vitest";
import { explainGates } from "../../../src/runtime/gate/explain.ts";
import { mayApprove } from "../../../src/runtime/gate/may-approve.ts";
import type {
  ApprovalDefinition,
  LoadedWorkflow,
  StepDefinition,
  WorkflowDefinition,
} from "../../../src/runtime/workflow/definition.ts";

const people = [
  { id: "dev-lead", groups: ["dev"] },
  { id: "release-manager", groups: ["release"] },
  { id: "teammate", groups: ["dev"] },
];

function step(id: string, parts: Partial<StepDefinition> = {}): StepDefinition {
  return { id, work: { kind: "pass" }, when: undefined, env: new Map(), onError: "stop", ...parts };
}

function workflow(...steps: readonly StepDefinition[]): WorkflowDefinition {
  return { args: new Map(), env: new Map(), steps };
}

function loaded(
  definition: WorkflowDefinition,
  children: ReadonlyMap<string, LoadedWorkflow> = new Map(),
): LoadedWorkflow {
  return { filePath: "/flows/w.lobster", document: {}, definition, children, digest: "d", warnings: [] };
}

function explain(approval: ApprovalDefinition, starters?: readonly string[]) {
  const rows = explainGates(workflow(step("ok", { approval })), people, starters === undefined ? {} : { starters });
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe("explainGates", () => {
  test("a gate without a policy can be opened by everybody", () => {
    expect(explain({})).toEqual({
      path: [],
      stepId: "ok",
      kind: "approval",
      need: "needs anyone",
      hasOwnRules: false,
      terms: {},
      fourEyes: false,
      openers: ["dev-lead", "release-manager", "teammate"],
      stuckFor: [],
    });
  });

  test.each([
    [
      "exec ls | approve --approvers release-manager --quorum 1 --prompt 'Sure?'",
      "needs 1 of 'release-manager'",
      false,
    ],
    ["exec ls | approve", "needs anyone", false],
    [
      "exec ls | approve --approvers group:nobody,teammate --quorum 2 | exec make",
      "needs 2 of group:nobody, 'teammate'",
      true,
    ],
  ])("the approve stage of a pipeline is a gate: %s", (text, need, isStuck) => {
    const rows = explainGates(workflow(step("publish", { work: { kind: "pipeline", text } })), people);
    expect(rows).toMatchObject([{ path: ["publish"], stepId: "approve", kind: "approval", need }]);
    expect(rows[0]?.stuck !== undefined).toBe(isStuck);
  });

  test.each([["exec ls | exec make"], ["exec 'unclosed"], ["approve --quorum ${args.n}"], ["approve --quorum many"]])(
    "what no text says is not explained: %s",
    (text) => {
      expect(explainGates(workflow(step("publish", { work: { kind: "pipeline", text } })), people)).toEqual([]);
    },
  );

  test("a required approver is the only one, and under four eyes not for a run of their own", () => {
    expect(explain({ requiredApprover: "release-manager", requireDifferentApprover: true })).toMatchObject({
      need: "needs 'release-manager' other than the starter",
      fourEyes: true,
      openers: ["release-manager"],
      stuckFor: ["release-manager"],
    });
  });

  test("with a known starter the answer is about this run", () => {
    const approval = { requireDifferentApprover: true };
    expect(explain(approval, ["dev-lead"])?.openers).toEqual(["release-manager", "teammate"]);
  });

  test("an initiator named by the file is excluded beside the recorded starter", () => {
    const approval = { requireDifferentApprover: true, initiatedBy: "teammate" };
    expect(explain(approval, ["dev-lead"])?.openers).toEqual(["release-manager"]);
  });

  test.each<[string, ApprovalDefinition, readonly string[] | undefined, string]>([
    [
      "the required approver is unknown",
      { requiredApprover: "boss" },
      undefined,
      "needs 'boss'; 'boss' is not among those who can act",
    ],
    [
      "the required approver is the initiator the file names",
      { requiredApprover: "dev-lead", initiatedBy: "dev-lead", requireDifferentApprover: true },
      undefined,
      "needs 'dev-lead' other than the starter and 'dev-lead'; 'dev-lead' is the initiator the file names",
    ],
    [
      "the required approver is the only possible starter",
      { requiredApprover: "dev-lead", requireDifferentApprover: true },
      ["dev-lead"],
      "needs 'dev-lead' other than the starter; 'dev-lead' is the only one who can start it",
    ],
    ["nobody may start", {}, [], "needs anyone; there is nobody who can start it"],
  ])("nobody can open it when %s", (_, approval, starters, stuck) => {
    expect(explain(approval, starters)).toMatchObject({ stuck, openers: [] });
  });

  test("nobody can open it when two people are all there is and both are excluded", () => {
    const gate = workflow(step("ok", { approval: { requireDifferentApprover: true, initiatedBy: "teammate" } }));
    const two = [people[0], people[2]].filter((person) => person !== undefined);
    expect(explainGates(gate, two, { starters: ["dev-lead"] })).toMatchObject([
      { stuck: expect.stringMatching(/only 'dev-lead' and 'teammate' can act$/) },
    ]);
  });

  test("nobody can open anything where nobody is registered", () => {
    expect(explainGates(workflow(step("ok", { approval: {} })), [])).toMatchObject([
      { stuck: "needs anyone; there is nobody who can act" },
    ]);
  });

  test("an input gate is no approval and restricts nobody", () => {
    const input = { kind: "input", input: { prompt: "Which?", responseSchema: {} } } as const;
    expect(explainGates(workflow(step("ask", { work: input })), people)).toMatchObject([
      { kind: "input", stepId: "ask", openers: ["dev-lead", "release-manager", "teammate"], stuckFor: [] },
    ]);
  });

  test("gates come in the order in which they open, those of sub-workflows before the gate of their step", () => {
    const inner = loaded(workflow(step("inner", { approval: { requiredApprover: "boss" } })));
    const child = loaded(
      workflow(step("nested", { work: { kind: "workflow", path: "x", args: new Map() } })),
      new Map([["nested", inner]]),
    );
    const parent = loaded(
      workflow(
        step("first", { approval: {} }),
        step("plain"),
        step("sub", { approval: {}, work: { kind: "workflow", path: "x", args: new Map() } }),
      ),
      new Map([["sub", child]]),
    );
    expect(
      explainGates(parent, people).map(({ path, stepId, stuck }) => [...path, stepId, stuck !== undefined]),
    ).toEqual([
      ["first", false],
      ["sub", "nested", "inner", true],
      ["sub", false],
    ]);
  });
});

function known(id: string) {
  return { id, groups: [] };
}

describe("mayApprove", () => {
  test("agrees with what a decision would be told", () => {
    expect(mayApprove({ requiredApprover: "a" }, known("a"))).toBe(true);
    expect(mayApprove({ requiredApprover: "a" }, known("b"))).toBe(false);
    expect(mayApprove({ requireDifferentApprover: true, startedBy: "a" }, known("a"))).toBe(false);
    expect(mayApprove({ requireDifferentApprover: true }, known("a"))).toBe(false);
  });
});
