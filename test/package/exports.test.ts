import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../helpers/temp-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A project that has the built package, and types of Node, among its dependencies. */
function makeConsumer(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder({ "package.json": '{"type":"module"}', ...files });
  for (const [name, target] of [
    ["lobster-chat", ROOT],
    ["@types/node", join(ROOT, "node_modules/@types/node")],
    ["undici-types", join(ROOT, "node_modules/undici-types")],
  ] as const) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
  return folder;
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "lobster-chat": ["Lobster", "approve", "diffLast", "exec", "runPipeline", "state", "stateGet", "stateSet"],
  "lobster-chat/sdk": ["Lobster", "approve", "diffLast", "exec", "runPipeline", "state", "stateGet", "stateSet"],
  "lobster-chat/core": [
    "LobsterError",
    "createDefaultRegistry",
    "createLobsterTool",
    "createToolContext",
    "decodeResumeToken",
    "parsePipeline",
    "resumeToolRequest",
    "runPipeline",
    "runToolRequest",
    "runWorkflowFile",
  ],
  "lobster-chat/tool": ["LobsterToolError", "createLobsterTool", "createStateFlowStore"],
  "lobster-chat/recipes/github": ["ghPrView", "prMonitor", "prMonitorNotify"],
};

describe("the built package", () => {
  it("has its entries under its own name", async () => {
    const script = `
      const found = {};
      for (const name of ${JSON.stringify(Object.keys(NAMES))}) found[name] = Object.keys(await import(name)).sort();
      console.log(JSON.stringify(found));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
    expect(JSON.parse(stdout)).toEqual(NAMES);
  });

  it("does what it is asked by a program that depends on it", async () => {
    const folder = makeConsumer({
      "main.mjs": `
        import { runToolRequest } from "lobster-chat/core";
        const envelope = await runToolRequest({ pipeline: "exec echo hi", ctx: { env: { LOBSTER_STATE_DIR: process.argv[2] } } });
        console.log(JSON.stringify([envelope.status, envelope.output]));`,
    });
    const { stdout } = await run(process.execPath, ["main.mjs", join(folder, "state")], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(["ok", ["hi"]]);
  });

  it("has the types that its users' code needs", async () => {
    const folder = makeConsumer({ "example.ts": readFileSync(join(import.meta.dirname, "example.ts"), "utf8") });
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
    const checked = run(process.execPath, [tsc, ...options, "example.ts"], { cwd: folder });
    expect((await checked.catch((error: { stdout: string }) => error)).stdout).toBe("");
  }, 60_000);
});
