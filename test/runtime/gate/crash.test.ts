import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LOBSTER, lobster } from "../../helpers/cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const GATED =
  "steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: g, approval: Go?}\n  - {id: b, run: 'printf b >> log'}\n";

/** The modules of the command line, as they are built. */
const CLI = path.resolve(import.meta.dirname, "../../../dist/src/cli");

async function waitFor(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !condition();) {
    if (Date.now() > end) throw new Error("waited too long");
    await new Promise((settle) => setTimeout(settle, 10));
  }
}

describe("kill -9", () => {
  it("between pause and resume loses nothing: the gate opens in a new process", async () => {
    const cwd = makeFolder({ "w.lobster": GATED });
    const env = { LOBSTER_STATE_DIR: `${cwd}/state` };
    // A process that stays after its gate is open, as a bot does, and is killed there.
    const script = `
      import { processWorld } from ${JSON.stringify(path.join(CLI, "world.js"))};
      import { dispatch } from ${JSON.stringify(path.join(CLI, "dispatch.js"))};
      await dispatch(["run", "--mode", "tool", "w.lobster"], processWorld());
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd,
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await waitFor(() => stdout.endsWith("}\n"));
    child.kill("SIGKILL");
    await once(child, "close");
    const { requiresApproval } = JSON.parse(stdout) as { requiresApproval: { resumeToken: string } };
    const resumed = await lobster(["resume", "--token", requiresApproval.resumeToken, "--approve", "yes"], {
      cwd,
      env,
    });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ ok: true, status: "ok" });
    expect(readFileSync(`${cwd}/log`, "utf8")).toBe("ab");
  });

  it("in the middle of a resumed step never makes the step run again by itself", async () => {
    const cwd = makeFolder({
      "w.lobster": "steps:\n  - {id: g, approval: Go?}\n  - {id: b, run: 'printf b >> log; sleep 30'}\n",
    });
    const env = { LOBSTER_STATE_DIR: `${cwd}/state` };
    const run = await lobster(["run", "--mode", "tool", "w.lobster"], { cwd, env });
    const { requiresApproval } = JSON.parse(run.stdout) as { requiresApproval: { resumeToken: string } };
    const words = ["resume", "--token", requiresApproval.resumeToken, "--approve", "yes"];
    const child = spawn(process.execPath, [LOBSTER, ...words], { cwd, env: { PATH: process.env["PATH"], ...env } });
    await waitFor(() => existsSync(`${cwd}/log`));
    child.kill("SIGKILL");
    await once(child, "close");
    const again = await lobster(words, { cwd, env });
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, error: { code: "already_decided" } });
    expect(readFileSync(`${cwd}/log`, "utf8")).toBe("b");
  });
});
