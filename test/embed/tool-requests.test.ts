import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { resumeToolRequest, runToolRequest, type ToolResumeRequest } from "../../src/embed/tool-requests.ts";
import type { Envelope } from "../../src/runtime/envelope.ts";
import { loadPeerCore } from "../helpers/peer.ts";
import { makeFolder } from "../helpers/temp-folder.ts";
import { comparable } from "./comparable.ts";

const FILES = {
  "ok.lobster": "steps:\n  - id: a\n    run: echo hi\n",
  "gate.lobster": "steps:\n  - id: a\n    run: echo hi\n  - id: g\n    approval: Ship?\n  - id: b\n    run: echo bye\n",
  "ask.lobster": "steps:\n  - id: q\n    input:\n      prompt: Name?\n      responseSchema: {type: string}\n",
  "fails.lobster": "steps:\n  - id: a\n    run: exit 3\n",
  "args.lobster": "args:\n  who:\n    default: you\nsteps:\n  - id: a\n    run: echo ${who}\n",
  "notes.txt": "no workflow\n",
};

interface World {
  readonly folder: string;
  readonly ctx: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
}

function makeWorld(): World {
  const folder = makeFolder(FILES);
  return { folder, ctx: { cwd: folder, env: { LOBSTER_STATE_DIR: join(folder, "state") } } };
}

function failure(envelope: Envelope): { readonly type: string; readonly message: string } {
  if (envelope.ok) throw new Error(`expected a failure, got ${envelope.status}`);
  return envelope.error;
}

function approvalOf(envelope: Envelope): { readonly resumeToken: string; readonly approvalId: string } {
  if (!envelope.ok || envelope.status !== "needs_approval") throw new Error(JSON.stringify(envelope));
  return envelope.requiresApproval as never;
}

describe("a run request", () => {
  const cases: readonly [string, object][] = [
    ["neither pipeline nor file", {}],
    ["both", { pipeline: "head", filePath: "ok.lobster" }],
    ["blank texts", { pipeline: "  ", filePath: " " }],
    ["a pipeline that does not parse", { pipeline: "head ||" }],
    ["an unknown command", { pipeline: "nosuch" }],
    ["a failing program", { pipeline: "exec false" }],
    ["a pipeline that ends", { pipeline: "exec echo hi" }],
    ["a pipeline that stops", { pipeline: "exec echo hi | approve --prompt 'Go on?'" }],
    ["a pipeline that asks", { pipeline: "exec echo hi | ask --prompt 'What now?'" }],
    ["a file that fails", { filePath: "fails.lobster" }],
    ["a file that ends", { filePath: "ok.lobster" }],
    ["a file that stops", { filePath: "gate.lobster" }],
    ["a file with arguments", { filePath: "args.lobster", args: { who: "me" } }],
    ["a folder", { filePath: "." }],
    ["a file with another ending", { filePath: "notes.txt" }],
  ];
  it.each(cases)("is answered like the peer answers it: %s", async (_name, request) => {
    const world = makeWorld();
    const peer = await loadPeerCore();
    const theirs = makeFolder();
    const given =
      "filePath" in request ? { ...request, filePath: join(world.folder, String(request.filePath)) } : request;
    const answered = await runToolRequest({ ...given, ctx: world.ctx });
    const expected = await peer.runToolRequest({
      ...given,
      ctx: { cwd: world.folder, env: { LOBSTER_STATE_DIR: join(theirs, "state") } },
    });
    expect(comparable(answered)).toEqual(comparable(expected));
  });

  it("names a file that is not there, in the system's words", async () => {
    const { ctx } = makeWorld();
    const error = failure(await runToolRequest({ filePath: "nosuch.lobster", ctx }));
    expect(error).toMatchObject({ type: "parse_error", message: expect.stringMatching(/^ENOENT: .*nosuch\.lobster/) });
  });

  it("refuses arguments that are no object", async () => {
    const { ctx } = makeWorld();
    const error = failure(await runToolRequest({ filePath: "args.lobster", args: [1] as never, ctx }));
    expect(error).toMatchObject({ type: "parse_error", message: expect.stringContaining("must be an object") });
  });

  it("lays the environment over the process's own", async () => {
    const { ctx } = makeWorld();
    const env = { ...ctx.env, MARK: "here" };
    const answered = await runToolRequest({
      pipeline: "exec --shell 'echo $MARK; echo ${PATH:+path}'",
      ctx: { ...ctx, env },
    });
    expect(answered).toMatchObject({ ok: true, output: ["here", "path"] });
  });

  it("finds relative files in the context's directory (fault F34)", async () => {
    const { ctx } = makeWorld();
    const answered = await runToolRequest({ pipeline: "exec echo x | template --file notes.txt", ctx });
    expect(answered).toMatchObject({ ok: true, output: ["no workflow\n"] });
  });

  it("shows rendered text on the host's stdout and in _meta, and leaves the items in the output (fault F2)", async () => {
    const { ctx } = makeWorld();
    const stdout = new PassThrough();
    const answered = await runToolRequest({ pipeline: "exec echo hi | json", ctx: { ...ctx, stdout } });
    expect(answered).toMatchObject({ ok: true, output: ["hi"], _meta: { rendered: '[\n  "hi"\n]\n' } });
    expect(String(stdout.read())).toBe('[\n  "hi"\n]\n');
  });

  it("tells how a run went although the host's streams are broken", async () => {
    const { ctx } = makeWorld();
    const broken = {
      write: () => {
        throw new Error("broken pipe");
      },
    };
    const answered = await runToolRequest({
      pipeline: "exec echo hi | json",
      ctx: { ...ctx, stdout: broken, stderr: broken },
    });
    expect(answered).toMatchObject({ ok: true, output: ["hi"], _meta: { rendered: expect.stringContaining("hi") } });
  });

  it("shows what was rendered before a gate as well", async () => {
    const { ctx } = makeWorld();
    const stdout = new PassThrough();
    const answered = await runToolRequest({ pipeline: "exec echo hi | table | approve", ctx: { ...ctx, stdout } });
    expect(answered).toMatchObject({ status: "needs_approval", _meta: { rendered: "hi\n" } });
    expect(String(stdout.read())).toBe("hi\n");
  });

  it("keeps what is rendered in a workflow's step in that step, as the peer does", async () => {
    const files = {
      "w.lobster": "steps:\n  - id: a\n    pipeline: exec echo hi | json\n  - id: b\n    run: echo $a.stdout\n",
    };
    const folder = makeFolder(files);
    const stdout = new PassThrough();
    const ctx = { cwd: folder, env: { LOBSTER_STATE_DIR: join(folder, "state") }, stdout };
    expect(await runToolRequest({ filePath: "w.lobster", ctx })).toMatchObject({ ok: true, status: "ok" });
    expect(stdout.read()).toBeNull();
  });

  it("gives integers beyond 2^53 as ordinary numbers, so that the envelope is JSON", async () => {
    const { ctx } = makeWorld();
    const answered = await runToolRequest({ pipeline: "exec --json echo '{\"id\":9007199254740993}'", ctx });
    expect(JSON.parse(JSON.stringify(answered))).toMatchObject({ output: [{ id: 9007199254740992 }] });
  });

  it("is cancelled by its signal before anything starts", async () => {
    const { ctx, folder } = makeWorld();
    const signal = AbortSignal.abort(new Error("not now"));
    const answered = await runToolRequest({ pipeline: `exec touch ${join(folder, "made")}`, ctx: { ...ctx, signal } });
    expect(failure(answered).message).toBe("not now");
  });
});

describe("a resume request", () => {
  type Part = Pick<ToolResumeRequest, "approved" | "response" | "cancel">;
  const wrong: readonly [string, string, Part][] = [
    ["an answer at an approval of a pipeline", "exec echo hi | approve", { response: 1 }],
    ["both at an approval of a pipeline", "exec echo hi | approve", { approved: true, response: 1 }],
    ["an approval at a question of a pipeline", "ask", { approved: true }],
    ["both at a question of a pipeline", "ask", { approved: true, response: 1 }],
    ["an answer that misses the schema", "ask", { response: { decision: "perhaps" } }],
  ];
  it.each(wrong)("is refused like the peer refuses it and leaves the gate open: %s", async (_name, pipeline, part) => {
    const world = makeWorld();
    const peer = await loadPeerCore();
    const theirs = { cwd: world.folder, env: { LOBSTER_STATE_DIR: join(makeFolder(), "state") } };
    const ours = await runToolRequest({ pipeline, ctx: world.ctx });
    const other = await peer.runToolRequest({ pipeline, ctx: theirs });
    const token = tokenOf(ours);
    const answered = await resumeToolRequest({ token, ...part, ctx: world.ctx });
    const expected = await peer.resumeToolRequest({ token: tokenOf(other), ...part, ctx: theirs });
    expect(comparable(answered)).toEqual(comparable(expected));
    const right = pipeline === "ask" ? { response: { decision: "approve" } } : { approved: true };
    expect(await resumeToolRequest({ token, ...right, ctx: world.ctx })).toMatchObject({ ok: true, status: "ok" });
  });

  it.each([
    ["no reference", {}, "resume requires token or approvalId"],
    ["a token that is none", { token: "x", approved: true }, "Invalid token"],
    ["an unknown id", { approvalId: "00000000", approved: true }, 'Approval ID "00000000" not found or expired'],
  ])("is refused: %s", async (_name, request, message) => {
    const { ctx } = makeWorld();
    expect(failure(await resumeToolRequest({ ...request, ctx }))).toMatchObject({ type: "parse_error", message });
  });

  it.each([
    ["an approval in a workflow", { filePath: "gate.lobster" }, "Workflow resume requires --approve yes|no"],
    ["a question in a workflow", { filePath: "ask.lobster" }, "Workflow resume requires --response-json"],
    ["an approval in a pipeline", { pipeline: "approve" }, "approval resumes require approved=true|false"],
    ["a question in a pipeline", { pipeline: "ask" }, "pipeline input resumes require response"],
  ])("without a decision is refused and changes nothing (W15): %s", async (_name, request, message) => {
    const { ctx } = makeWorld();
    const token = tokenOf(await runToolRequest({ ...request, ctx }));
    const error = failure(await resumeToolRequest({ token, ctx }));
    expect(error).toMatchObject({ type: "parse_error", message: expect.stringContaining(message) });
    expect(await resumeToolRequest({ token, cancel: true, ctx })).toMatchObject({ ok: true, status: "cancelled" });
  });

  it("without a decision says that a checkpoint is not there", async () => {
    const { ctx } = makeWorld();
    const { resumeToken } = approvalOf(await runToolRequest({ pipeline: "approve", ctx }));
    const elsewhere = makeWorld();
    expect(failure(await resumeToolRequest({ token: resumeToken, ctx: elsewhere.ctx })).message).toBe(
      "Pipeline resume state not found",
    );
  });

  it("takes the id where both references are given, works once, and says what was decided", async () => {
    const { ctx } = makeWorld();
    const { approvalId, resumeToken } = approvalOf(await runToolRequest({ filePath: "gate.lobster", ctx }));
    const both = { token: "not a token", approvalId, approved: true, ctx };
    expect(await resumeToolRequest(both)).toMatchObject({ ok: true, status: "ok", output: ["bye\n"] });
    const again = await resumeToolRequest({ token: resumeToken, approved: true, ctx });
    expect(again).toMatchObject({
      error: { code: "already_decided", message: "Workflow resume state not found" },
      _meta: { decision: { kind: "approve" } },
    });
  });

  it("lets cancel beat everything else", async () => {
    const { ctx } = makeWorld();
    const token = tokenOf(await runToolRequest({ pipeline: "approve", ctx }));
    const answered = await resumeToolRequest({ token, approved: true, response: 1, cancel: true, ctx });
    expect(answered).toMatchObject({ ok: true, status: "cancelled", output: [] });
  });

  it("refuses an approval that is no boolean", async () => {
    const { ctx } = makeWorld();
    const token = tokenOf(await runToolRequest({ pipeline: "approve", ctx }));
    expect(failure(await resumeToolRequest({ token, approved: "yes" as never, ctx })).message).toBe(
      "approved must be true or false",
    );
  });

  it("decides nothing when its signal has fired already", async () => {
    const { ctx } = makeWorld();
    const token = tokenOf(await runToolRequest({ pipeline: "approve", ctx }));
    const signal = AbortSignal.abort(new Error("too late"));
    expect(failure(await resumeToolRequest({ token, approved: true, ctx: { ...ctx, signal } })).message).toBe(
      "too late",
    );
    expect(await resumeToolRequest({ token, approved: true, ctx })).toMatchObject({ ok: true, status: "ok" });
  });

  it("runs in the directory the run was started in (fault F11)", async () => {
    const { ctx, folder } = makeWorld();
    const token = tokenOf(await runToolRequest({ pipeline: "approve | exec pwd", ctx }));
    const answered = await resumeToolRequest({ token, approved: true, ctx: { ...ctx, cwd: "/" } });
    expect(answered).toMatchObject({ ok: true, output: [folder] });
  });

  it("counts the person that the host names, whatever the environment says", async () => {
    const world = makeWorld();
    const env = { ...world.ctx.env, LOBSTER_APPROVAL_REQUIRED_APPROVER: "ann", LOBSTER_APPROVAL_APPROVED_BY: "ann" };
    const ctx = { ...world.ctx, env };
    const token = tokenOf(await runToolRequest({ pipeline: "approve", ctx, startedBy: "bob" }));
    expect(failure(await resumeToolRequest({ token, approved: true, decidedBy: "bob", ctx })).message).toBe(
      "Pipeline stage approve approval requires approver 'ann', got 'bob'",
    );
    expect(await resumeToolRequest({ token, approved: true, decidedBy: "ann", ctx })).toMatchObject({ ok: true });
  });
});

function tokenOf(envelope: unknown): string {
  const found = /"resumeToken":"([^"]+)"/.exec(JSON.stringify(envelope))?.[1];
  if (found === undefined) throw new Error(`no token in ${JSON.stringify(envelope)}`);
  return found;
}
