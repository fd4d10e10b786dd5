import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import type { GateDocument, RunId } from "../../../../src/runtime/run/documents.ts";
import type { DecisionOutcome, DecisionRequest, Runtime } from "../../../../src/runtime/runtime.ts";
import { createMemoryStore } from "../../../fakes/memory-store.ts";
import { makeRuntime } from "../../../helpers/runtime.ts";
import { tell } from "../gate-bench.ts";
import beforeVotes from "./before-votes.json" with { type: "json" };
import votes from "./votes.json" with { type: "json" };

/** A runtime over what an earlier version left. */
async function openStored(documents: Readonly<Record<string, unknown>>) {
  const store = createMemoryStore();
  for (const [key, value] of Object.entries(documents)) await store.create(key, value as JsonValue);
  const { runtime } = makeRuntime({}, { store, environment: {} });
  return { runtime, open: (prefix: string, name: string) => findGate(runtime, documents, prefix, name) };
}

async function findGate(
  runtime: Runtime,
  documents: Readonly<Record<string, unknown>>,
  prefix: string,
  name: string,
): Promise<{ readonly gate: GateDocument; decide: (more: Partial<DecisionRequest>) => Promise<DecisionOutcome> }> {
  for (const key of Object.keys(documents).filter((candidate) => candidate.startsWith(prefix))) {
    const gate = documents[key] as GateDocument;
    const run = await runtime.readRun(gate.runId);
    if (run?.name !== name || gate.state !== "open") continue;
    return {
      gate,
      decide: (more) => runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" }, ...more }),
    };
  }
  throw new Error(`no open gate of ${name}`);
}

async function statusOf(runtime: Runtime, runId: RunId): Promise<string> {
  return (await runtime.execute(runId)).kind;
}

describe("a gate stored before there were votes", () => {
  it("of one approver is opened by them alone, as then", async () => {
    const { runtime, open } = await openStored(beforeVotes);
    const { gate, decide } = await open("workflow_resume_", "four-eyes");
    expect(tell(await decide({}))).toContain("requires approver identity");
    expect(tell(await decide({ by: { person: "dev-lead" } }))).toContain(
      "requires approver 'release-manager', got 'dev-lead'",
    );
    expect(await decide({ by: { person: "release-manager" }, digest: gate.digest })).toMatchObject({
      kind: "accepted",
    });
    expect(await statusOf(runtime, gate.runId)).toBe("finished");
    const [step] = await runtime.readSteps(gate.runId);
    expect(step?.result).toMatchObject({
      approvedBy: "release-manager",
      initiatedBy: "dev-lead",
      approvals: [{ by: "release-manager" }],
    });
  });

  it("without a policy is opened by nobody in particular", async () => {
    const { runtime, open } = await openStored(beforeVotes);
    const { gate, decide } = await open("workflow_resume_", "plain");
    expect(await decide({})).toMatchObject({ kind: "accepted" });
    expect(await statusOf(runtime, gate.runId)).toBe("finished");
  });

  it("that asks a question is answered, and one of a pipeline approved", async () => {
    const { runtime, open } = await openStored(beforeVotes);
    const question = await open("workflow_resume_", "question");
    expect(await question.decide({ decision: { kind: "answer", response: "this" } })).toMatchObject({
      kind: "accepted",
    });
    expect(await statusOf(runtime, question.gate.runId)).toBe("finished");
    const pipeline = await open("pipeline_resume_", "exec");
    expect(await pipeline.decide({ by: { person: "ann" } })).toMatchObject({ kind: "accepted" });
    expect(await statusOf(runtime, pipeline.gate.runId)).toBe("finished");
  });

  it("that was decided says so still", async () => {
    const { runtime } = await openStored(beforeVotes);
    const decided = Object.values(beforeVotes as unknown as Record<string, GateDocument>).find(
      ({ state }) => state === "decided",
    );
    if (decided === undefined) throw new Error("no decided gate");
    expect(await runtime.decide({ gate: { token: decided.token }, decision: { kind: "approve" } })).toMatchObject({
      kind: "already_decided",
      decision: { kind: "deny", by: "ann", reason: "late" },
      same: false,
    });
  });
});

describe("a gate stored with votes", () => {
  it("goes on with those it has", async () => {
    const { runtime, open } = await openStored(votes);
    const { gate, decide } = await open("workflow_resume_", "votes");
    expect(gate).toMatchObject({ votes: [{ by: "ann" }], removedVotes: [{ by: "bob", because: "withdrawn" }] });
    const terms = { reason: "fine", confirm: "ship" };
    expect(tell(await decide({ by: { person: "ann" }, ...terms }))).toContain("already approved by 'ann'");
    expect(tell(await decide({ by: { person: "bob", groups: ["security"] } }))).toContain("requires a reason");
    expect(await decide({ by: { person: "bob", groups: ["security"] }, ...terms })).toMatchObject({ kind: "accepted" });
    expect(await statusOf(runtime, gate.runId)).toBe("finished");
  });

  it("and a hold that is over is settled", async () => {
    const { runtime, open } = await openStored(votes);
    const { gate, decide } = await open("workflow_resume_", "held");
    expect(await decide({ decision: { kind: "settle" } })).toMatchObject({
      kind: "accepted",
      decision: { by: "bob", approvals: [{ by: "ann" }, { by: "bob" }] },
    });
    expect(await statusOf(runtime, gate.runId)).toBe("finished");
  });
});
