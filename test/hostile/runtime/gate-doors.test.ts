import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resumeToolRequest } from "../../../src/embed/tool-requests.ts";
import type { JsonObject } from "../../../src/runtime/json.ts";
import { Lobster, approve } from "../../../src/sdk/index.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { makePeerWorld } from "../../runtime/gate/adoption/peer-world.ts";
import { openGate, tell, type GateBench } from "../../runtime/gate/gate-bench.ts";

const A = "Workflow step g approval";

/** Changes the stored gate, as damage or an older or newer program would. */
async function tamper({ store, gate }: GateBench, change: (stored: JsonObject) => JsonObject): Promise<void> {
  const stored = await store.read(gate.key);
  if (stored === undefined) throw new Error("the gate is gone");
  await store.replace(gate.key, change(stored.value as JsonObject), stored.version);
}

describe("a gate is not opened through", () => {
  it.each([
    ["a person called as a group", "group:release", []],
    ["a group that is called as a person", "ann", ["bob"]],
    ["two groups in one name", "eve", ["dev,release"]],
    ["a group in other letters", "eve", ["RELEASE"]],
    ["a group with a blank", "eve", [" release"]],
    ["a group with its prefix", "eve", ["group:release"]],
    ["a group of look-alike letters", "eve", ["rеlease"]],
    ["a person of look-alike letters", "bоb", []],
    ["a person with an invisible letter", "bob\u200b", []],
    ["a member of every object", "constructor", ["__proto__", "toString"]],
    ["the word for whoever began it", "starter", ["starter"]],
  ])("%s", async (_, person, groups) => {
    const bench = await openGate("approvers: [bob, group:release], quorum: 1", { startedBy: "eve" });
    expect(await bench.decide("approve", undefined, { by: { person, groups } })).toMatchObject({ kind: "refused" });
    expect((await bench.now()).votes).toEqual([]);
  });

  it("groups of the environment beside a person of the request", async () => {
    const environment = { LOBSTER_APPROVAL_APPROVER_GROUPS: "release", LOBSTER_APPROVAL_APPROVED_BY: "ann" };
    const bench = await openGate("approvers: [group:release]", { host: { environment } });
    expect(tell(await bench.decide("approve", "eve"))).toBe(`${A} requires one of 'group:release', got 'eve'`);
  });

  it.each([["release"], [7], [{ length: 1, 0: "release" }], [["release", 7]]])(
    "groups that are no list of texts: %j",
    async (groups) => {
      const cwd = makeFolder();
      const ctx = { cwd, env: { LOBSTER_STATE_DIR: join(cwd, "state") } };
      const request = { approvalId: "0a0a0a0a", approved: true, decidedBy: "eve", groups: groups as string[], ctx };
      expect(await resumeToolRequest(request)).toMatchObject({
        ok: false,
        error: { type: "parse_error", message: "groups must be a list of bare group names" },
      });
      const workflow = new Lobster({ stateDir: join(cwd, "state"), env: {} }).pipe(
        approve({ approvers: ["group:release"] }),
      );
      const { requiresApproval } = await workflow.run();
      const decision = { approved: true, decidedBy: "eve", groups: groups as string[] };
      await expect(workflow.resume(requiresApproval?.resumeToken ?? "", decision)).rejects.toThrow(
        "groups must be a list",
      );
    },
  );

  it("a group that the host names as the required approver: that is one person, as in Lobster", async () => {
    const environment = { LOBSTER_APPROVAL_REQUIRED_APPROVER: "group:release" };
    for (const fields of ["", "quorum: 2", "approvers: [eve]", "require: [eve]"]) {
      const bench = await openGate(fields, { host: { environment } });
      for (const who of ["eve/release", "group:release/release"]) {
        expect(tell(await bench.decide("approve", who))).toContain("requires approver 'group:release', got");
      }
    }
  });

  it.each(["\u200b", "\u3164", "\u2800", " \u00a0 ", "\u0301"])(
    "a reason in which nothing can be seen: %j",
    async (reason) => {
      const bench = await openGate("reason: required");
      expect(tell(await bench.decide("approve", "ann", { reason }))).toBe(`${A} requires a reason`);
    },
  );

  it("a policy that a newer program wrote, and this one does not know", async () => {
    const bench = await openGate("quorum: 1");
    await tamper(bench, (stored) => ({ ...stored, policy: { onlyOnFridays: true } }));
    await expect(bench.decide("approve", "ann")).rejects.toMatchObject({ code: "invalid_state" });
  });

  it.each([
    ["policy", { quorum: "1" }],
    ["policy", { quorum: 0 }],
    ["policy", { approvers: [] }],
    ["policy", { approvers: "ann" }],
    ["policy", { also: [{ require: "ann" }] }],
    ["policy", { requireDifferentApprover: false }],
    ["policy", { confirm: 7 }],
    ["votes", [{ groups: [] }]],
    ["votes", [{ by: "ann", at: "now", digest: "d" }]],
    ["votes", ["ann", "bob"]],
  ])("damage to its %s: %j", async (name, value) => {
    const bench = await openGate("quorum: 2");
    await tamper(bench, (stored) => ({ ...stored, [name]: value }));
    await expect(bench.decide("approve", "ann")).rejects.toMatchObject({ code: "invalid_state" });
    expect(await bench.runtime.cancel(bench.run.id, "ann")).toBe(true);
    expect((await bench.runtime.readRun(bench.run.id))?.outcome).toMatchObject({ kind: "cancelled", by: "ann" });
  });

  it("a scanner that does not know the people of a run that is decided in chat", async () => {
    const bench = await openGate("hold: 1h", { decideVia: "chat" });
    await bench.decide("approve", "ann", { via: "chat" });
    await bench.clock.jump(3_600_000);
    expect(tell(await bench.decide("settle"))).toContain("is decided in chat only");
    expect(tell(await bench.decide("approve", "ann", { via: "cli" }))).toContain("is decided in chat only");
    expect(await bench.decide("settle", undefined, { via: "chat" })).toMatchObject({ kind: "accepted" });
  });

  it("votes of strangers that fill it up: those that bring it on are taken all the same", async () => {
    const bench = await openGate("require: [group:security], quorum: 2");
    for (let n = 0; n < 200; n += 1) await bench.decide("approve", `p${n}`);
    expect(tell(await bench.decide("approve", "p200"))).toBe(`${A} has 200 votes already, and needs others`);
    expect(await bench.decide("approve", "ann/security")).toMatchObject({ kind: "accepted" });
  });
});

function step(printed: object, fields = ""): string {
  const command = `printf '%s' '${JSON.stringify(printed)}'`;
  return `steps:\n  - id: g\n    run: |\n      ${command}\n    approval: {${fields}}\n`;
}

describe("what a step prints at its own gate", () => {
  it.each([
    ["names somebody beside the file's approvers", { approvers: ["eve"] }, "approvers: [ann]"],
    ["names a slot beside the file's approvers", { require: ["eve"] }, "approvers: [ann]"],
    ["names a required approver instead", { requiredApprover: "eve" }, "approvers: [ann]"],
    ["lowers the quorum", { quorum: 1, approvers: ["eve", "ann"] }, "approvers: [ann, bob], quorum: 2"],
    ["prints approvals and says that none is missing", { approvals: [{ by: "ann" }], remaining: 0 }, "quorum: 2"],
    ["prints that it was approved", { approved: true, approvedBy: "ann", votes: [{ by: "ann" }] }, "approvers: [ann]"],
    ["prints another text to type", { confirm: "x" }, "confirm: y"],
    ["names another starter", { initiatedBy: "ann" }, "require_different_approver: true, initiated_by: eve"],
  ])("does not open it when it %s", async (_, printed, fields) => {
    const bench = await openGate(step({ requiresApproval: { prompt: "p", ...printed } }, fields));
    expect((await bench.decide("approve", "eve", { confirm: "x" })).kind).not.toBe("accepted");
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "waiting" });
  });

  it("makes it never expire, or expire later, or hold for less", async () => {
    const printed = { expires_in: "never", hold: "1s" };
    const bench = await openGate(step({ requiresApproval: { prompt: "p", ...printed } }, "expires_in: 1h, hold: 1h"));
    expect(bench.gate.policy).toMatchObject({ expiresInMs: 3_600_000, holdMs: 3_600_000 });
    const late = await openGate(step({ requiresApproval: { prompt: "p", expiresIn: "7d" } }), {
      gateExpiresInMs: 60_000,
    });
    expect(late.gate.expiresAt).toBe(new Date(late.clock.now() + 60_000).toISOString());
  });

  it("adds what it asks for, with a prompt or without", async () => {
    const asks = {
      approvers: ["ann", "group:r"],
      quorum: 2,
      reason: "required",
      confirm: "go",
      expires_in: "1h",
      hold: "5m",
    };
    for (const requiresApproval of [asks, { prompt: "p", ...asks }]) {
      const bench = await openGate(step({ requiresApproval }));
      expect(bench.gate.policy).toMatchObject({
        approvers: ["ann", "group:r"],
        quorum: 2,
        confirm: "go",
        holdMs: 300_000,
      });
    }
  });

  it("may say for itself why it asks: its own `reason` is no rule", async () => {
    const bench = await openGate(step({ prompt: "p", reason: "the weekly release" }));
    expect(bench.gate.policy).toEqual({});
  });

  it.each([
    [{ quorum: 0 }, "quorum must be a whole number from 1 to 100"],
    [{ approvers: [] }, "approvers is empty"],
    [{ approvers: ["${who}"] }, "approvers cannot be a template"],
    [{ quorum: 3, approvers: ["ann", "bob"] }, "quorum cannot be reached"],
    [{ require: ["ann", "bob"], quorum: 1 }, "quorum is below its 2 slots"],
    [{ hold: "soon" }, "hold must be a duration"],
  ])("fails the step when nobody could keep it: %j", async (printed, message) => {
    await expect(openGate(step({ requiresApproval: { prompt: "p", ...printed } }))).rejects.toThrow(
      new RegExp(`expected a gate, got failed: .*${message}`),
    );
  });

  it("is not filled in as a template, neither what it shows nor what it wants typed", async () => {
    const bench = await openGate(step({ requiresApproval: { prompt: "${PATH} $g.stdout", confirm: "a$g.stdout" } }));
    expect(bench.gate).toMatchObject({ policy: { confirm: "a$g.stdout" }, request: { prompt: "${PATH} $g.stdout" } });
  });
});

describe("a gate inside a sub-workflow", () => {
  it("has the policy of its own file, with what its own arguments fill in, and the host's", async () => {
    const folder = makeFolder({
      "child.lobster": "args: {tag: {}}\nsteps: [{id: inner, approval: {quorum: 2, confirm: '${tag}'}}]",
    });
    const text = `steps: [{id: g, workflow: ${join(folder, "child.lobster")}, workflow_args: {tag: v7}}]`;
    const bench = await openGate(text, { startedBy: "dev", gateExpiresInMs: 60_000 });
    expect(bench.gate.policy).toEqual({
      initiatedBy: "dev",
      startedBy: "dev",
      quorum: 2,
      confirm: "v7",
      expiresInMs: 60_000,
    });
    await bench.decide("approve", "ann", { confirm: "v7" });
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "waiting" });
    expect(await bench.decide("approve", "bob", { confirm: "v7" })).toMatchObject({ kind: "accepted" });
  });
});

describe("a checkpoint of the peer, which knows no such rules", () => {
  it("of a workflow has the policy of the file, votes included", async () => {
    const file = "steps: [{id: g, approval: {prompt: Go?}}, {id: e, run: 'printf x >> log'}]";
    const world = await makePeerWorld({ "w.lobster": file });
    const stopped = await world.stopWithPeer({ file: "w.lobster" });
    writeFileSync(
      world.path("w.lobster"),
      file.replace("prompt: Go?", "prompt: Go?, approvers: [ann, bob], quorum: 2"),
    );
    const gate = { token: stopped.token };
    expect(await world.resume(gate, { kind: "approve" })).toMatchObject({
      error: { message: expect.stringContaining("identity") },
    });
    expect(await world.resume(gate, { kind: "approve" }, { by: { person: "ann" } })).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 1 },
    });
    expect(await world.resume(gate, { kind: "approve" }, { by: { person: "bob" } })).toMatchObject({ status: "ok" });
    expect(world.read("log")).toBe("x");
  });

  it("of a pipeline has the policy its `approve` was written with", async () => {
    const world = await makePeerWorld({});
    const stopped = await world.stopWithPeer({
      pipeline: "exec echo x | approve --approvers ann --reason required | json",
    });
    const gate = { token: stopped.token };
    const refused = await world.resume(gate, { kind: "approve" }, { by: { person: "eve" }, reason: "x" });
    expect(refused).toMatchObject({
      error: { message: "Pipeline stage approve approval requires one of 'ann', got 'eve'" },
    });
    expect(await world.resume(gate, { kind: "approve" }, { by: { person: "ann" } })).toMatchObject({
      error: { code: "reason_required" },
    });
    expect(await world.resume(gate, { kind: "approve" }, { by: { person: "ann" }, reason: "x" })).toMatchObject({
      status: "ok",
    });
  });

  it("of a pipeline whose policy nobody can keep can only be ended", async () => {
    const world = await makePeerWorld({});
    const stopped = await world.stopWithPeer({ pipeline: "exec echo x | approve --quorum none | json" });
    const gate = { token: stopped.token };
    expect(await world.resume(gate, { kind: "approve" }, { by: { person: "ann" } })).toMatchObject({ ok: false });
    expect(await world.resume(gate, { kind: "deny" })).toMatchObject({ status: "cancelled" });
  });
});
