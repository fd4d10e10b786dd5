import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../../src/runtime/errors.ts";
import { loadWorkflow } from "../../../../src/runtime/workflow/load.ts";
import { loadError, loadText, messagesOf } from "../../../helpers/load-text.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

const CHILD = "steps: [{id: x, run: 'true'}]\n";
const OUTPUT_AFTER_GATE =
  "Workflow step c workflow path depends on step output after a gate, so it could not be pinned; write the path out";

/** A file that calls another one twice. */
function callTwice(level: number): string {
  return `steps: [{id: l, workflow: ${level}.lobster}, {id: r, workflow: ${level}.lobster}]`;
}

/** Loads a file as the engine does when a step reaches it. */
async function loadCalled(files: Record<string, string>, name: string): Promise<unknown> {
  const folder = makeFolder({ "w.lobster": CHILD, ...files });
  return await loadWorkflow(join(folder, name), {
    environment: {},
    calledBy: { files: [join(folder, "w.lobster")], stepId: "c" },
  }).catch((thrown: unknown) => thrown);
}

describe("workflows that call workflows", () => {
  it("are loaded with what they call, relative to the calling file", async () => {
    const loaded = await loadText("steps: [{id: c, workflow: sub/c.lobster}]", {
      files: { "sub/c.lobster": "steps: [{id: d, workflow: d.txt}]", "sub/d.txt": CHILD },
    });
    const child = loaded.children.get("c");
    expect(child?.children.get("d")?.definition.steps[0]?.id).toBe("x");
    expect(child?.filePath.endsWith("/sub/c.lobster")).toBe(true);
  });

  it("find a path that an argument names", async () => {
    const text = "args: {p: {default: one}}\nsteps: [{id: c, workflow: '${p}.lobster'}]";
    const files = { "one.lobster": CHILD, "two.lobster": "steps: [{id: y, run: x}]" };
    const idOf = async (args: Record<string, string> | undefined): Promise<string | undefined> => {
      const loaded = await loadText(text, { files, ...(args === undefined ? {} : { args }) });
      return loaded.children.get("c")?.definition.steps[0]?.id;
    };
    expect(await idOf({})).toBe("x");
    expect(await idOf({ p: "two" })).toBe("y");
    expect(await idOf(undefined)).toBe("x");
  });

  it("hand arguments on, so that the child's own paths are known", async () => {
    const text = "args: {k: {default: one}}\nsteps: [{id: c, workflow: c.lobster, workflow_args: {p: '${k}'}}]";
    const files = {
      "c.lobster": "args: {p: {default: zero}}\nsteps: [{id: d, workflow: '${p}.lobster'}]",
      "one.lobster": CHILD,
    };
    const loaded = await loadText(text, { files, args: {} });
    expect([...(loaded.children.get("c")?.children.keys() ?? [])]).toEqual(["d"]);
  });

  it("leave a path to the run while the argument that decides it is not given", async () => {
    const text = "args: {p: {required: true}}\nsteps: [{id: g, approval: true}, {id: c, workflow: '${p}.lobster'}]";
    expect([...(await loadText(text)).children.keys()]).toEqual([]);
  });

  it("refuse a file that is missing, naming where it was looked for", async () => {
    const error = await loadError("steps:\n  - id: c\n    workflow: nope.lobster\n");
    const path = String(error.facts["filePath"]).replace("workflow.lobster", "nope.lobster");
    expect(error).toMatchObject({
      type: "runtime_error",
      problems: [{ message: `Workflow step c workflow file not found: ${path}`, line: 3, column: 15 }],
    });
  });

  it("refuse a directory", async () => {
    const [message] = await messagesOf("steps: [{id: c, workflow: .}]");
    expect(message).toMatch(/^Workflow step c workflow path is not a file: \//);
  });

  it.each([
    ["themselves", "steps: [{id: c, workflow: workflow.lobster}]", {}, "c"],
    [
      "another file",
      "steps: [{id: c, workflow: b.lobster}]",
      { "b.lobster": "steps: [{id: x, workflow: ./workflow.lobster}]" },
      "x",
    ],
  ])("refuse a cycle through %s", async (_what, text, files, step) => {
    const error = await loadError(text, { files });
    expect(error.message).toBe(
      `Workflow step ${step} creates a cycle: ${String(error.facts["filePath"])} is already being executed`,
    );
  });

  it("see through symbolic links", async () => {
    const folder = makeFolder({ "w.lobster": "steps: [{id: c, workflow: link.lobster}]" });
    symlinkSync(join(folder, "w.lobster"), join(folder, "link.lobster"));
    const outcome = await loadWorkflow(join(folder, "w.lobster"), { environment: {} }).catch(
      (thrown: unknown) => thrown,
    );
    expect(outcome).toMatchObject({
      message: `Workflow step c creates a cycle: ${join(folder, "w.lobster")} is already being executed`,
    });
  });

  it("may call the same file more than once", async () => {
    const text = "steps: [{id: c, workflow: c.lobster}, {id: d, workflow: c.lobster}]";
    const loaded = await loadText(text, { files: { "c.lobster": CHILD } });
    expect(loaded.children.get("c")?.digest).toBe(loaded.children.get("d")?.digest);
  });

  it("report what is wrong inside a child with its file, beside their own problems", async () => {
    const error = await loadError("steps:\n  - {id: c, workflow: c.lobster}\n  - {id: e, when: oops, run: x}\n", {
      files: { "c.lobster": "steps:\n  - {id: x}\n", "d.lobster": "steps: [" },
    });
    const path = String(error.facts["filePath"]).replace("workflow.lobster", "c.lobster");
    expect(error.problems).toEqual([
      {
        message: "Workflow step x requires run, command, pipeline, workflow, parallel, for_each, approval, or input",
        line: 2,
        column: 5,
        filePath: path,
      },
      { message: "Unsupported condition: oops", line: 3, column: 19 },
    ]);
  });

  it("report a child that cannot be parsed", async () => {
    const error = await loadError("steps: [{id: c, workflow: c.json}]", { files: { "c.json": "{" } });
    expect(error.problems[0]).toMatchObject({
      message: expect.stringMatching(/^Workflow file is not valid JSON/),
      filePath: expect.stringMatching(/c\.json$/),
    });
  });

  it("refuse values that the child's arguments do not take", async () => {
    const text = "steps: [{id: c, workflow: c.lobster, workflow_args: {n: x, m: '5'}}]";
    const files = { "c.lobster": `args: {n: {type: integer}, m: {type: integer}, tag: {required: true}}\n${CHILD}` };
    expect(await messagesOf(text, { files, args: {} })).toEqual([
      "Workflow step c workflow_args: Workflow requires the argument tag",
      "Workflow step c workflow_args: Workflow argument n must be a whole number",
    ]);
  });

  it("leave values that steps decide to the run", async () => {
    const text = "steps: [{id: a, run: x}, {id: c, workflow: c.lobster, workflow_args: {n: $a.json.n}}]";
    const files = { "c.lobster": `args: {n: {type: integer, required: true}}\n${CHILD}` };
    expect(await messagesOf(text, { files, args: {} })).toEqual([]);
  });

  it("stop at 32 levels", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `${level}.lobster`,
        `steps: [{id: s, workflow: ${level + 1}.lobster}]`,
      ]),
    );
    expect(await messagesOf("steps: [{id: s, workflow: 0.lobster}]", { files })).toEqual([
      "Workflow step s nests workflows more than 32 deep",
    ]);
  });

  it("stop at 256 files in all, however they multiply", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => [`${level}.lobster`, callTwice(level + 1)]),
    );
    const [message] = await messagesOf(callTwice(0), { files: { ...files, "20.lobster": CHILD } });
    expect(message).toMatch(/^Workflow step [lr] is one sub-workflow too many: at most 256 are loaded$/);
  });
});

describe("a path that depends on step output", () => {
  const call = "{id: c, workflow: $a.stdout}";
  it("is left to the run before any gate, with a warning", async () => {
    const loaded = await loadText(`steps: [{id: a, run: x}, ${call}]`);
    expect(loaded.children.size).toBe(0);
    expect(loaded.warnings).toEqual([
      "Workflow step c workflow path depends on step output; the file is checked when the step is reached (line 1)",
    ]);
  });

  it.each([
    ["an approval", "{id: g, approval: true}", {}],
    ["a question", "{id: g, input: {prompt: p, responseSchema: {}}}", {}],
    ["a pipeline that asks", "{id: g, pipeline: ask | json}", {}],
    ["a sub-workflow with a gate", "{id: g, workflow: g.lobster}", { "g.lobster": "steps: [{id: x, approval: true}]" }],
    ["another such path, which may hold a gate", "{id: g, workflow: $a.json.path}", {}],
  ])("is refused after %s", async (_what, gate, files) => {
    expect(await messagesOf(`steps: [{id: a, run: x}, ${gate}, ${call}]`, { files })).toEqual([OUTPUT_AFTER_GATE]);
  });

  it("is refused inside a child that is called after a gate", async () => {
    const text =
      "steps: [{id: a, run: x}, {id: g, approval: true}, {id: k, workflow: k.lobster, workflow_args: {p: $a.stdout}}]";
    const files = { "k.lobster": "args: {p: {}}\nsteps: [{id: c, workflow: '${p}'}]" };
    expect(await messagesOf(text, { files, args: {} })).toEqual([OUTPUT_AFTER_GATE]);
  });

  it("is not refused for a gate on its own step, which comes after its work", async () => {
    expect(await messagesOf("steps: [{id: a, run: x}, {id: c, workflow: $a.stdout, approval: true}]")).toEqual([]);
  });
});

describe("a sub-workflow loaded when its step is reached", () => {
  it("is refused in the words of its step", async () => {
    const missing = await loadCalled({}, "none.lobster");
    expect(missing).toBeInstanceOf(LobsterError);
    expect(missing).toMatchObject({
      type: "runtime_error",
      message: expect.stringMatching(/^Workflow step c workflow file not found: \/.*none\.lobster$/),
    });
    expect(await loadCalled({}, "w.lobster")).toMatchObject({
      message: expect.stringMatching(/^Workflow step c creates a cycle: /),
    });
  });

  it("is refused when something after its gate is still undecided", async () => {
    const text = "args: {p: {}}\nsteps: [{id: g, approval: true}, {id: c, workflow: '${p}'}]";
    expect(await loadCalled({ "b.lobster": text }, "b.lobster")).toMatchObject({ message: OUTPUT_AFTER_GATE });
  });

  it("loads like any other", async () => {
    expect(await loadCalled({ "b.lobster": CHILD }, "b.lobster")).toMatchObject({ children: new Map() });
  });
});
