import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

it.each([
  ["--approve", "yes", "--decision", "no"],
  ["--decision", "no", "--approve", "yes"],
])("resume with contradicting words decides nothing: %s %s %s %s", async (...words) => {
  const cwd = makeFolder({
    "w.lobster": "steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: 'touch deployed'}\n",
  });
  const env = { LOBSTER_STATE_DIR: `${cwd}/state` };
  const { stdout } = await callCli(["run", "--mode", "tool", "w.lobster"], { cwd, env });
  const { requiresApproval } = JSON.parse(stdout) as { requiresApproval: { resumeToken: string } };
  const ended = await callCli(["resume", "--token", requiresApproval.resumeToken, ...words], { cwd, env });
  expect(existsSync(`${cwd}/deployed`)).toBe(false);
  expect(ended.code).toBe(2);
});
