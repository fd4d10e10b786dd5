import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { assertWorkflowPath, loadWorkflow } from "../../../src/runtime/workflow/load.ts";
import { loadText, problemsOf } from "../../helpers/load-text.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

describe("loading a workflow", () => {
  it("names everything wrong with a file at once, each with its place", async () => {
    const text = [
      "argz: {}",
      "steps:",
      "  - id: build",
      "    run: make",
      "    timeout_ms: 0",
      "  - id: ask",
      "    aproval: true",
      "    run: 'true'",
      "  - id: ship",
      "    when: $later.json",
      "    run: 'true'",
      "  - id: build",
      "    run: 'true'",
    ].join("\n");
    expect(await problemsOf(text)).toEqual([
      {
        message: "Workflow step build timeout_ms must be a positive integer between 1 and 2147483647",
        line: 5,
        column: 17,
      },
      { message: "Duplicate workflow step id: build", line: 12, column: 9 },
      { message: "Workflow file has an unknown key 'argz'; did you mean 'args'?", line: 1, column: 1 },
      { message: "Workflow step ask has an unknown key 'aproval'; did you mean 'approval'?", line: 7, column: 5 },
      { message: "Unknown step reference: later.json", line: 10, column: 11 },
    ]);
  });

  it("puts what Lobster itself checks before what it lets pass", async () => {
    const problems = await problemsOf("steps:\n  - {id: a, rnu: x, run: x}\n  - {id: b}\n");
    expect(problems.map(({ message }) => message)).toEqual([
      "Workflow step b requires run, command, pipeline, workflow, parallel, for_each, approval, or input",
      "Workflow step a has an unknown key 'rnu'; did you mean 'run'?",
    ]);
  });

  it("gives places in JSON files as well", async () => {
    const text = '{\n  "steps": [\n    { "id": "a",\n      "run": "x", "retry": { "max": 0 } }\n  ]\n}\n';
    expect(await problemsOf(text, { name: "workflow.json" })).toEqual([
      { message: "Workflow step a retry.max must be a positive integer", line: 4, column: 37 },
    ]);
  });

  it("names at most a hundred problems", async () => {
    const steps = Array.from({ length: 150 }, (_, index) => `  - {id: s${index}}`);
    expect(await problemsOf(`steps:\n${steps.join("\n")}\n`)).toHaveLength(100);
  });

  it.each([".lobster", ".yaml", ".yml", ".json", ".LOBSTER", ".Json"])("takes %s as an ending", (ending) => {
    expect(() => assertWorkflowPath(`dir/deploy${ending}`)).not.toThrow();
  });

  it.each(["deploy.txt", "deploy", "lobster", "deploy.json.bak"])("refuses the path %s", (path) => {
    expect(() => assertWorkflowPath(path)).toThrow(
      expect.objectContaining({
        type: "parse_error",
        code: "invalid_request",
        message: "Workflow file must end in .lobster, .yaml, .yml, or .json",
      }),
    );
  });

  it("refuses a directory as the caller's mistake", async () => {
    const folder = makeFolder();
    await expect(loadWorkflow(folder, { environment: {} })).rejects.toMatchObject({
      type: "parse_error",
      message: "Workflow path is not a file",
    });
  });

  it("gives the system's words for a file that is missing", async () => {
    const path = join(makeFolder(), "none.lobster");
    await expect(loadWorkflow(path, { environment: {} })).rejects.toMatchObject({
      type: "parse_error",
      message: `ENOENT: no such file or directory, stat '${path}'`,
    });
  });

  it("refuses a file that is too large before parsing it", async () => {
    const text = `# ${"x".repeat(1024 * 1024)}\nsteps: [{id: a, run: x}]\n`;
    const error = await loadText(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LobsterError);
    expect(error).toMatchObject({
      type: "runtime_error",
      problems: [{ message: "Workflow file is larger than 1048576 bytes; split it" }],
    });
  });

  it("says which arguments are no arguments", async () => {
    const folder = makeFolder({ "w.lobster": "steps: [{id: a, run: x}]" });
    const args = ["p", "q"] as unknown as Record<string, string>;
    await expect(loadWorkflow(join(folder, "w.lobster"), { environment: {}, args })).rejects.toMatchObject({
      type: "parse_error",
      message: "Workflow arguments must be a JSON object",
    });
  });

  it("tells a dry run apart: blank work is a warning, children stay closed", async () => {
    const text = "steps:\n  - {id: a, run: ' '}\n  - {id: b, workflow: none.lobster}\n";
    const loaded = await loadText(text, { purpose: "plan" });
    expect([...loaded.children.keys()]).toEqual([]);
    expect(loaded.warnings).toEqual([
      "Workflow step a run is blank and would do nothing; remove it or write what to do (line 2)",
    ]);
  });
});
