import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli, type CallOptions } from "../helpers/in-process-cli.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

const RELEASE = `args: { tag: { default: v1 } }
steps:
  - id: gate
    approval:
      prompt: Release \${tag}?
      approvers: [ann, group:release]
      quorum: 2
      require_different_approver: true
      reason: required
      confirm: \${tag}
      expires_in: 24h
      hold: 10m
  - { id: go, run: "printf gone > gone" }
`;

const APPROVALS = "steps: [{ id: gate, approval: { quorum: 2 } }, { id: go, run: 'printf gone > gone' }]\n";

function place(text: string) {
  const cwd = makeFolder({ "w.lobster": text });
  const state = join(cwd, "state");
  const lobster = async (
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    more: Partial<CallOptions> = {},
  ) => await callCli(words, { cwd, env: { LOBSTER_STATE_DIR: state, ...env }, ...more });
  const json = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    JSON.parse((await lobster(words, env)).stdout) as Record<string, Record<string, unknown>>;
  return {
    lobster,
    json,
    start: async () => {
      const envelope = await json(["run", "--mode", "tool", "w.lobster"], { LOBSTER_APPROVAL_INITIATED_BY: "dev" });
      return String(envelope["requiresApproval"]?.["approvalId"]);
    },
    as: (person: string, groups = "") => ({
      LOBSTER_APPROVAL_APPROVED_BY: person,
      LOBSTER_APPROVAL_APPROVER_GROUPS: groups,
    }),
    /** Moves a time of the stored gate into the past, as if it had gone by. */
    pass: (name: "expiresAt" | "holdUntil") => {
      const file = readdirSync(state).find((one) => one.startsWith("workflow_resume_")) ?? "";
      const gate = JSON.parse(readFileSync(join(state, file), "utf8")) as object;
      writeFileSync(join(state, file), JSON.stringify({ ...gate, [name]: "2020-01-01T00:00:00.000Z" }));
    },
    gone: () => readdirSync(cwd).includes("gone"),
  };
}

describe("a gate with a policy at the command line", () => {
  it("takes votes, reasons and the typed text, holds, and goes on when it is swept", async () => {
    const { lobster, json, start, as, pass, gone } = place(RELEASE);
    const id = await start();
    const approve = ["resume", "--id", id, "--approve", "yes"];
    const terms = ["--reason", "tested", "--confirm", "v1"];
    const refused = await lobster([...approve, "--confirm", "v1"], as("ann"));
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain("Workflow step gate approval requires a reason");
    expect(await json([...approve, "--reason", "tested"], as("ann"))).toMatchObject({
      error: { code: "confirm_required", message: "Workflow step gate approval requires typing 'v1'" },
    });
    const voted = await lobster([...approve, ...terms], as("ann"));
    expect(voted.code).toBe(0);
    expect(JSON.parse(voted.stdout)).toMatchObject({
      status: "needs_approval",
      requiresApproval: { approvalId: id, remaining: 1, approvals: [{ by: "ann", reason: "tested" }] },
    });
    expect(await json([...approve, ...terms], as("cid", "dev"))).toMatchObject({
      error: { message: "Workflow step gate approval requires one of 'ann', 'group:release', got 'cid'" },
    });
    expect((await lobster(["pending"])).stdout).toContain(
      `  needs 2 of 'ann', group:release; not dev
  an approve needs a reason
  an approver types: v1
  votes can be withdrawn for 10m after the last one
  approved so far by ann
  1 more needed: 1 of 'ann', group:release
  lobster resume --id ${id} --approve yes|no --reason TEXT --confirm TEXT
`,
    );
    expect(await json([...approve, ...terms], as("bob", "ops, release"))).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 0, holdUntil: expect.stringMatching(/^20/) },
    });
    expect((await lobster(["sweep"])).stdout).toBe("Nothing was due.\n");
    expect(gone()).toBe(false);
    pass("holdUntil");
    const swept = await lobster(["sweep"]);
    expect(swept).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^approved {2}run \w{8} > gate: finished\n$/),
    });
    expect(gone()).toBe(true);
  });

  it("gives back a vote to whom it belongs", async () => {
    const { json, start, as } = place(APPROVALS);
    const id = await start();
    await json(["resume", "--id", id, "--approve", "yes"], as("ann"));
    expect(await json(["resume", "--id", id, "--withdraw"], as("bob"))).toMatchObject({
      error: { message: "Workflow step gate approval has no vote of 'bob'" },
    });
    expect(await json(["resume", "--id", id, "--withdraw"], as("ann"))).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 2, approvals: [] },
    });
  });

  it.each([
    [["--withdraw", "--approve", "yes"], "resume --withdraw takes back your vote; give no other answer with it"],
    [["--withdraw", "--cancel"], "resume --withdraw takes back your vote; give no other answer with it"],
    [["--withdraw=yes"], "resume --withdraw takes no value"],
    [["--confirm"], "resume --confirm needs a value"],
  ])("does not guess what %j means", async (words, message) => {
    const { json } = place(APPROVALS);
    expect(await json(["resume", "--id", "0a0a0a0a", ...words])).toMatchObject({ error: { message } });
  });

  it("expires what is overdue, once, and says so to programs, too", async () => {
    const { json, lobster, start, as, pass, gone } = place(RELEASE);
    const id = await start();
    pass("expiresAt");
    const late = await json(["resume", "--id", id, "--approve", "no"], as("ann"));
    expect(late).toMatchObject({ error: { code: "expired" } });
    expect(await json(["sweep", "--json"])).toMatchObject({ gates: [{ step: "gate", became: "expired" }] });
    expect((await lobster(["sweep"])).stdout).toBe("Nothing was due.\n");
    expect(gone()).toBe(false);
  });

  it("tells its policy before it runs: in a dry run, in words, in the picture", async () => {
    const { lobster } = place(RELEASE);
    const policy =
      "needs 2 of 'ann', group:release other than the starter; expires after 1d; an approve needs a reason";
    expect((await lobster(["run", "w.lobster", "--dry-run"])).stderr).toContain(
      `     [approval required]\n     policy: ${policy}; an approver types: v1; votes can be withdrawn for 10m after the last one\n`,
    );
    expect((await lobster(["explain", "w.lobster"])).stdout).toContain(
      `policy: ${policy}; an approver types: \${tag};`,
    );
    expect((await lobster(["graph", "w.lobster"])).stdout).toContain("approval gate; needs 2 of");
  });

  it("asks a person at a terminal for the reason and the text, and leaves the other votes to others", async () => {
    const { lobster, as } = place(RELEASE);
    const typed = ["y", "tested", "v1"];
    const { code, stdout, stderr } = await lobster(
      ["run", "w.lobster"],
      { ...as("ann"), LOBSTER_APPROVAL_INITIATED_BY: "dev" },
      { typed },
    );
    expect(code).toBe(0);
    expect(stderr).toContain("Policy: needs 2 of 'ann', group:release; not dev\n");
    expect(stderr).toContain("Reason: Type 'v1': ");
    expect(JSON.parse(stdout)).toMatchObject({ status: "needs_approval", requiresApproval: { remaining: 1 } });
  });
});

describe("a pipeline's approve with a policy", () => {
  it("takes votes, and the text, like every other gate", async () => {
    const { json, as } = place(APPROVALS);
    const started = await json([
      "run",
      "--mode",
      "tool",
      "exec echo x | approve --approvers ann,group:r --quorum 2 --confirm go | exec tee gone",
    ]);
    const id = String(started["requiresApproval"]?.["approvalId"]);
    const approve = ["resume", "--id", id, "--approve", "yes", "--confirm", "go"];
    expect(await json(approve, as("eve"))).toMatchObject({
      error: { message: "Pipeline stage approve approval requires one of 'ann', 'group:r', got 'eve'" },
    });
    expect(await json(approve, as("bob", "r"))).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 1 },
    });
    expect(await json(approve, as("bob", "r"))).toMatchObject({
      error: { message: "Pipeline stage approve approval already approved by 'bob'" },
    });
    expect(await json(approve, as("ann"))).toMatchObject({ status: "ok" });
  });
});
