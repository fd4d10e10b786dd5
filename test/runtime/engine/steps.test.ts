import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import type { RunReport } from "../../../src/runtime/runtime.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

async function runText(workflow: string, files: Readonly<Record<string, string>> = {}): Promise<RunReport> {
  const test = makeRuntime({ "workflow.lobster": workflow, ...files });
  const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
  return await test.runtime.execute(run.id);
}

describe("steps", () => {
  it("keep every digit of large integers in references, stdin and output", async () => {
    const report = await runText(`
steps:
  - {id: a, run: "printf '%s' '{\\"id\\":-1001234567890123456789}'"}
  - {id: b, stdin: $a.json, run: cat}
  - {id: c, stdin: '$a.json.id $b.stdout', run: cat}
`);
    expect(report).toMatchObject({ output: ['-1001234567890123456789 {"id":-1001234567890123456789}'] });
  });

  it("do not see the arguments of a calling workflow in a child", async () => {
    const report = await runText(
      "args: {secret: {default: s}}\nsteps:\n  - {id: c, workflow: c.lobster, workflow_args: {own: 1}}\n",
      { "c.lobster": "steps: [{id: x, run: \"env | grep '^LOBSTER_ARG' | sort\"}]\n" },
    );
    expect(report).toMatchObject({ output: ['LOBSTER_ARGS_JSON={"own":1}\nLOBSTER_ARG_OWN=1\n'] });
  });

  it("start a relative cwd at the workflow file, whatever the directory of the run", async () => {
    const test = makeRuntime({ "flows/w.lobster": "cwd: sub\nsteps: [{id: a, run: pwd}]\n", "flows/sub/x": "" });
    const run = await test.runtime.start({ filePath: test.path("flows/w.lobster"), cwd: test.folder });
    expect(await test.runtime.execute(run.id)).toMatchObject({ output: [`${test.path("flows/sub")}\n`] });
  });

  it("that print without end are stopped at the cap, in bounded memory, with a clear error", async () => {
    const before = process.memoryUsage().rss;
    const report = await runText("steps: [{id: a, run: 'yes'}]\n");
    expect(report).toMatchObject({ kind: "failed", error: { message: "Process output exceeded 512000 bytes" } });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it("cannot raise the host's cap", async () => {
    const report = await runText("env: {LOBSTER_MAX_OUTPUT_BYTES: '900000'}\nsteps: [{id: a, run: 'yes'}]\n");
    expect(report).toMatchObject({ error: { message: "Process output exceeded 512000 bytes" } });
  });

  it.each([
    ["any: first success wins", "wait: any, branches: [{id: bad, run: 'exit 3'}, {id: good, run: 'printf ok'}]", "ok"],
    ["any: all failed", "wait: any, branches: [{id: a, run: 'exit 3'}, {id: b, run: 'exit 4'}]", undefined],
  ])("in parallel, %s", async (_, block, output) => {
    const report = await runText(
      `steps:\n  - {id: p, parallel: {${block}}}\n  - {id: e, stdin: $p.stdout, run: cat}\n`,
    );
    if (output === undefined) expect(report).toMatchObject({ kind: "failed", error: { facts: { exitCode: 3 } } });
    else expect(report).toMatchObject({ kind: "finished", output: [output] });
  });

  it("leave nothing in the store when a run without gates has finished", async () => {
    const test = makeRuntime({ "workflow.lobster": "steps: [{id: a, run: 'printf hi'}]\n" });
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    await test.runtime.execute(run.id);
    const { keys } = await test.host.store.list("");
    expect(keys.filter((key) => !key.startsWith("definition_"))).toEqual([]);
  });
});

describe("a run", () => {
  it("that takes longer than its limit ends its processes and says so", async () => {
    const test = makeRuntime({ "workflow.lobster": "steps: [{id: a, run: 'sleep 30 & echo $! > pid; wait'}]\n" });
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder, timeoutMs: 300 });
    expect(await test.runtime.execute(run.id)).toMatchObject({
      kind: "failed",
      error: { code: "timed_out", message: "lobster runtime timed out" },
    });
    const pid = Number(readFileSync(test.path("pid"), "utf8"));
    expect(isSameProcessAlive({ pid })).toBe(false);
  });

  it("can be cancelled from elsewhere while it executes", async () => {
    const test = makeRuntime({
      "workflow.lobster": "steps: [{id: a, run: 'sleep 30'}, {id: b, run: 'printf x >> log'}]\n",
    });
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder });
    const executing = test.runtime.execute(run.id);
    expect(await test.runtime.cancel(run.id, "ana")).toBe(true);
    expect(await executing).toMatchObject({ kind: "cancelled", run: { outcome: { kind: "cancelled", by: "ana" } } });
  });

  it("is executed by one process at a time", async () => {
    const test = makeRuntime({ "workflow.lobster": "steps: [{id: a, run: 'printf x >> log; sleep 0.2'}]\n" });
    const run = await test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      announce: ["terminal:x"],
    });
    const reports = await Promise.all([test.runtime.execute(run.id), test.runtime.execute(run.id)]);
    expect(reports.map((report) => report.kind).toSorted()).toEqual(["busy", "finished"]);
    expect(readFileSync(test.path("log"), "utf8")).toBe("x");
  });

  it("whose process died in a step is reported as interrupted, never run again by itself", async () => {
    const test = makeRuntime({ "workflow.lobster": "steps: [{id: a, run: 'printf x >> log'}]\n" });
    const run = await test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      announce: ["terminal:x"],
    });
    const stored = await test.host.store.read(`run_${run.id.toLowerCase()}`);
    if (stored === undefined) throw new Error("the run is missing");
    const dead = {
      ...run,
      status: "running",
      lease: { owner: `${test.host.hostName}~999999999~1~x`, until: new Date().toISOString() },
      inFlight: { stepId: "a", path: [], attempt: 1, host: "h", pid: 999999999, startedAt: run.startedAt },
    };
    await test.host.store.replace(stored.key, JSON.parse(JSON.stringify(dead)), stored.version);
    expect(await test.runtime.execute(run.id)).toMatchObject({
      kind: "interrupted",
      run: { status: "interrupted", interruption: { lost: { stepId: "a" } } },
      error: { code: "interrupted", message: expect.stringContaining("step 'a'") },
    });
    expect(() => readFileSync(test.path("log"))).toThrow("ENOENT");
  });
});

describe("a pipeline step", () => {
  it.each([
    ["exec printf hi | json", '[\n  "hi"\n]\n', '["hi"]'],
    ["exec printf hi | table", "hi\n", ""],
    ["exec --json printf '[1,2]'", "[1,2]", "[1,2]"],
    ["exec printf hi", "hi", "hi"],
  ])("%s leaves its text and its value", async (pipeline, stdout, json) => {
    const text = JSON.stringify({
      steps: [
        { id: "p", pipeline },
        { id: "e", stdin: "$p.stdout|$p.json", run: "cat" },
      ],
    });
    const report = await runText(text);
    expect(report).toMatchObject({ output: [`${stdout}|${json}`] });
  });

  it("never takes a value for an option, a stage or a shell line", async () => {
    const pipeline = "exec printf '%s-' ${x} | exec --stdin raw --shell \"cat; printf %s ${x}\"";
    const test = makeRuntime({ "workflow.json": JSON.stringify({ args: { x: {} }, steps: [{ id: "p", pipeline }] }) });
    for (const x of ["--json", "a | exec touch pwned", "$(touch pwned)", "'; touch pwned; '", "two words"]) {
      const run = await test.runtime.start({ filePath: test.path("workflow.json"), cwd: test.folder, args: { x } });
      expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "finished", output: [`${x}-${x}`] });
    }
    expect(existsSync(test.path("pwned"))).toBe(false);
  });
});
