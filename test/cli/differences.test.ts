import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { LOBSTER } from "../helpers/cli.ts";
import { callCli } from "../helpers/in-process-cli.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

describe("where the command line differs from the peer's", () => {
  it("a reader that has seen enough ends it quietly (fault F19)", async () => {
    const folder = makeFolder();
    const child = spawn(process.execPath, [LOBSTER, "run", "exec seq 1 50000"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const stderr = text(child.stderr);
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr: await stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("a pipeline that stops without a terminal prints its gate with the token (fault F21)", async () => {
    const said = await callCli(["run", "exec echo a | approve"], { cwd: makeFolder() });
    expect(said.code).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({
      status: "needs_approval",
      requiresApproval: { items: ["a"], resumeToken: expect.stringMatching(/^[\w-]+$/) },
    });
  });

  it("what a gate asks goes to stderr, with all that is decided on; stdout has data only (faults F37, W13)", async () => {
    const said = await callCli(["run", "exec echo ship-this | approve --prompt Sure?"], {
      cwd: makeFolder(),
      typed: ["yes"],
    });
    expect(said.stdout).toBe('[\n  "ship-this"\n]\n');
    expect(said.stderr).toContain("ship-this");
    expect(said.stderr).toContain("Sure?");
  });

  it("a dry run does not decide conditions that depend on output (fault W40)", async () => {
    const folder = makeFolder({
      "w.lobster": "steps:\n  - {id: a, run: 'echo {}'}\n  - {id: b, run: echo b, when: $a.json.n == 1}\n",
    });
    const said = await callCli(["run", "--dry-run", "w.lobster"], { cwd: folder });
    expect(said.stderr).toContain("when: $a.json.n == 1  [depends on step output]");
    expect(said.stderr).not.toContain("skipped");
  });
});
