import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createDefaultRegistry } from "../../src/embed/commands/default-registry.ts";
import { parsePipeline } from "../../src/embed/pipeline-text.ts";
import { runPipeline, type PipelineRequest, type PipelineResult } from "../../src/embed/run-pipeline.ts";
import { loadPeerCore } from "../helpers/peer.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

type Part = Partial<Omit<PipelineRequest, "pipeline">>;

async function run(text: string, part: Part = {}): Promise<PipelineResult> {
  const env = { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(makeFolder(), "state") };
  return await runPipeline({ pipeline: parsePipeline(text), env, mode: "tool", ...part });
}

async function runPeer(text: string, part: Part = {}): Promise<Record<string, unknown>> {
  const peer = await loadPeerCore();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  return await peer.runPipeline({
    pipeline: peer.parsePipeline(text),
    registry: peer.createDefaultRegistry(),
    env: { PATH: process.env["PATH"], LOBSTER_STATE_DIR: join(makeFolder(), "state") },
    mode: "tool",
    stdin,
    stdout,
    stderr,
    ...part,
  });
}

describe("a pipeline that runs by itself", () => {
  it.each<[string, string, Part]>([
    ["items", "map --wrap v", { input: [1, 2] }],
    ["an approval", "approve --prompt Go?", { input: [1, 2] }],
    ["an approval with a preview", "approve --preview-from-stdin", { input: ["a", "b"] }],
    ["an approval behind a program", "exec echo hi | approve | head", {}],
    ["an emitted question", "ask --emit", { input: ["a"] }],
  ])("returns what the peer returns: %s", async (_name, text, part) => {
    const { executionStarted: _ours, ...result } = await run(text, part);
    const { executionStarted: _theirs, ...expected } = await runPeer(text, part);
    expect(result).toEqual(expected);
  });

  it("tells where a question stopped it, and goes on with the answer", async () => {
    const stopped = await run("ask --subject-from-stdin | map --wrap answer", { input: ["a"] });
    const peer = await runPeer("ask --subject-from-stdin | map --wrap answer", { input: ["a"] });
    expect(stopped).toMatchObject({ halted: true, haltedAt: { index: 0, inPlace: true, stage: { name: "ask" } } });
    expect(Object.keys(stopped.items[0] as object).toSorted()).toEqual(
      Object.keys((peer["items"] as object[])[0] ?? {}).toSorted(),
    );
    const { commandInput, items } = stopped.items[0] as { commandInput: object; items: unknown[] };
    const requestInputResume = { state: commandInput, response: { decision: "approve" } };
    const resumed = await run("ask --subject-from-stdin | map --wrap answer", { input: items, requestInputResume });
    expect(resumed).toMatchObject({ items: [{ answer: { decision: "approve" } }], halted: false });
  });

  it("refuses to go on with something it did not stop with", async () => {
    const requestInputResume = { state: { pending: {} }, response: 1 };
    await expect(run("ask", { requestInputResume })).rejects.toThrow("not what a pipeline stopped with");
  });

  it("shows rendered text on its stdout and tells what json showed", async () => {
    const stdout = new PassThrough();
    const shown = await run("json | table", { input: [{ a: 1 }], stdout });
    expect(shown).toMatchObject({ rendered: true, renderedItems: [{ a: 1 }], items: [{ a: 1 }] });
    expect(String(stdout.read())).toBe('[\n  {\n    "a": 1\n  }\n]\na  \n---\n1  \n');
  });

  it("says on stderr what a dry run would run, and runs nothing", async () => {
    const stderr = new PassThrough();
    const result = await run("exec --json ls -l | head --n 1", { stderr, dryRun: true });
    expect(result).toEqual(
      await runPeer("exec --json ls -l | head --n 1", { stderr: new PassThrough(), dryRun: true }),
    );
    expect(String(stderr.read())).toMatch(/^\[DRY RUN\] Pipeline \(2 stages\):\n/);
    await expect(run("nosuch", { dryRun: true })).rejects.toThrow("Unknown command: nosuch");
  });

  it("calls onExecutionStart once, before the first command that may have effects", async () => {
    const calls: string[] = [];
    const registry = createDefaultRegistry({
      commands: [{ name: "effect", run: () => void calls.push("effect") }],
    });
    const onExecutionStart = (): void => void calls.push("start");
    const result = await run("approve --emit", { registry, onExecutionStart });
    expect([calls, result.executionStarted]).toEqual([[], false]);
    expect(await run("effect | effect", { registry, onExecutionStart })).toMatchObject({ executionStarted: true });
    expect(calls).toEqual(["start", "effect", "effect"]);
  });

  it("asks at a terminal in human mode, on stderr", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    stdin.write("y\n");
    const result = await run("approve --prompt Go?", { input: [1], mode: "human", stdin, stdout, stderr });
    expect(result).toMatchObject({ items: [1], halted: false });
    expect([String(stdout.read() ?? ""), String(stderr.read())]).toEqual(["", expect.stringContaining("Go? [y/N]")]);
  });

  it("refuses a question where it may not stop", async () => {
    await expect(run("ask", { requestInputEnabled: false })).rejects.toThrow(
      "requestInput is not supported in this pipeline context",
    );
  });

  it("ends its programs when it is cancelled", async () => {
    const stop = new AbortController();
    const running = run("exec sleep 60", {
      signal: stop.signal,
      onExecutionStart: () => queueMicrotask(() => stop.abort(new Error("enough"))),
    });
    await expect(running).rejects.toThrow("enough");
  });

  it("parses pipelines into ordinary objects", async () => {
    const peer = await loadPeerCore();
    const text = "head --n 2 | exec --json cat x | map --wrap=v";
    expect(parsePipeline(text)).toStrictEqual(peer.parsePipeline(text));
  });
});
