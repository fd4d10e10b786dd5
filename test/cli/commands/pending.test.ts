import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const FILES = {
  "deploy.lobster":
    "steps:\n  - { id: gate, approval: { prompt: Deploy?, required_approver: boss, require_different_approver: true } }\n  - { id: go, run: 'true' }\n",
  "ask.lobster": "steps: [{ id: q, input: { prompt: 'Which?', responseSchema: { type: string } } }]",
  "outer.lobster": "steps: [{ id: call, workflow: deploy.lobster }]",
};

function place() {
  const cwd = makeFolder(FILES);
  const state = join(cwd, "state");
  const lobster = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    await callCli(words, { cwd, env: { LOBSTER_STATE_DIR: state, ...env } });
  return {
    state,
    lobster,
    start: async (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      JSON.parse((await lobster(["run", "--mode", "tool", ...words], env)).stdout) as {
        readonly requiresApproval: { readonly approvalId: string; readonly resumeToken: string };
        readonly requiresInput: { readonly resumeToken: string };
        readonly _meta: { readonly runId: string };
      },
    list: async () => JSON.parse((await lobster(["pending", "--json"])).stdout) as { readonly gates: readonly Gate[] },
  };
}

interface Gate {
  readonly runId: string;
  readonly token: string;
}

describe("lobster pending", () => {
  it("lists approval and input gates with what decides them, the oldest first", async () => {
    const { start, lobster } = place();
    const first = await start(["deploy.lobster"], { LOBSTER_APPROVAL_INITIATED_BY: "dev" });
    const second = await start(["ask.lobster"]);
    const { code, stdout, stderr } = await lobster(["pending"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { approvalId } = first.requiresApproval;
    expect(stdout.replaceAll(/waiting \d+ \w+, since \S+/g, "waiting <time>")).toBe(
      `${approvalId}  deploy > gate  run ${first._meta.runId}, step 1 of 2
  Deploy?
  waiting <time>
  boss must approve; not dev
  lobster resume --id ${approvalId} --approve yes|no

question  ask > q  run ${second._meta.runId}, step 1 of 1
  Which?
  waiting <time>
  lobster resume --token ${second.requiresInput.resumeToken} --response-json JSON
`,
    );
  });

  it("gives programs the uncut request, the policy and the token", async () => {
    const { start, lobster } = place();
    const run = await start(["deploy.lobster"]);
    const { stdout } = await lobster(["pending", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      gates: [
        {
          gate: expect.stringMatching(/^workflow_resume_/),
          token: run.requiresApproval.resumeToken,
          approvalId: run.requiresApproval.approvalId,
          runId: run._meta.runId,
          workflow: "deploy",
          step: ["gate"],
          position: { step: 1, of: 2 },
          request: { type: "approval_request", prompt: "Deploy?" },
          policy: { requiredApprover: "boss", requireDifferentApprover: true },
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          createdAt: expect.stringMatching(/^\d{4}-/),
          expiresAt: null,
        },
      ],
      damaged: [],
      foreign: 0,
    });
  });

  it("says when a four-eyes gate cannot be opened because nobody knows who started", async () => {
    const { start, lobster } = place();
    await start(["deploy.lobster"]);
    expect((await lobster(["pending"])).stdout).toContain(
      "boss must approve, other than the starter; nobody can, for the starter is unknown",
    );
  });

  it("lists the gates of pipelines, and leads to gates in sub-workflows", async () => {
    const { start, lobster } = place();
    const pipeline = await start(["exec --json --shell 'echo [1]' | approve --prompt Sure?"]);
    await start(["outer.lobster"]);
    const { stdout } = await lobster(["pending"]);
    expect(stdout).toContain(`${pipeline.requiresApproval.approvalId}  exec > `);
    expect(stdout).toContain("outer > call > gate");
  });

  it("no longer lists a gate that was decided, and lists the next one of its run", async () => {
    const { start, lobster, list } = place();
    const run = await start(["ask.lobster"]);
    const other = await start(["deploy.lobster"]);
    const answered = await lobster(["resume", "--token", run.requiresInput.resumeToken, "--response-json", '"x"']);
    expect(answered.code).toBe(0);
    expect((await list()).gates.map(({ runId }) => runId)).toEqual([other._meta.runId]);
    await lobster(["resume", "--token", other.requiresApproval.resumeToken, "--approve", "no"]);
    expect((await lobster(["pending"])).stdout).toBe("No gate is waiting.\n");
  });

  it("creates nothing where nothing has run", async () => {
    const { lobster, state } = place();
    expect(await lobster(["pending"])).toMatchObject({ code: 0, stdout: "No gate is waiting.\n", stderr: "" });
    expect(existsSync(state)).toBe(false);
  });

  it("lists the rest, and ends with 1, when a checkpoint cannot be read", async () => {
    const { start, lobster, state } = place();
    const broken = await start(["deploy.lobster"]);
    const file = readdirSync(state).find((name) => name.startsWith("workflow_resume_")) ?? "";
    const text = readFileSync(join(state, file), "utf8");
    writeFileSync(join(state, file), text.replace('"votes":', '"ballots":'));
    const fine = await start(["ask.lobster"]);
    const { code, stdout, stderr } = await lobster(["pending"]);
    expect(code).toBe(1);
    expect(stdout).toContain(fine._meta.runId);
    expect(stdout).not.toContain(broken._meta.runId);
    expect(stderr).toMatch(/^Left out workflow_resume_\S+: .*damaged \(field 'votes'\)/);
  });

  it("leaves out a gate that its run has gone past, and reports one whose run is gone", async () => {
    const { start, lobster, state } = place();
    const past = await start(["ask.lobster"]);
    const gone = await start(["ask.lobster"]);
    const fileOf = (runId: string): string => join(state, `run_${runId.toLowerCase()}.json`);
    const run = readFileSync(fileOf(past._meta.runId), "utf8");
    writeFileSync(fileOf(past._meta.runId), run.replace(/"status":\s*"waiting"/, '"status":"over"'));
    rmSync(fileOf(gone._meta.runId));
    const { code, stdout, stderr } = await lobster(["pending"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "No gate is waiting.\n" });
    expect(stderr).toMatch(new RegExp(`^Left out workflow_resume_\\S+: its run ${gone._meta.runId} is missing\n$`));
  });

  it("says that checkpoints of another program are left out", async () => {
    const { start, lobster, state } = place();
    await start(["ask.lobster"]);
    writeFileSync(
      join(state, "workflow_resume_00000000-0000-4000-8000-000000000000.json"),
      '{"filePath":"/w.lobster"}',
    );
    const { code, stderr } = await lobster(["pending"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "Left out 1 checkpoint of another program; resume by token\n",
    });
  });

  it("shows prompts so that a terminal cannot be fooled", async () => {
    const { start, lobster } = place();
    await start(["exec --json --shell 'echo [1]' | approve --prompt 'a\u001b[2Jb'"]);
    const { stdout } = await lobster(["pending"]);
    expect(stdout).toContain("  a\\u{1b}[2Jb\n");
  });

  it.each([
    [["--jsn"], "pending does not know '--jsn'; see lobster help pending\n"],
    [["x"], "pending does not know 'x'; see lobster help pending\n"],
  ])("refuses %j as a usage error", async (words, stderr) => {
    expect(await place().lobster(["pending", ...words])).toMatchObject({ code: 2, stdout: "", stderr });
  });
});
