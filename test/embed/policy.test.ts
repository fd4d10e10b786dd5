import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runPipeline } from "../../src/embed/run-pipeline.ts";
import { parsePipeline } from "../../src/embed/pipeline-text.ts";
import { decodeResumeToken } from "../../src/embed/resume-token.ts";
import { runWorkflowFile } from "../../src/embed/run-workflow-file.ts";
import { resumeToolRequest, runToolRequest } from "../../src/embed/tool-requests.ts";
import type { Envelope } from "../../src/runtime/envelope.ts";
import { makeFolder } from "../helpers/temp-folder.ts";
import { makeTool } from "./agent-tool/tool-world.ts";

const GATE = "steps: [{ id: g, approval: { approvers: [ann, group:r], quorum: 2, reason: required, confirm: go } }]\n";
const TERMS = { approved: true, reason: "fine", confirm: "go" } as const;

function makeContext() {
  const cwd = makeFolder({ "w.lobster": GATE });
  return { cwd, env: { LOBSTER_STATE_DIR: join(cwd, "state") } };
}

function tokenOf(envelope: Envelope): string {
  const gate = envelope.ok ? envelope.requiresApproval : null;
  return (gate as { readonly resumeToken: string }).resumeToken;
}

describe("the embedding API at a gate with a policy", () => {
  it("takes who decides with their groups, a reason, the typed text, and a withdrawal", async () => {
    const ctx = makeContext();
    const token = tokenOf(await runToolRequest({ filePath: "w.lobster", ctx, gateExpiresInMs: 60_000 }));
    const decide = async (more: object) => await resumeToolRequest({ token, ctx, ...more });
    expect(await decide({ approved: true, decidedBy: "ann", confirm: "go" })).toMatchObject({
      error: { code: "reason_required" },
    });
    expect(await decide({ ...TERMS, decidedBy: "ann" })).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 1, expiresAt: expect.stringMatching(/^20/) },
    });
    expect(await decide({ withdraw: true, approved: true, decidedBy: "ann" })).toMatchObject({
      error: { message: "withdraw takes back your vote; give no other decision with it" },
    });
    expect(await decide({ withdraw: true, decidedBy: "ann" })).toMatchObject({ requiresApproval: { remaining: 2 } });
    await decide({ ...TERMS, decidedBy: "ann" });
    expect(await decide({ ...TERMS, decidedBy: "bob", groups: ["r"], digest: "0".repeat(12) })).toMatchObject({
      error: { code: "stale_digest" },
    });
    expect(await decide({ ...TERMS, decidedBy: "bob", groups: ["r"] })).toMatchObject({ status: "ok" });
  });

  it("asks the directory of the context", async () => {
    const known = new Set(["ann", "cid"]);
    const directory = { lookUp: (id: string) => Promise.resolve(known.has(id) ? { groups: ["r"] } : undefined) };
    const ctx = { ...makeContext(), directory };
    const token = tokenOf(await runToolRequest({ filePath: "w.lobster", ctx }));
    await resumeToolRequest({ token, ctx, ...TERMS, decidedBy: "ann" });
    known.delete("ann");
    expect(await resumeToolRequest({ token, ctx, ...TERMS, decidedBy: "cid", groups: ["r"] })).toMatchObject({
      requiresApproval: { remaining: 1, dropped: [{ by: "ann" }] },
    });
  });

  it("holds for a workflow that is run as a file", async () => {
    const ctx = makeContext();
    const started = await runWorkflowFile({ filePath: join(ctx.cwd, "w.lobster"), ctx });
    const { resumeToken } = started.requiresApproval as { readonly resumeToken: string };
    const resume = decodeResumeToken(resumeToken) as { readonly stateKey: string };
    await expect(runWorkflowFile({ resume, ctx, ...TERMS })).rejects.toThrow("requires approver identity");
    expect(await runWorkflowFile({ resume, ctx, ...TERMS, decidedBy: "ann" })).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 1 },
    });
    expect(await runWorkflowFile({ resume, ctx, ...TERMS, decidedBy: "bob", groups: ["r"] })).toMatchObject({
      status: "ok",
    });
  });

  it("does not let a pipeline without a gate of its own pass for one with a policy", async () => {
    const request = { pipeline: parsePipeline("approve --quorum 2"), env: {}, mode: "tool" } as const;
    await expect(runPipeline(request)).rejects.toThrow(
      "approve asks for approvers, votes or terms, which nobody enforces here",
    );
    expect(await runPipeline({ ...request, pipeline: parsePipeline("approve") })).toMatchObject({ halted: true });
  });
});

describe("the agent's tool at a gate with a policy", () => {
  it("decides as whom its host says, with a reason and the text, and takes its approve back", async () => {
    const env = { LOBSTER_APPROVAL_APPROVED_BY: "ann" };
    const { call, fail, options } = makeTool({}, { "w.lobster": GATE });
    const stopped = await call({ action: "run", pipeline: "w.lobster" });
    const token = /"resumeToken":"([^"]+)"/.exec(JSON.stringify(stopped))?.[1];
    const approve = { action: "resume", token, approve: true, reason: "fine", confirm: "go" };
    expect((await fail(approve)).message).toContain("requires approver identity");
    expect(await fail({ ...approve, decidedBy: "ann" })).toMatchObject({ code: "parse_error" });
    const asAnn = makeTool({ ...options, env: { ...options.env, ...env }, sandboxed: false });
    expect((await asAnn.fail({ ...approve, confirm: "no" })).message).toContain("requires typing 'go'");
    expect(await asAnn.call(approve)).toMatchObject({ status: "needs_approval", requiresApproval: { remaining: 1 } });
    expect((await asAnn.fail({ action: "resume", token, withdraw: true, approve: false })).message).toContain(
      "give no other decision with it",
    );
    expect(await asAnn.call({ action: "resume", token, withdraw: true })).toMatchObject({
      requiresApproval: { remaining: 2, approvals: [] },
    });
  });
});
