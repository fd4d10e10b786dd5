import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLobsterTool } from "../../../src/embed/agent-tool/create-lobster-tool.ts";
import { decodeCall } from "../../../src/embed/agent-tool/decode-call.ts";
import type { Command } from "../../../src/embed/commands/command.ts";
import { createDefaultRegistry } from "../../../src/embed/commands/default-registry.ts";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { makeTool, openRuntime, tokenOf } from "./tool-world.ts";

describe("the tool", () => {
  it("has a name, a description and one plain object of parameters", () => {
    const { tool } = makeTool();
    expect(tool).toMatchObject({ name: "lobster", description: expect.stringContaining("Lobster") });
    expect(tool.parameters).toMatchObject({ type: "object", required: ["action"] });
    expect(tool.parameters.properties.action.enum).toEqual(["run", "resume", "status"]);
    expect(JSON.stringify(tool.parameters)).not.toMatch(/anyOf|oneOf|allOf|\$ref/);
  });

  it("is not there for an agent in a sandbox", () => {
    expect(createLobsterTool({ sandboxed: true })).toBeNull();
  });

  it("answers with pretty JSON for the model and the same for programs", async () => {
    const { tool } = makeTool();
    const { content, details } = await tool.execute({ action: "run", pipeline: "exec echo hi" });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(details, null, 2) }]);
    expect(details).toMatchObject({ protocolVersion: 1, ok: true, status: "ok", output: ["hi"] });
  });

  it("throws the runtime's errors: message and type are the runtime's", async () => {
    const { fail } = makeTool();
    expect(await fail({ action: "run", pipeline: "exec false" })).toMatchObject({
      message: "exec failed (1): false",
      code: "runtime_error",
      details: { envelope: { ok: false } },
    });
    expect(await fail({ action: "run", pipeline: "a ||" })).toMatchObject({
      message: "Empty command stage",
      code: "parse_error",
    });
  });

  it.each([
    [undefined, "the parameters must be an object"],
    [{}, "action must be run, resume or status"],
    [{ action: "delete" }, "action must be run, resume or status, got 'delete'"],
    [{ action: 3 }, "action must be a string"],
    [{ action: "run" }, "run requires pipeline: a pipeline, or the path of a workflow file"],
    [{ action: "run", pipeline: "  " }, "run requires pipeline: a pipeline, or the path of a workflow file"],
    [{ action: "run", pipline: "x" }, "unknown parameter pipline; did you mean pipeline?"],
    [{ action: "run", pipeline: ["x"] }, "pipeline must be a string"],
  ])("refuses %j", async (params, message) => {
    const { fail } = makeTool();
    expect(await fail(params as object)).toMatchObject({ message, code: "parse_error" });
  });
});

describe("pipeline", () => {
  it("may be the path of a workflow file, absolute too, in any letter case of its ending", async () => {
    const { call, folder } = makeTool(
      {},
      { "ok.LOBSTER": "steps:\n  - id: a\n    run: echo hi\n", "a b.yml": "steps:\n  - id: a\n    run: echo spaces\n" },
    );
    expect(await call({ action: "run", pipeline: "ok.LOBSTER" })).toMatchObject({ output: ["hi\n"] });
    expect(await call({ action: "run", pipeline: join(folder, "ok.LOBSTER") })).toMatchObject({ output: ["hi\n"] });
    expect(await call({ action: "run", pipeline: "a b.yml" })).toMatchObject({ output: ["spaces\n"] });
  });

  it("is a pipeline where it only ends like a path", async () => {
    const { call } = makeTool({}, { "data.json": '{"a":1}' });
    expect(await call({ action: "run", pipeline: "exec cat data.json" })).toMatchObject({ output: ['{"a":1}'] });
  });

  it("names a file that is not there, instead of an unknown command", async () => {
    const { fail } = makeTool();
    expect((await fail({ action: "run", pipeline: "flows/nosuch.lobster" })).message).toBe(
      "Workflow file not found: flows/nosuch.lobster; correct the path, or give a pipeline",
    );
  });

  it("has to stay inside the working directory, links followed, unless the host allows more", async () => {
    const outside = makeFolder({ "w.lobster": "steps:\n  - id: a\n    run: echo out\n" });
    const { fail, call, folder, options } = makeTool();
    symlinkSync(join(outside, "w.lobster"), join(folder, "link.lobster"));
    const message = "workflow path must stay within the gateway working directory";
    for (const pipeline of [join(outside, "w.lobster"), "../w.lobster", "link.lobster", "/nosuch/w.lobster"]) {
      expect((await fail({ action: "run", pipeline })).message).toBe(message);
    }
    const wider = createLobsterTool({ ...options, sandboxed: false, workflowRoots: [outside] });
    const { details } = await wider.execute({ action: "run", pipeline: "link.lobster" });
    expect(details).toMatchObject({ output: ["out\n"] });
    expect(await call({ action: "run", pipeline: "sub/inner.yaml" })).toMatchObject({ output: [`${folder}\n`] });
  });
});

describe("argsJson", () => {
  it("is the arguments of a workflow file", async () => {
    const { call } = makeTool();
    expect(await call({ action: "run", pipeline: "ok.lobster", argsJson: '{"who":"me"}' })).toMatchObject({
      output: ["me\n"],
    });
  });

  it.each([
    ["{", "run --args-json must be valid JSON"],
    ["[1]", "run --args-json must be a JSON object"],
  ])("is refused where it is %s", async (argsJson, message) => {
    const { fail } = makeTool();
    expect(await fail({ action: "run", pipeline: "ok.lobster", argsJson })).toMatchObject({
      message,
      code: "parse_error",
    });
  });

  it("is ignored with a pipeline, and the reply says so", async () => {
    const { call } = makeTool();
    expect(await call({ action: "run", pipeline: "exec echo hi", argsJson: "{broken" })).toMatchObject({
      ok: true,
      _meta: { warnings: ["argsJson is ignored: pipelines have no arguments"] },
    });
  });
});

describe("cwd", () => {
  it("is a directory inside the working directory", async () => {
    const { call, folder } = makeTool();
    expect(await call({ action: "run", pipeline: "exec pwd", cwd: "sub" })).toMatchObject({
      output: [join(folder, "sub")],
    });
    expect(await call({ action: "run", pipeline: "exec pwd", cwd: "." })).toMatchObject({ output: [folder] });
    expect(await call({ action: "run", pipeline: "exec pwd" })).toMatchObject({ output: [folder] });
  });

  it("cannot lead out, not by dots and not by links", async () => {
    const { fail, folder } = makeTool();
    mkdirSync(join(folder, "deep"));
    symlinkSync(dirname(folder), join(folder, "up"));
    symlinkSync("/", join(folder, "deep", "root"));
    const outside = "cwd must stay within the gateway working directory";
    for (const cwd of ["..", "sub/../..", "up", "deep/root", "deep/root/tmp"]) {
      expect((await fail({ action: "run", pipeline: "exec pwd", cwd })).message).toBe(outside);
    }
    expect((await fail({ action: "run", pipeline: "exec pwd", cwd: "/tmp" })).message).toBe(
      "cwd must be a relative path",
    );
  });

  it("has to be a directory that is there", async () => {
    const { fail } = makeTool();
    expect((await fail({ action: "run", pipeline: "exec pwd", cwd: "nosuch" })).message).toBe(
      "cwd does not exist: nosuch",
    );
    expect((await fail({ action: "run", pipeline: "exec pwd", cwd: "ok.lobster" })).message).toBe(
      "cwd is not a directory: ok.lobster",
    );
  });

  it("may follow a link that stays inside", async () => {
    const { call, folder } = makeTool();
    symlinkSync(join(folder, "sub"), join(folder, "same"));
    expect(await call({ action: "run", pipeline: "exec pwd", cwd: "same" })).toMatchObject({
      output: [join(folder, "sub")],
    });
  });

  it("is ignored by resume, which goes on where the run was started (fault F11)", async () => {
    const { call, fail, folder } = makeTool();
    const token = tokenOf(await call({ action: "run", pipeline: "approve | exec pwd" }));
    expect((await fail({ action: "resume", token, approve: true, cwd: ".." })).message).toContain(
      "cwd must stay within",
    );
    expect(await call({ action: "resume", token, approve: true, cwd: "sub" })).toMatchObject({
      output: [folder],
      _meta: { warnings: [expect.stringContaining("cwd is ignored")] },
    });
  });
});

describe("timeoutMs", () => {
  it("ends the process tree, and the call returns only then", async () => {
    const { fail, folder } = makeTool();
    const line = "sleep 60 & echo $! > child; wait";
    const error = await fail({ action: "run", pipeline: `exec --shell '${line}'`, timeoutMs: 1000 });
    expect(error).toMatchObject({ message: "lobster runtime timed out", code: "runtime_error" });
    const pid = Number(readFileSync(join(folder, "child"), "utf8"));
    expect(isSameProcessAlive({ pid })).toBe(false);
  });

  it.each([
    [undefined, 20_000],
    [" ", 20_000],
    [1, 200],
    ["5000", 5000],
  ])("given as %j is %d", (timeoutMs, wanted) => {
    expect(decodeCall({ action: "run", pipeline: "head", timeoutMs }).limits.timeoutMs).toBe(wanted);
  });

  it.each([[0], [-1], [1.5], ["soon"], [true], [{}], ["1e3"]])("is refused where it is %j", async (timeoutMs) => {
    const { fail } = makeTool();
    expect((await fail({ action: "run", pipeline: "exec true", timeoutMs })).message).toBe(
      "timeoutMs must be a positive integer",
    );
  });

  it("counts for each call: the run itself has an hour, for what a person resumes later", async () => {
    const world = makeTool();
    const stopped = await world.call({ action: "run", pipeline: "gate.lobster", timeoutMs: 5000 });
    const runtime = openRuntime(world);
    const gate = await runtime.readGate({ token: tokenOf(stopped) });
    const run = gate === undefined ? undefined : await runtime.readRun(gate.runId);
    expect(run?.limits.timeoutMs).toBe(3_600_000);
  });
});

/** A pipeline that writes 3000 bytes. */
function flood(to: string): string {
  return `exec --shell "head -c 3000 /dev/zero | tr '\\\\0' x ${to}"`;
}

describe("maxStdoutBytes", () => {
  const noisy: Command = { name: "noisy", run: ({ ctx }) => void ctx.stdout.write("x".repeat(3000)) };
  const grumpy: Command = { name: "grumpy", run: ({ ctx }) => void ctx.stderr.write("x".repeat(3000)) };

  it.each([
    ["stdout of a program", flood(""), "lobster stdout exceeded maxStdoutBytes"],
    ["stderr of a program", flood(">&2"), "lobster stderr exceeded maxStdoutBytes"],
    ["text shown by a command", "noisy | exec true", "lobster stdout exceeded maxStdoutBytes"],
    ["warnings of a command", "grumpy | exec true", "lobster stderr exceeded maxStdoutBytes"],
    ["the reply", "exec --shell 'seq 1 400' | map --wrap value", "lobster runtime result exceeded maxStdoutBytes"],
  ])("caps %s", async (_name, pipeline, message) => {
    const registry = createDefaultRegistry({ commands: [noisy, grumpy] });
    const { fail } = makeTool({ registry });
    expect(await fail({ action: "run", pipeline, maxStdoutBytes: 2048 })).toMatchObject({
      message,
      code: "runtime_error",
    });
  });

  it("caps steps of workflow files", async () => {
    const files = { "w.lobster": "steps:\n  - id: a\n    run: seq 1 2000\n" };
    const { fail } = makeTool({}, files);
    expect((await fail({ action: "run", pipeline: "w.lobster", maxStdoutBytes: 2048 })).message).toBe(
      "lobster stdout exceeded maxStdoutBytes",
    );
  });

  it("is at least 1024, at most 16 MiB, and may be written as text", async () => {
    const { call, fail } = makeTool();
    expect(await call({ action: "run", pipeline: "exec echo hi", maxStdoutBytes: 1 })).toMatchObject({ ok: true });
    expect(await call({ action: "run", pipeline: "exec echo hi", maxStdoutBytes: "4096" })).toMatchObject({ ok: true });
    expect((await fail({ action: "run", pipeline: "exec true", maxStdoutBytes: 0 })).message).toBe(
      "maxStdoutBytes must be a positive integer",
    );
    expect((await fail({ action: "run", pipeline: "exec true", maxStdoutBytes: 2 ** 30 })).message).toBe(
      "maxStdoutBytes must be at most 16777216",
    );
  });

  it("cuts a reply only after its checkpoint was stored, and tells programs how to find it", async () => {
    const { fail, call } = makeTool();
    const error = await fail({ action: "run", pipeline: "exec --shell 'seq 1 400' | approve", maxStdoutBytes: 2048 });
    expect(error.message).toBe("lobster runtime result exceeded maxStdoutBytes");
    const token = String(error.details["resumeToken"]);
    expect(await call({ action: "resume", token, cancel: true })).toMatchObject({ status: "cancelled" });
  });
});

describe("resume", () => {
  it("takes token or approvalId", async () => {
    const { call, fail } = makeTool();
    const stopped = await call({ action: "run", pipeline: "gate.lobster" });
    expect(stopped).toMatchObject({ status: "needs_approval", requiresApproval: { prompt: "Ship?" } });
    const approvalId = /"approvalId":"([0-9a-f]{8})"/.exec(JSON.stringify(stopped))?.[1];
    expect((await fail({ action: "resume", token: "x", approvalId, approve: true })).message).toContain(
      "only one of token",
    );
    expect(await call({ action: "resume", approvalId, approve: true })).toMatchObject({ status: "ok" });
    expect(await fail({ action: "resume", approvalId, approve: true })).toMatchObject({
      message: `Approval ID "${approvalId ?? ""}" not found or expired`,
      details: { envelope: { error: { code: "already_decided" } } },
    });
  });

  it.each([
    [{}, "resume requires token or approvalId"],
    [{ token: " " }, "resume requires token or approvalId"],
    [{ token: "x" }, "resume requires approve, responseJson, or cancel: true"],
    [{ token: "x", cancel: false }, "resume requires approve, responseJson, or cancel: true"],
    [{ token: "x", approve: true, cancel: true }, "resume accepts only one of approve, responseJson, or cancel"],
    [{ token: "x", approve: false, responseJson: "1" }, "resume accepts only one of approve, responseJson, or cancel"],
    [{ token: "x", approve: "yes" }, "approve must be true or false"],
    [{ token: "x", responseJson: "{" }, "responseJson must be valid JSON"],
    [{ token: "x", responseJson: `"${"x".repeat(65_535)}"` }, "responseJson must be at most 65536 bytes"],
    [{ token: "x", approve: true }, "Invalid token"],
  ])("refuses %#", async (params, message) => {
    const { fail } = makeTool();
    expect(await fail({ action: "resume", ...params })).toMatchObject({ message, code: "parse_error" });
  });

  it("denies and cancels", async () => {
    const { call } = makeTool();
    for (const decision of [{ approve: false }, { cancel: true }]) {
      const token = tokenOf(await call({ action: "run", pipeline: "gate.lobster" }));
      expect(await call({ action: "resume", token, ...decision })).toMatchObject({ status: "cancelled", output: [] });
    }
  });

  it("keeps a question open after a wrong answer, and takes any JSON value", async () => {
    const { call, fail } = makeTool();
    const asked = await call({ action: "run", pipeline: "ask.lobster" });
    expect(asked).toMatchObject({ status: "needs_input", requiresInput: { prompt: "Name?" } });
    const token = tokenOf(asked);
    expect(await fail({ action: "resume", token, responseJson: "5" })).toMatchObject({
      message: "Workflow input step q response failed schema validation at /: must be string",
      code: "parse_error",
    });
    expect(await call({ action: "resume", token, responseJson: '"Ada"' })).toMatchObject({ status: "ok" });
  });

  it("keeps every digit of a number in the text of the reply", async () => {
    const { tool } = makeTool();
    const { content, details } = await tool.execute({
      action: "run",
      pipeline: "exec --json echo '[9007199254740993]'",
    });
    expect(content[0].text).toContain("9007199254740993");
    expect(JSON.parse(JSON.stringify(details))).toMatchObject({ output: [9007199254740992] });
  });
});

describe("a cancelled call", () => {
  it("ends its programs before it throws the reason's words", async () => {
    const { fail, folder } = makeTool();
    const stop = new AbortController();
    const begin: Command = {
      name: "begin",
      run: () => {
        queueMicrotask(() => stop.abort(new Error("not any more")));
        return null;
      },
    };
    const registry = createDefaultRegistry({ commands: [begin] });
    const world = makeTool({ registry });
    const error = await world.fail({ action: "run", pipeline: "begin | exec sleep 60" }, { signal: stop.signal });
    expect(error.message).toBe("not any more");
    expect(
      (await fail({ action: "run", pipeline: "exec touch made" }, { signal: AbortSignal.abort(new Error("no")) }))
        .message,
    ).toBe("no");
    expect(existsSync(join(folder, "made"))).toBe(false);
  });

  it("decides nothing", async () => {
    const { call, tool } = makeTool();
    const token = tokenOf(await call({ action: "run", pipeline: "gate.lobster" }));
    const aborted = tool.execute(
      { action: "resume", token, approve: true },
      { signal: AbortSignal.abort(new Error("no")) },
    );
    await expect(aborted).rejects.toThrow("no");
    expect(await call({ action: "resume", token, approve: true })).toMatchObject({ status: "ok" });
  });
});

describe("status", () => {
  it("tells how a run stands, by the token of any of its gates", async () => {
    const { call, fail } = makeTool(
      {},
      {
        "two.lobster":
          "steps:\n  - id: a\n    approval: One?\n  - id: b\n    approval: Two?\n  - id: c\n    run: echo end\n",
      },
    );
    const first = tokenOf(await call({ action: "run", pipeline: "two.lobster" }));
    expect(await call({ action: "status", token: first })).toMatchObject({ requiresApproval: { prompt: "One?" } });
    const second = tokenOf(await call({ action: "resume", token: first, approve: true }));
    expect(await call({ action: "status", token: first })).toMatchObject({ requiresApproval: { prompt: "Two?" } });
    await call({ action: "resume", token: second, approve: true });
    expect(await call({ action: "status", token: first })).toMatchObject({ status: "ok", output: ["end\n"] });
    expect((await fail({ action: "status", token: "x" })).message).toBe("Invalid token");
    expect((await fail({ action: "status", approvalId: "00000000" })).message).toContain("not found or expired");
  });

  it("throws what a run failed with", async () => {
    const { call, fail } = makeTool();
    const token = tokenOf(await call({ action: "run", pipeline: "approve | exec false" }));
    await fail({ action: "resume", token, approve: true });
    expect((await fail({ action: "status", token })).message).toBe("exec failed (1): false");
  });
});
