import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Lobster, approve, type ApproveOptions, type LobsterOptions, type LobsterResult } from "../../src/sdk/index.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

function makeShop(policy: ApproveOptions, more: Partial<LobsterOptions> = {}) {
  const options = { stateDir: join(makeFolder(), "state"), env: {}, ...more };
  const sold: unknown[] = [];
  const workflow = new Lobster(options)
    .pipe(() => ["hat"])
    .pipe(approve({ prompt: "Sell?", ...policy }))
    .pipe((items) => {
      sold.push(...items);
      return items;
    });
  const start = async (): Promise<string> => tokenOf(await workflow.run());
  return { options, sold, workflow, start };
}

function tokenOf({ requiresApproval }: LobsterResult): string {
  if (requiresApproval === null) throw new Error("expected a gate");
  return requiresApproval.resumeToken;
}

describe("an approve of the SDK with a policy", () => {
  it("goes on when the people it names have approved, with the same token until then", async () => {
    const { workflow, sold, start } = makeShop({ approvers: ["ann", "group:sales"], quorum: 2, expiresIn: "1h" });
    const token = await start();
    const refused = workflow.resume(token, { approved: true, decidedBy: "eve", groups: ["dev"] });
    await expect(refused).rejects.toThrow("Stage 2 approval requires one of 'ann', 'group:sales', got 'eve'");
    const first = await workflow.resume(token, { approved: true, decidedBy: "ann", reason: "nice" });
    expect(first).toMatchObject({
      status: "needs_approval",
      requiresApproval: {
        prompt: "Sell?",
        items: ["hat"],
        resumeToken: token,
        quorum: 2,
        approvals: [{ by: "ann", reason: "nice" }],
        remaining: 1,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        expiresAt: expect.stringMatching(/^20/),
      },
    });
    await expect(workflow.resume(token, { approved: true, decidedBy: "ann" })).rejects.toThrow(
      "already approved by 'ann'",
    );
    expect(sold).toEqual([]);
    expect(await workflow.resume(token, { approved: true, decidedBy: "bob", groups: ["sales"] })).toMatchObject({
      status: "ok",
      output: ["hat"],
    });
    expect(sold).toEqual(["hat"]);
    await expect(workflow.resume(token, { approved: true, decidedBy: "bob" })).rejects.toThrow("not found");
  });

  it("gives a vote back, and lets anyone end it", async () => {
    const { workflow, start } = makeShop({ quorum: 2 });
    const token = await start();
    await workflow.resume(token, { approved: true, decidedBy: "ann" });
    await expect(workflow.resume(token, { withdraw: true, decidedBy: "bob" })).rejects.toThrow("has no vote of 'bob'");
    expect(await workflow.resume(token, { withdraw: true, decidedBy: "ann" })).toMatchObject({
      requiresApproval: { remaining: 2, approvals: [] },
    });
    expect(await workflow.resume(token, { approved: false })).toMatchObject({ status: "cancelled" });
  });

  it("wants what it says it wants", async () => {
    const { workflow, start } = makeShop({ reason: "required", confirm: "hat" });
    const token = await start();
    await expect(workflow.resume(token, { approved: true })).rejects.toThrow("Stage 2 approval requires a reason");
    const typed = { approved: true, reason: "x", confirm: "cap" };
    await expect(workflow.resume(token, typed)).rejects.toThrow("Stage 2 approval requires typing 'hat'");
    const stale = { ...typed, confirm: "hat", digest: "0123456789ab" };
    await expect(workflow.resume(token, stale)).rejects.toMatchObject({ code: "stale_digest" });
    expect(await workflow.resume(token, { ...typed, confirm: "hat" })).toMatchObject({ status: "ok" });
  });

  it("keeps its votes when another process goes on", async () => {
    const first = makeShop({ quorum: 2 });
    const token = await first.start();
    await first.workflow.resume(token, { approved: true, decidedBy: "ann" });
    const other = makeShop({ quorum: 1 }, { stateDir: first.options.stateDir });
    await expect(other.workflow.resume(token, { approved: true, decidedBy: "ann" })).rejects.toThrow(
      "already approved",
    );
    expect(await other.workflow.resume(token, { approved: true, decidedBy: "bob" })).toMatchObject({ status: "ok" });
  });

  it("is counted once when two last voters come at the same instant", async () => {
    const { workflow, sold, start } = makeShop({ quorum: 2 });
    const token = await start();
    await workflow.resume(token, { approved: true, decidedBy: "ann" });
    const both = ["bob", "cid"].map((decidedBy) => workflow.resume(token, { approved: true, decidedBy }));
    const ended = await Promise.allSettled(both);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sold).toEqual(["hat"]);
  });

  it("holds what the environment of the start says of every gate, and who started it", async () => {
    const env = {
      LOBSTER_APPROVAL_REQUIRED_APPROVER: "ann",
      LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER: "1",
      LOBSTER_APPROVAL_INITIATED_BY: "dev",
    };
    const { workflow, start, options } = makeShop({}, { env });
    const token = await start();
    await expect(workflow.resume(token, { approved: true })).rejects.toThrow("requires approver identity");
    await expect(workflow.resume(token, { approved: true, decidedBy: "dev" })).rejects.toThrow(
      "requires approver 'ann', got 'dev'",
    );
    const { workflow: elsewhere } = makeShop({}, { ...options, env: {} });
    await expect(elsewhere.resume(token, { approved: true, decidedBy: "bob" })).rejects.toThrow(
      "requires approver 'ann'",
    );
    expect(await elsewhere.resume(token, { approved: true, decidedBy: "ann" })).toMatchObject({ status: "ok" });
  });

  it("asks the directory it is given about every voter when votes are complete", async () => {
    const known = new Set(["ann", "bob", "cid"]);
    const directory = { lookUp: (id: string) => Promise.resolve(known.has(id) ? { groups: [] } : undefined) };
    const { workflow, start } = makeShop({ quorum: 2 }, { directory });
    const token = await start();
    await workflow.resume(token, { approved: true, decidedBy: "ann" });
    known.delete("ann");
    expect(await workflow.resume(token, { approved: true, decidedBy: "bob" })).toMatchObject({
      requiresApproval: { remaining: 1, approvals: [{ by: "bob" }], dropped: [{ by: "ann" }] },
    });
    expect(await workflow.resume(token, { approved: true, decidedBy: "cid" })).toMatchObject({ status: "ok" });
  });

  it.each<[ApproveOptions, string]>([
    [{ approvers: [] }, "approve's approvers is empty; name person ids and group:<name>, or remove it"],
    [{ quorum: 2, approvers: ["ann"] }, "approve's quorum cannot be reached: 2 people must approve and only 1 can"],
    [{ expiresIn: "soon" }, "approve's expires_in must be a duration such as 30m, 24h or 7d, or never"],
  ])("that nobody could open is refused when it is put together: %j", (policy, message) => {
    expect(() => approve(policy)).toThrow(message);
  });

  it("holds for a request that a stage makes itself", async () => {
    const item = { type: "approval_request", prompt: "p", items: [], quorum: 2, reason: "because it is Friday" };
    const workflow = new Lobster({ stateDir: join(makeFolder(), "state"), env: {} }).pipe({
      run: () => ({ halt: true, output: [item] }),
    });
    expect(await workflow.run()).toMatchObject({ requiresApproval: { quorum: 2, remaining: 2 } });
    const broken = new Lobster({ stateDir: join(makeFolder(), "state"), env: {} }).pipe({
      run: () => ({ halt: true, output: [{ ...item, quorum: 0 }] }),
    });
    expect(await broken.run()).toMatchObject({
      status: "error",
      error: { message: "Stage 1 halted with an approval_request whose quorum must be a whole number from 1 to 100" },
    });
  });

  it("that anyone may give leaves everything as it was", async () => {
    const { workflow, start } = makeShop({});
    const token = await start();
    await expect(workflow.resume(token, { withdraw: true })).rejects.toThrow("nothing can be withdrawn");
    expect(await workflow.resume(token, { approved: true })).toMatchObject({ status: "ok" });
  });
});
