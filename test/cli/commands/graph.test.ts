import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli, callCliForBytes } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const DEPLOY_GUARD = resolve(import.meta.dirname, "../../../workflows/deploy-guard.lobster");

const cwd = (files: Readonly<Record<string, string>> = {}): string =>
  makeFolder({ "w.lobster": "steps: [{ id: a, run: 'ls ${dir}' }, { id: b, approval: true }]", ...files });

describe("lobster graph", () => {
  it("draws a Mermaid flowchart unless told otherwise", async () => {
    const { code, stdout, stderr } = await callCli(["graph", DEPLOY_GUARD], { cwd: cwd() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^flowchart TD\n/);
    expect(stdout).toContain(String.raw`gate{"gate\napproval gate"}`);
    expect(stdout).toContain("gate -->|when: $gate.approved| deploy");
  });

  it.each([
    ["--format=", /^flowchart TD/],
    ["--format=mermaid", /^flowchart TD/],
    ["--format=dot", /^digraph workflow \{/],
    ["--format=ascii", /^Workflow Graph/],
    ["--format=svg", /<svg [\s\S]*approval gate/],
  ])("draws what %s asks for", async (option, drawn) => {
    const { code, stdout } = await callCli(["graph", "w.lobster", option], { cwd: cwd() });
    expect(code).toBe(0);
    expect(stdout).toMatch(drawn);
  });

  it("writes a PNG to stdout, or to the file it is given", async () => {
    const folder = cwd();
    const piped = await callCliForBytes(["graph", "w.lobster", "--format", "png"], { cwd: folder });
    expect(piped.bytes.subarray(1, 4).toString()).toBe("PNG");
    const saved = await callCli(["graph", "w.lobster", "--format", "png", "--output", "w.png"], {
      cwd: folder,
      terminal: true,
    });
    expect(saved).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, "w.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  it("fills in arguments", async () => {
    const words = ["graph", "--file", "w.lobster", "--args-json", '{"dir":"/tmp"}'];
    const { stdout } = await callCli(words, { cwd: cwd() });
    expect(stdout).toContain("run: ls /tmp");
  });

  it.each([
    [[], "graph requires a workflow file path (use --file <path>)"],
    [["w.lobster", "--format", "gif"], "graph --format must be one of: mermaid, dot, ascii, svg, png"],
    [["w.lobster", "--args-json", "{"], "graph --args-json must be valid JSON"],
    [["w.lobster", "--args-json", "[]"], "graph --args-json must be a JSON object"],
    [["w.lobster", "--file"], "graph --file needs a value"],
    [["w.lobster", "--colour"], "graph does not know the option --colour; see lobster help graph"],
    [["w.lobster", "x.lobster"], "graph takes one workflow file, got 'w.lobster' and 'x.lobster'"],
    [["x.lobster", "--file", "w.lobster"], "graph takes one workflow file, got 'w.lobster' and 'x.lobster'"],
  ])("refuses %j as a usage error, on stderr", async (words, message) => {
    const said = await callCli(["graph", ...words], { cwd: cwd() });
    expect(said).toMatchObject({ code: 2, stdout: "", stderr: `${message}\n` });
  });

  it("does not print a PNG into a terminal", async () => {
    const said = await callCli(["graph", "w.lobster", "--format", "png"], { cwd: cwd(), terminal: true });
    expect(said).toMatchObject({ code: 2, stdout: "" });
    expect(said.stderr).toContain("--output <path>");
  });

  it("says what is wrong with a workflow, and where, and ends with 1", async () => {
    const folder = cwd({ "bad.lobster": "steps:\n  - { id: a, run: x, aproval: true }\n  - { id: a, run: y }\n" });
    const said = await callCli(["graph", "bad.lobster"], { cwd: folder });
    expect(said).toMatchObject({ code: 1, stdout: "" });
    expect(said.stderr).toBe(
      "Error: Duplicate workflow step id: a\n  at bad.lobster:3:11\n" +
        "Workflow step a has an unknown key 'aproval'; did you mean 'approval'?\n  at bad.lobster:2:22\n",
    );
  });

  it.each([
    ["nope.lobster", /^Error: ENOENT: no such file or directory/],
    [".", /^Error: Workflow path is not a file\n$/],
  ])("ends with 1 for %s, which is no workflow file", async (path, message) => {
    const said = await callCli(["graph", path], { cwd: cwd() });
    expect(said.code).toBe(1);
    expect(said.stderr).toMatch(message);
  });

  it("ends with 1 where it cannot write", async () => {
    const said = await callCli(["graph", "w.lobster", "--output", "no/such/w.mmd"], { cwd: cwd() });
    expect(said.code).toBe(1);
    expect(said.stderr).toContain("cannot be written");
  });

  it.each([["--help"], ["-h"]])("shows its help for %s, wherever it stands", async (option) => {
    for (const words of [[option], ["w.lobster", option]]) {
      const { code, stdout } = await callCli(["graph", ...words], { cwd: cwd() });
      expect(code).toBe(0);
      expect(stdout).toMatch(/--format\s+Output format: mermaid \(default\), dot, ascii/);
    }
  });
});

describe("lobster help", () => {
  it.each(["graph", "validate", "explain", "pending", "doctor"])("knows %s", async (name) => {
    const { code, stdout } = await callCli(["help", name], { cwd: cwd() });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^lobster ${name}: `));
    expect(stdout).toContain("Exit codes:");
  });
});
