import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeResumeToken } from "../../src/embed/resume-token.ts";
import { runWorkflowFile, type WorkflowFileResult } from "../../src/embed/run-workflow-file.ts";
import { LobsterError } from "../../src/runtime/errors.ts";
import { loadPeerCore } from "../helpers/peer.ts";
import { makeFolder } from "../helpers/temp-folder.ts";
import { comparable } from "./comparable.ts";

const FILES = {
  "ok.lobster": "args:\n  who:\n    default: you\nsteps:\n  - id: a\n    run: echo ${who}\n",
  "gate.lobster": "steps:\n  - id: a\n    run: echo hi\n  - id: g\n    approval: Ship?\n  - id: b\n    run: echo bye\n",
  "ask.lobster": "steps:\n  - id: q\n    input:\n      prompt: Name?\n      responseSchema: {type: string}\n",
  "fails.lobster": "steps:\n  - id: a\n    run: exit 3\n",
};

function makeWorld() {
  const folder = makeFolder(FILES);
  const env: Readonly<Record<string, string | undefined>> = {
    PATH: process.env["PATH"],
    LOBSTER_STATE_DIR: join(folder, "state"),
  };
  return { path: (name: string) => join(folder, name), ctx: { cwd: folder, env, mode: "tool" } };
}

async function stop(name: string) {
  const { path, ctx } = makeWorld();
  const request = { filePath: path(name), ctx } as const;
  const stopped = await runWorkflowFile(request);
  return { request, stopped, resume: decodeResumeToken(tokenOf(stopped)) };
}

function tokenOf({ requiresApproval, requiresInput }: WorkflowFileResult): string {
  return /"resumeToken":"([^"]+)"/.exec(JSON.stringify([requiresApproval, requiresInput]))?.[1] ?? "";
}

describe("running a workflow file", () => {
  it.each([
    ["ends", "ok.lobster", { who: "me" }],
    ["stops at an approval", "gate.lobster", {}],
    ["stops at a question", "ask.lobster", undefined],
  ])("returns what the peer returns when it %s", async (_name, name, args) => {
    const peer = await loadPeerCore();
    const [ours, theirs] = [makeWorld(), makeWorld()];
    const result = await runWorkflowFile({ filePath: ours.path(name), args, ctx: ours.ctx });
    const registry = peer.createDefaultRegistry();
    const expected = await peer.runWorkflowFile({
      filePath: theirs.path(name),
      args,
      ctx: { ...theirs.ctx, registry },
    });
    expect(comparable(result)).toEqual(comparable(expected));
  });

  it("throws what went wrong, with a code", async () => {
    const { path, ctx } = makeWorld();
    const failed = runWorkflowFile({ filePath: path("fails.lobster"), ctx });
    await expect(failed).rejects.toMatchObject({ code: "step_failed", message: "workflow command failed (3): exit 3" });
    await expect(failed).rejects.toBeInstanceOf(LobsterError);
    await expect(runWorkflowFile({ filePath: path("nosuch.lobster"), ctx })).rejects.toThrow(/^ENOENT/);
    await expect(runWorkflowFile({ ctx })).rejects.toThrow("runWorkflowFile requires filePath, or resume");
  });

  it("leaves the context as it was given, and uses exactly its environment (fault W32)", async () => {
    const { path, ctx } = makeWorld();
    const frozen = Object.freeze({ ...ctx, env: Object.freeze({ ...ctx.env }) });
    process.env["LOBSTER_EMBED_TEST"] = "of this process";
    try {
      const text = "steps:\n  - id: a\n    run: printenv LOBSTER_EMBED_TEST || echo none\n";
      const filePath = join(makeFolder({ "w.lobster": text }), "w.lobster");
      expect(await runWorkflowFile({ filePath, ctx: frozen })).toMatchObject({ output: ["none\n"] });
    } finally {
      delete process.env["LOBSTER_EMBED_TEST"];
    }
    await runWorkflowFile({ filePath: path("ok.lobster"), ctx: frozen });
    expect(Object.keys(frozen)).toEqual(["cwd", "env", "mode"]);
  });
});

describe("resuming a workflow file", () => {
  it("goes on once after an approval, without the file", async () => {
    const { request, resume } = await stop("gate.lobster");
    const again = { ctx: request.ctx, resume, approved: true };
    expect(await runWorkflowFile(again)).toMatchObject({ status: "ok", output: ["bye\n"] });
    await expect(runWorkflowFile(again)).rejects.toMatchObject({
      code: "already_decided",
      message: "Workflow resume state not found",
    });
  });

  it("without a decision is refused and leaves the gate open (fault W15)", async () => {
    const { request, resume } = await stop("gate.lobster");
    await expect(runWorkflowFile({ ...request, resume })).rejects.toThrow(
      "Workflow resume requires --approve yes|no for approval requests",
    );
    expect(await runWorkflowFile({ ...request, resume, approved: false })).toMatchObject({
      status: "cancelled",
      output: [],
    });
  });

  it("with a wrong answer is refused and leaves the question open", async () => {
    const { request, resume } = await stop("ask.lobster");
    await expect(runWorkflowFile({ ...request, resume, response: 3 })).rejects.toThrow(
      "Workflow input step q response failed schema validation at /: must be string",
    );
    expect(await runWorkflowFile({ ...request, resume, response: "Ada" })).toMatchObject({ status: "ok" });
  });

  it("takes both spellings of a checkpoint's key", async () => {
    const { request, resume } = await stop("gate.lobster");
    const stateKey = resume.stateKey.replace("workflow_resume_", "workflow-resume_");
    expect(await runWorkflowFile({ ...request, resume: { stateKey }, cancel: true })).toMatchObject({
      status: "cancelled",
    });
  });

  it.each([
    [
      "state that travels by itself",
      { filePath: "x", resumeAtIndex: 0, steps: {}, args: {} },
      "Invalid workflow token",
    ],
    ["an empty key", { stateKey: " " }, "Invalid workflow token"],
    ["a key of nothing", { stateKey: "workflow_resume_none" }, "Workflow resume state not found"],
  ])("from %s is refused", async (_name, resume, message) => {
    const { ctx } = makeWorld();
    await expect(runWorkflowFile({ ctx, resume: resume as never, approved: true })).rejects.toThrow(message);
  });
});
