import { existsSync, readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import { LOBSTER } from "../../helpers/cli.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

/** Dies in its first execution only. */
const FILE = `steps:
  - {id: prepare, run: 'printf p >> log'}
  - {id: deploy, run: 'printf x >> log; if [ ! -e dead ]; then touch dead; kill -9 $PPID; fi'}
`;

let folder: string;
let env: Readonly<Record<string, string>>;
let runId: string;

async function call(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return await callCli(words, { cwd: folder, env });
}

const log = (): string => readFileSync(`${folder}/log`, "utf8");

beforeEach(async () => {
  folder = makeFolder({ "w.lobster": FILE });
  env = { LOBSTER_STATE_DIR: `${folder}/state` };
  const child = spawn(process.execPath, [LOBSTER, "run", "w.lobster"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
  });
  const [, signal]: unknown[] = await once(child, "exit");
  if (signal !== "SIGKILL") throw new Error("the command was not killed");
  const pending = await call("pending", "--json");
  const found = JSON.parse(pending.stdout) as { interrupted: { runId: string }[] };
  runId = found.interrupted[0]?.runId ?? "";
});

describe("lobster pending and lobster resume --run", () => {
  it("name a run whose process died, and run the lost step and the rest when asked to", async () => {
    const { stdout } = await call("pending");
    expect(stdout).toContain(`interrupted  w > deploy  run ${runId}\n`);
    expect(stdout).toContain(`lobster resume --run ${runId} --retry|--abandon\n`);
    expect(JSON.parse((await call("pending", "--json")).stdout)).toMatchObject({
      gates: [],
      interrupted: [{ runId, workflow: "w", step: ["deploy"], cause: "process", stillRunning: [] }],
    });
    expect(log()).toBe("px");
    const retried = await call("resume", "--run", runId.toLowerCase(), "--retry");
    expect(JSON.parse(retried.stdout)).toMatchObject({ ok: true, status: "ok" });
    expect(log()).toBe("pxx");
    expect((await call("pending")).stdout).toBe("No gate is waiting.\n");
    const again = await call("resume", "--run", runId, "--retry");
    expect(again.code).toBe(2);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, error: { code: "invalid_request" } });
    expect(log()).toBe("pxx");
  });

  it("end it when asked to", async () => {
    const abandoned = await call("resume", "--run", runId, "--abandon", "--reason", "by hand");
    expect(abandoned.code).toBe(0);
    expect(JSON.parse(abandoned.stdout)).toMatchObject({
      status: "cancelled",
      _meta: { runId, outcome: { kind: "interrupted", stepId: "deploy", reason: "by hand" } },
    });
    expect(log()).toBe("px");
    expect(existsSync(`${folder}/dead`)).toBe(true);
  });

  it.each([
    [["--retry"], "resume --retry and --abandon need --run and the id of an interrupted run"],
    [["--run", "ABCD2345"], "resume --run requires --retry or --abandon"],
    [["--run", "ABCD2345", "--retry", "--abandon"], "resume --run requires --retry or --abandon"],
    [
      ["--run", "nonsense!", "--retry"],
      "resume --run takes the id of a run, 8 letters and digits; lobster pending lists them",
    ],
    [
      ["--run", "ABCD2345", "--retry", "--token", "x"],
      "resume --run is about a run, --token about a gate; give one of them",
    ],
    [["--run", "ABCD2345", "--retry"], "Run ABCD2345 not found"],
  ])("refuse %j with a reason", async (words, message) => {
    const { code, stdout } = await call("resume", ...words);
    expect(code).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { message } });
  });
});
