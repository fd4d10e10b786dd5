import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli } from "../helpers/in-process-cli.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

const GATED = "steps:\n  - {id: g, approval: Go?}\n  - {id: b, run: 'printf b >> log'}\n";
const ASKING =
  "steps:\n  - {id: q, input: {prompt: P, responseSchema: {type: object, properties: {n: {type: integer}}, required: [n]}}}\n  - {id: b, run: 'printf b >> log'}\n";

async function runTool(cwd: string, file = "w.lobster", env: Readonly<Record<string, string>> = {}) {
  const ended = await callCli(["run", "--mode", "tool", "--file", file], {
    cwd,
    env: { LOBSTER_STATE_DIR: join(cwd, "state"), ...env },
  });
  return { ...ended, envelope: JSON.parse(ended.stdout) };
}

async function resume(cwd: string, ...words: string[]) {
  const ended = await callCli(["resume", ...words], { cwd, env: { LOBSTER_STATE_DIR: join(cwd, "state") } });
  return { ...ended, envelope: JSON.parse(ended.stdout) };
}

describe("a workflow file that is wrong", () => {
  it.each([
    ["is not YAML", "steps: [", /flow/i],
    ["has a step without id", "steps:\n  - {run: 'printf x > log'}\n", /requires an id/],
    [
      "has an id twice",
      "steps:\n  - {id: a, run: 'printf x > log'}\n  - {id: a, run: 'true'}\n",
      /Duplicate workflow step id: a/,
    ],
    [
      "refers to a step that is not there",
      "steps:\n  - {id: a, run: 'printf x > log'}\n  - {id: b, stdin: $c.json, run: cat}\n",
      /Unknown step reference: c\.json/,
    ],
    [
      "has a schema that is none",
      "steps:\n  - {id: a, run: 'printf x > log'}\n  - {id: q, input: {prompt: P, responseSchema: {type: nothing}}}\n",
      /responseSchema is invalid/,
    ],
    [
      "has a gate that is mistyped",
      "steps:\n  - {id: a, run: 'printf x > log', aproval: true}\n",
      /did you mean 'approval'/,
    ],
    ["has a gate that nobody could open", "steps:\n  - {id: a, approval: {quorum: 2, approvers: [ann]}}\n", /quorum/],
  ])("because it %s is refused before anything runs", async (_, text, message) => {
    const cwd = makeFolder({ "w.lobster": text });
    const { code, envelope } = await runTool(cwd);
    expect(code).toBe(1);
    expect(envelope).toMatchObject({
      ok: false,
      error: { type: "runtime_error", message: expect.stringMatching(message) },
    });
    expect(readdirSync(cwd)).toEqual(["w.lobster"]);
  });

  it("has every problem named at once, with line and column for people", async () => {
    const cwd = makeFolder({ "w.lobster": "steps:\n  - id: a\n    rnu: x\n  - run: y\n" });
    const { envelope } = await runTool(cwd);
    expect(envelope.error.problems.length).toBeGreaterThanOrEqual(2);
    expect(envelope.error.problems[0].message).toBe(envelope.error.message);
    const human = await callCli(["run", "w.lobster"], { cwd });
    expect(human.code).toBe(1);
    expect(human.stderr).toMatch(/^Error: \d+ problems\n( +\d+:\d+ .+\n){2,}/);
  });

  it("that is not there is named, not taken for a command", async () => {
    const cwd = makeFolder();
    const ended = await callCli(["run", "--mode", "tool", "nope.lobster"], { cwd });
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      error: { type: "parse_error", message: `ENOENT: no such file or directory, stat '${join(cwd, "nope.lobster")}'` },
    });
  });
});

describe("a state directory that cannot be used", () => {
  it("is named with what to do, and nothing has run", async () => {
    const cwd = makeFolder({ "w.lobster": "steps: [{id: a, run: 'printf x > log'}]\n", blocked: "a file" });
    const { code, envelope } = await runTool(cwd, "w.lobster", { LOBSTER_STATE_DIR: join(cwd, "blocked/state") });
    expect(code).toBe(1);
    expect(envelope.error).toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("LOBSTER_STATE_DIR"),
    });
    expect(readdirSync(cwd).toSorted()).toEqual(["blocked", "w.lobster"]);
  });
});

describe("a checkpoint", () => {
  it.each(["", "{", '"text"', "[]", '{"format":"lobster.gate.v1"}'])(
    "that was overwritten with %j is refused and stays",
    async (text) => {
      const cwd = makeFolder({ "w.lobster": GATED });
      const { envelope } = await runTool(cwd);
      const name = readdirSync(join(cwd, "state")).find((file) => file.startsWith("workflow_resume_")) ?? "";
      writeFileSync(join(cwd, "state", name), text);
      const resumed = await resume(cwd, "--token", envelope.requiresApproval.resumeToken, "--approve", "yes");
      expect(resumed.code).toBe(1);
      expect(resumed.envelope).toMatchObject({ ok: false, error: { message: "Invalid workflow resume state" } });
      expect(readFileSync(join(cwd, "state", name), "utf8")).toBe(text);
      expect(readdirSync(cwd)).not.toContain("log");
    },
  );

  it("is not found for a token that names none, and untouched by one that is no token", async () => {
    const cwd = makeFolder({ "w.lobster": GATED });
    const { envelope } = await runTool(cwd);
    expect((await resume(cwd, "--token", "garbage", "--approve", "yes")).code).toBe(2);
    const escaping = Buffer.from(
      JSON.stringify({ protocolVersion: 1, v: 1, kind: "workflow-file", stateKey: "../../etc/passwd" }),
    ).toString("base64url");
    expect((await resume(cwd, "--token", escaping, "--approve", "yes")).envelope).toMatchObject({
      error: { message: "Workflow resume state not found" },
    });
    expect((await resume(cwd, "--token", envelope.requiresApproval.resumeToken, "--approve", "yes")).code).toBe(0);
  });

  it("keeps its question open after an answer that does not fit", async () => {
    const cwd = makeFolder({ "w.lobster": ASKING });
    const { envelope } = await runTool(cwd);
    const token = envelope.requiresInput.resumeToken;
    const wrong = await resume(cwd, "--token", token, "--response-json", '{"n":"x"}');
    expect(wrong).toMatchObject({
      code: 2,
      envelope: {
        error: { message: "Workflow input step q response failed schema validation at /n: must be integer" },
      },
    });
    expect(await resume(cwd, "--token", token, "--response-json", '{"n":1}')).toMatchObject({ code: 0 });
  });
});

describe("the command line", () => {
  it.each([
    [["run", "--mode", "loud", "w.lobster"], "run --mode must be tool or human, got 'loud'\n"],
    [["run", "--file"], "run --file needs a value\n"],
    [["run", "--args-json", "{", "w.lobster"], "run --args-json must be valid JSON\n"],
    [["run", "--args-json", "[1]", "w.lobster"], "run --args-json must be a JSON object\n"],
    [
      ["run", "--bogus", "x"],
      "run does not know the option --bogus; put -- before words that belong to the pipeline\n",
    ],
    [["help", "nonsense"], "Unknown command: nonsense\n"],
  ])("%j ends with exit code 2 and a reason", async (words, stderr) => {
    const cwd = makeFolder({ "w.lobster": GATED });
    expect(await callCli(words, { cwd })).toEqual({ code: 2, stdout: "", stderr });
  });

  it("keeps words of a pipeline whole and does not take -h inside it for its own", async () => {
    const cwd = makeFolder();
    const ended = await callCli(["exec", "printf", "%s-", "a b", "-h"], { cwd });
    expect(ended).toMatchObject({ code: 0, stdout: '[\n  "a b--h-"\n]\n' });
  });
});

describe("human mode at a terminal", () => {
  const files = {
    "w.lobster":
      "steps:\n  - {id: g, stdin: {what: \"x\\u001b[2Jy\"}, approval: 'Go?'}\n  - {id: b, run: 'printf done'}\n",
  };

  it("shows the whole payload with control characters visible, asks on stderr, and goes on after yes", async () => {
    const cwd = makeFolder(files);
    const ended = await callCli(["run", "w.lobster"], { cwd, typed: ["y"] });
    expect(ended).toMatchObject({ code: 0, stdout: '[\n  "done"\n]\n' });
    expect(ended.stderr).toContain("Go? [y/N]");
    expect(ended.stderr).toContain("what");
    expect(ended.stderr).not.toContain("\u001b");
  });

  it.each([["n"], [""]])("does not go on after %j", async (answer) => {
    const cwd = makeFolder(files);
    const ended = await callCli(["run", "w.lobster"], { cwd, typed: [answer] });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("Error: Not approved");
  });
});
