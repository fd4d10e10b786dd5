import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { lobster } from "../helpers/cli.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

const WORKFLOWS = resolve(import.meta.dirname, "../../workflows");

interface Gate {
  readonly resumeToken: string;
  readonly approvalId: string;
}

/** A folder with a copy of the shipped workflows and a state directory of its own. */
function makePlace() {
  const cwd = makeFolder();
  cpSync(WORKFLOWS, join(cwd, "workflows"), { recursive: true });
  const env = { LOBSTER_STATE_DIR: join(cwd, "state") };
  return {
    cwd,
    run: async () => {
      const ended = await lobster(["run", "--mode", "tool", "workflows/deploy-guard.lobster"], { cwd, env });
      return { ...ended, envelope: JSON.parse(ended.stdout) as { requiresApproval: Gate } & Record<string, unknown> };
    },
    resume: async (words: readonly string[], approvedBy?: string) => {
      const identity = approvedBy === undefined ? {} : { LOBSTER_APPROVAL_APPROVED_BY: approvedBy };
      const ended = await lobster(["resume", ...words], { cwd, env: { ...env, ...identity } });
      return { ...ended, envelope: JSON.parse(ended.stdout) as Record<string, unknown> };
    },
  };
}

describe("lobster run workflows/deploy-guard.lobster", () => {
  it("stops at the gate and says who may open it", async () => {
    const { envelope, code, stderr } = await makePlace().run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(envelope).toMatchObject({
      protocolVersion: 1,
      ok: true,
      status: "needs_approval",
      output: [],
      requiresApproval: {
        type: "approval_request",
        prompt: "Deploy 3 services to staging?",
        items: [{ targets: ["api", "web", "worker"], risk: "high" }],
        initiatedBy: "dev-lead",
        requiredApprover: "release-manager",
        requireDifferentApprover: true,
        approvalId: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
      requiresInput: null,
    });
    expect(envelope.requiresApproval.resumeToken.length).toBeLessThan(200);
  });

  it("answers the four cases of identity with three refusals and one deploy, and the token is dead afterwards", async () => {
    const place = makePlace();
    const { requiresApproval } = (await place.run()).envelope;
    const approve = ["--token", requiresApproval.resumeToken, "--approve", "yes"];
    const refusals = [
      [undefined, "Workflow step gate approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY"],
      ["dev-lead", "Workflow step gate approval requires approver 'release-manager', got 'dev-lead'"],
      ["someone-else", "Workflow step gate approval requires approver 'release-manager', got 'someone-else'"],
    ] as const;
    for (const [person, message] of refusals) {
      const refused = await place.resume(approve, person);
      expect(refused.code).toBe(2);
      expect(refused.envelope).toMatchObject({ ok: false, error: { type: "parse_error", message } });
    }
    const done = await place.resume(approve, "release-manager");
    expect(done).toMatchObject({ code: 0, envelope: { status: "ok", output: [{ deployed: true }] } });
    const again = await place.resume(approve, "release-manager");
    expect(again).toMatchObject({
      code: 1,
      envelope: {
        error: { type: "runtime_error", message: "Workflow resume state not found", code: "already_decided" },
        _meta: { decision: { kind: "approve", by: "release-manager" } },
      },
    });
  });

  it("can be denied without identity, and then nothing is deployed", async () => {
    const place = makePlace();
    const { requiresApproval } = (await place.run()).envelope;
    const denied = await place.resume(["--id", requiresApproval.approvalId, "--approve", "no"]);
    expect(denied).toMatchObject({
      code: 0,
      envelope: {
        ok: true,
        status: "cancelled",
        output: [],
        requiresApproval: null,
        _meta: { outcome: { kind: "denied" } },
      },
    });
    const late = await place.resume(["--token", requiresApproval.resumeToken, "--approve", "yes"], "release-manager");
    expect(late.envelope).toMatchObject({ ok: false });
  });
});
