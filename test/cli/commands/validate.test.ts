import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const WORKFLOWS = resolve(import.meta.dirname, "../../../workflows");

const FILES = {
  "good.lobster": "steps: [{ id: a, run: ls }]",
  "bad.lobster": "steps:\n  - { id: a, run: ls, aproval: true }\n  - { id: b, pipeline: nonesuch }\n",
  "calls.lobster": "steps:\n  - id: c\n    workflow: lib/child.lobster\n",
  "lib/child.lobster": "steps:\n  - id: x\n    run: ls\n    on_eror: continue\n",
};

describe("lobster validate", () => {
  it("takes every shipped workflow", async () => {
    const files = readdirSync(WORKFLOWS)
      .filter((name) => name.endsWith(".lobster"))
      .map((name) => join(WORKFLOWS, name));
    const { code, stdout } = await callCli(["validate", ...files], { cwd: makeFolder() });
    expect(code).toBe(0);
    expect(stdout.match(/: ok$/gm)).toHaveLength(files.length);
    expect(stdout).not.toContain("error");
    expect(stdout).not.toContain("warning");
  });

  it("names every problem of every file with its line and column", async () => {
    const { code, stdout } = await callCli(["validate", "good.lobster", "bad.lobster"], { cwd: makeFolder(FILES) });
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "good.lobster: ok",
      "bad.lobster:2:23: error: Workflow step a has an unknown key 'aproval'; did you mean 'approval'?",
      "bad.lobster:3:24: error: Unknown command: nonesuch",
      "",
    ]);
  });

  it("names the included file a problem is in", async () => {
    const { code, stdout } = await callCli(["validate", "calls.lobster"], { cwd: makeFolder(FILES) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^lib\/child\.lobster:4:5: error: .*'on_eror'; did you mean 'on_error'\?\n$/);
  });

  it("gives warnings their place, those of an included file too", async () => {
    const cwd = makeFolder({
      "calls.lobster": "steps:\n  - { id: c, workflow: child.lobster }\n",
      "child.lobster": "steps:\n  - id: x\n    run: ls\n    env: { N: 1 }\n",
    });
    const { code, stdout } = await callCli(["validate", "calls.lobster"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^child\.lobster:4: warning: .*env\.N is a number/m);
  });

  it("says what only a run can tell, what prepares a gate, what is raw, and what loses digits", async () => {
    const cwd = makeFolder({
      "w.lobster": `
args: { week: { required: true }, more: { raw: true, default: "" }, file: {} }
steps:
  - { id: find, run: "ls \${more}" }
  - { id: each, for_each: $find.json, steps: [{ id: s, run: ls }] }
  - { id: big, run: ls, when: $find.json.id == 9007199254740993 }
  - { id: call, workflow: "\${file}" }
  - { id: gate, run: ls, approval: true, when: $big.skipped }
`,
    });
    const { code, stdout } = await callCli(["validate", "w.lobster"], { cwd });
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line !== "")).toEqual([
      "w.lobster: ok",
      "w.lobster: approval gate: step gate: needs anyone",
      "w.lobster: known only in a run: a run needs a value for: week; it is checked when the run starts",
      "w.lobster: note: argument more is raw: its value becomes part of commands, whatever it contains (used in find)",
      "w.lobster: known only in a run: step each: how often it repeats, and whether $find.json is a list at all",
      "w.lobster: known only in a run: step big: whether it runs depends on $find.json.id",
      "w.lobster: warning: step big: its condition compares a number beyond 2^53, whose last digits conditions cannot see; compare it as text in a command",
      "w.lobster: known only in a run: step call: which workflow it calls depends on the argument file; that file is checked when it is known",
      "w.lobster: note: step gate: its command runs before the gate and prepares what the gate shows",
    ]);
  });

  it("says who has to decide at each gate, those of sub-workflows in their place", async () => {
    const cwd = makeFolder({
      "child.lobster":
        "steps: [{ id: ask, input: { prompt: Which?, responseSchema: {}, answer_by: [starter], expires_in: 1h } }]",
      "w.lobster": `steps:
  - { id: call, workflow: child.lobster, approval: { approvers: [ann, group:release], quorum: 2, hold: 10m } }
`,
    });
    expect((await callCli(["validate", "w.lobster"], { cwd })).stdout).toBe(`w.lobster: ok
w.lobster: input gate: step call > ask: needs an answer of the starter; expires after 1h
w.lobster: approval gate: step call: needs 2 of 'ann', group:release; votes can be withdrawn for 10m after the last one
w.lobster: note: step call: its sub-workflow runs before the gate and prepares what the gate shows
`);
  });

  it("says the same as JSON", async () => {
    const cwd = makeFolder({ ...FILES, "gate.lobster": "steps: [{ id: a, run: ls, approval: true }]" });
    const { code, stdout } = await callCli(["validate", "--json", "gate.lobster", "bad.lobster", "no.lobster"], {
      cwd,
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      files: [
        {
          file: "gate.lobster",
          ok: true,
          problems: [],
          warnings: [],
          gates: [{ step: ["a"], kind: "approval", policy: "needs anyone" }],
          notes: [
            {
              kind: "prepared",
              text: "its command runs before the gate and prepares what the gate shows",
              step: ["a"],
            },
          ],
        },
        {
          file: "bad.lobster",
          ok: false,
          problems: [
            {
              message: "Workflow step a has an unknown key 'aproval'; did you mean 'approval'?",
              line: 2,
              column: 23,
            },
            { message: "Unknown command: nonesuch", line: 3, column: 24 },
          ],
          warnings: [],
          gates: [],
          notes: [],
        },
        {
          file: "no.lobster",
          ok: false,
          problems: [{ message: expect.stringContaining("ENOENT") }],
          warnings: [],
          gates: [],
          notes: [],
        },
      ],
    });
  });

  it("shows what a file contains so that a terminal cannot be fooled", async () => {
    const cwd = makeFolder({ "w.lobster": 'steps: [{ id: "a\\e[2J", run: ls, "k\\u202e": 1 }]' });
    const { stdout } = await callCli(["validate", "w.lobster"], { cwd });
    expect(stdout).toContain("\\u{1b}[2J");
    expect(stdout).toContain("\\u{202e}");
    expect(stdout).not.toContain("\u001b");
  });

  it.each([
    [[], "validate requires at least one workflow file\n"],
    [["--jsn", "good.lobster"], "validate does not know --jsn; see lobster help validate\n"],
    [["--json=1", "good.lobster"], "validate --json takes no value\n"],
  ])("refuses %j as a usage error", async (words, stderr) => {
    expect(await callCli(["validate", ...words], { cwd: makeFolder(FILES) })).toMatchObject({
      code: 2,
      stdout: "",
      stderr,
    });
  });
});
