import { describe, expect, it } from "vitest";
import { gateEnvelope } from "../../../src/runtime/envelope.ts";
import { openGate, tell } from "./gate-bench.ts";

const A = "Workflow step g approval";

describe("votes towards a quorum", () => {
  it("are kept until there are enough; the last one opens the gate", async () => {
    const bench = await openGate("approvers: [group:release], quorum: 2");
    const first = await bench.decide("approve", "ann/release", { reason: " looks good " });
    expect(first).toMatchObject({ kind: "voted", remaining: 1, dropped: [], vote: { by: "ann", groups: ["release"] } });
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "waiting" });
    const second = await bench.decide("approve", "bob/release");
    expect(second).toMatchObject({
      kind: "accepted",
      decision: { kind: "approve", by: "bob", approvals: [{ by: "ann", reason: "looks good" }, { by: "bob" }] },
    });
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "finished" });
  });

  it("answer with the same token and id, the votes so far, and how many are needed", async () => {
    const bench = await openGate(
      "approvers: [ann, bob, cid], quorum: 3, reason: required, confirm: go, expires_in: 1h",
    );
    await bench.decide("approve", "ann", { reason: "fine", confirm: "go" });
    const gate = await bench.now();
    expect(gateEnvelope(bench.run, gate, {})).toMatchObject({
      status: "needs_approval",
      requiresApproval: {
        resumeToken: bench.gate.token,
        approvalId: bench.gate.approvalId,
        digest: bench.gate.digest,
        approvers: ["ann", "bob", "cid"],
        quorum: 3,
        reason: "required",
        confirm: "go",
        expiresAt: new Date(bench.clock.now() + 3_600_000).toISOString(),
        approvals: [{ by: "ann", at: new Date(bench.clock.now()).toISOString(), reason: "fine" }],
        remaining: 2,
      },
    });
  });

  it("leave the envelope of a gate without such rules as it was", async () => {
    const bench = await openGate("required_approver: ann");
    const { requiresApproval } = gateEnvelope(bench.run, bench.gate, {}) as { requiresApproval: object };
    expect(Object.keys(requiresApproval)).toEqual([
      "type",
      "prompt",
      "items",
      "requiredApprover",
      "resumeToken",
      "approvalId",
      "digest",
    ]);
  });

  it.each([
    ["approvers: [ann, group:release]", "cid", `${A} requires one of 'ann', 'group:release', got 'cid'`],
    ["approvers: [ann, group:release]", "release", `${A} requires one of 'ann', 'group:release', got 'release'`],
    ["approvers: [group:release]", "ann/Release", `${A} requires one of 'group:release', got 'ann'`],
    ["approvers: [ann]", "Ann", `${A} requires one of 'ann', got 'Ann'`],
    ["approvers: [ann]", undefined, `${A} requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`],
    ["quorum: 2", undefined, `${A} requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`],
    ["hold: 1h", undefined, `${A} requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`],
    ["quorum: 2", "a b", `${A} requires a person id of letters, digits and . _ @ -, got 'a b'`],
    ["quorum: 2", "аnn", `${A} requires a person id of letters, digits and . _ @ -, got 'аnn'`],
    ["quorum: 2", "starter", `${A} requires a person id of letters, digits and . _ @ -, got 'starter'`],
    [
      "require: [group:security], approvers: [bob], quorum: 2",
      "cid",
      `${A} requires one of 'group:security', 'bob', got 'cid'`,
    ],
    ["required_approver: ann", "cid", `${A} requires approver 'ann', got 'cid'`],
    ["required_approver: ann, quorum: 2, approvers: [bob]", "cid", `${A} requires one of 'ann', 'bob', got 'cid'`],
    ["reason: required", "ann", `${A} requires a reason`],
    ["confirm: v1", "ann", `${A} requires typing 'v1'`],
  ])("refuse at {%s} %s", async (fields, who, message) => {
    const bench = await openGate(fields);
    expect(tell(await bench.decide("approve", who))).toBe(message);
    expect(await bench.now()).toEqual(bench.gate);
  });

  it("count once a person, whatever the letter case of their id", async () => {
    const bench = await openGate("quorum: 2");
    await bench.decide("approve", "ann");
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "refused", error: { code: "already_voted" } });
    expect(tell(await bench.decide("approve", "ann"))).toBe(`${A} already approved by 'ann'`);
    expect(tell(await bench.decide("approve", "ANN"))).toBe(`${A} already approved by 'ann'`);
    expect((await bench.now()).votes).toHaveLength(1);
  });

  it("are given again, and are one still, by somebody who came into a group meanwhile", async () => {
    const bench = await openGate("require: [group:security], approvers: [ann, bob], quorum: 2");
    await bench.decide("approve", "ann/dev");
    expect(tell(await bench.decide("approve", "ann"))).toBe(`${A} already approved by 'ann'`);
    expect(await bench.decide("approve", "ann/security")).toMatchObject({ kind: "voted", remaining: 1 });
    expect((await bench.now()).votes).toMatchObject([{ by: "ann", groups: ["dev", "security"] }]);
    expect(await bench.decide("approve", "bob")).toMatchObject({ kind: "accepted" });
  });

  it("fill slots so that an early voter never blocks the last slot", async () => {
    const bench = await openGate("require: [group:security, group:release]");
    expect(await bench.decide("approve", "ann/security,release")).toMatchObject({ kind: "voted", remaining: 1 });
    expect(await bench.decide("approve", "bob/security")).toMatchObject({ kind: "accepted" });
  });

  it("of slots alone do not open a gate whose quorum asks for more", async () => {
    const bench = await openGate("required_approver: ann, approvers: [bob, cid], quorum: 2");
    expect(await bench.decide("approve", "bob")).toMatchObject({ kind: "voted", remaining: 1 });
    expect(await bench.decide("approve", "cid")).toMatchObject({ kind: "voted", remaining: 1 });
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "accepted", decision: { by: "ann" } });
  });

  it("stand beside the four-eyes rule, for the starter and the initiator in any letter case", async () => {
    const bench = await openGate("quorum: 2, require_different_approver: true, initiated_by: dev", {
      startedBy: "lead",
    });
    for (const who of ["lead", "LEAD", "dev", "Dev"]) {
      expect(tell(await bench.decide("approve", who))).toBe(`${A} must be granted by someone other than '${who}'`);
    }
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "voted" });
  });

  it("are refused about another content than the gate's, and remember the content they are about", async () => {
    const bench = await openGate("quorum: 2");
    const stale = await bench.decide("approve", "ann", { digest: "0".repeat(64) });
    expect(stale).toMatchObject({ kind: "refused", error: { code: "stale_digest" } });
    expect(tell(stale)).toContain(bench.gate.digest.slice(0, 12));
    await bench.decide("approve", "ann", { digest: bench.gate.digest.slice(0, 12) });
    expect((await bench.now()).votes).toMatchObject([{ by: "ann", digest: bench.gate.digest }]);
  });

  it("are told to later steps: who, when, why, the last voter, and who began it", async () => {
    const text =
      "steps: [{id: g, approval: {quorum: 2}}, {id: say, pipeline: \"exec --shell 'true' | json\", stdin: $g.approvals, when: $g.approved}]";
    const bench = await openGate(text, { startedBy: "dev" });
    await bench.decide("approve", "ann", { reason: "one" });
    await bench.decide("approve", "bob");
    await bench.runtime.execute(bench.run.id);
    const [step] = await bench.runtime.readSteps(bench.run.id);
    const at = new Date(bench.clock.now()).toISOString();
    expect(step?.result).toMatchObject({
      approved: true,
      approvedBy: "bob",
      initiatedBy: "dev",
      approvals: [
        { by: "ann", at, reason: "one" },
        { by: "bob", at, reason: null },
      ],
    });
  });

  it("repeated after the gate opened are harmless, for everybody who voted", async () => {
    const bench = await openGate("quorum: 2");
    await bench.decide("approve", "ann");
    await bench.decide("approve", "bob");
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "already_decided", same: true });
    expect(await bench.decide("approve", "cid")).toMatchObject({ kind: "already_decided", same: false });
  });

  it("are seen in the feed of changes, which the run itself is not touched by", async () => {
    const bench = await openGate("quorum: 2");
    const { cursor } = await bench.runtime.changes();
    await bench.decide("approve", "ann");
    expect((await bench.runtime.changes(cursor)).runIds).toEqual([bench.run.id]);
  });

  it("take who they are and their groups from the environment, never mixed with those of the request", async () => {
    const environment = { LOBSTER_APPROVAL_APPROVED_BY: "ann", LOBSTER_APPROVAL_APPROVER_GROUPS: " dev , release,," };
    const bench = await openGate("approvers: [group:release], quorum: 2", { host: { environment } });
    expect(tell(await bench.decide("approve", "bob"))).toBe(`${A} requires one of 'group:release', got 'bob'`);
    expect(await bench.decide("approve")).toMatchObject({
      kind: "voted",
      vote: { by: "ann", groups: ["dev", "release"] },
    });
  });

  it.each(["group:release", "release security", "release;x", "relеase"])("refuse a group called '%s'", async (name) => {
    const environment = { LOBSTER_APPROVAL_APPROVED_BY: "ann", LOBSTER_APPROVAL_APPROVER_GROUPS: `release,${name}` };
    const bench = await openGate("approvers: [group:release]", { host: { environment } });
    expect(tell(await bench.decide("approve"))).toMatch(/^Workflow step g needs bare group names of letters/);
    expect(
      tell(await bench.decide("approve", undefined, { by: { person: "ann", groups: ["release", name] } })),
    ).toMatch(/needs bare group names/);
    expect(await bench.decide("deny")).toMatchObject({ kind: "accepted" });
  });

  it("do not keep anybody from denying, and a deny ends the run with its reason", async () => {
    const bench = await openGate("approvers: [ann], quorum: 1, reason: none, confirm: yes");
    const outcome = await bench.decide("deny", "cid", { reason: "too late" });
    expect(outcome).toMatchObject({
      kind: "accepted",
      run: { outcome: { kind: "denied", by: "cid", reason: "too late" } },
    });
  });

  it("are all given again when what they opened could not start", async () => {
    const text = "steps: [{id: g, approval: {quorum: 2}}, {id: next, run: 'true', cwd: /nowhere-at-all}]";
    const bench = await openGate(text);
    await bench.decide("approve", "ann");
    await bench.decide("approve", "bob");
    const report = await bench.runtime.execute(bench.run.id);
    expect(report).toMatchObject({ kind: "failed", reopened: { state: "open", votes: [] } });
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "voted", remaining: 1 });
  });
});

describe("a reason and a text to type", () => {
  it("count trimmed, and the text exactly", async () => {
    const bench = await openGate(
      "args: {tag: {default: v1.2}}\nsteps: [{id: g, approval: {reason: required, confirm: 'ship ${tag}'}}]",
    );
    const say = async (reason: string | undefined, confirm: string | undefined) =>
      tell(
        await bench.decide("approve", "ann", {
          ...(reason === undefined ? {} : { reason }),
          ...(confirm === undefined ? {} : { confirm }),
        }),
      );
    expect(await say("  ", "ship v1.2")).toBe(`${A} requires a reason`);
    expect(await say("ok", undefined)).toBe(`${A} requires typing 'ship v1.2'`);
    expect(await say("ok", "")).toBe(`${A} requires typing 'ship v1.2'`);
    expect(await say("ok", "Ship v1.2")).toBe(`${A} requires typing 'ship v1.2'`);
    expect(await say("ok", "ship ${tag}")).toBe(`${A} requires typing 'ship v1.2'`);
    expect(await say(" ok ", " ship v1.2 ")).toBe("accepted");
  });

  it("are part of what is pinned", async () => {
    const bench = await openGate("args: {tag: {default: v1}}\nsteps: [{id: g, approval: {confirm: '${tag}'}}]");
    const other = await openGate("args: {tag: {default: v1}}\nsteps: [{id: g, approval: {confirm: '${tag}'}}]", {
      args: { tag: "v2" },
    });
    expect(bench.gate.policy.confirm).toBe("v1");
    expect(other.gate.digest).not.toBe(bench.gate.digest);
  });

  it("is refused where the gate takes none, and too long a one everywhere", async () => {
    const bench = await openGate("reason: none");
    expect(tell(await bench.decide("approve", "ann", { reason: "x" }))).toBe(`${A} takes no reason; leave it out`);
    expect(tell(await bench.decide("deny", "ann", { reason: "x".repeat(4001) }))).toContain("at most 4000 characters");
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "accepted" });
  });

  it.each([" ", "a\\nb", "\\007", "x".repeat(201)])(
    "that came out as %j fails the step before the gate opens",
    async (value) => {
      const text = `steps: [{id: p, run: 'printf "${value}"'}, {id: g, approval: {confirm: '$p.stdout'}}]`;
      await expect(openGate(text)).rejects.toThrow("expected a gate, got failed");
    },
  );
});
