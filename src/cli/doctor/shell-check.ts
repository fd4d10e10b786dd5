import { messageOf } from "../../runtime/errors.ts";
import { resolveShell } from "../../runtime/process/resolve-shell.ts";
import { runProcess } from "../../runtime/process/run-process.ts";
import type { CliWorld } from "../world.ts";
import type { CheckResult } from "./check.ts";

const LIMIT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Does the shell that steps are given run a command? */
export async function checkShell({ environment, cwd }: CliWorld): Promise<CheckResult> {
  const shell = resolveShell(environment);
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const { code, signal, stdout } = await runProcess({
      file: shell.file,
      args: shell.argumentsFor("echo lobster"),
      cwd,
      environment,
      signal: limit,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (code === 0 && stdout.trim() === "lobster") return works(shell.file, shell.posix);
    if (code === 0) return fails(`${shell.file} prints something else than it is told to`);
    return fails(`${shell.file} ended with ${code === null ? String(signal) : `exit code ${code}`}`);
  } catch (thrown) {
    return fails(limit.aborted ? `${shell.file} did not answer within ${LIMIT_MS / 1000} s` : messageOf(thrown));
  }
}

function works(file: string, posix: boolean): CheckResult {
  if (posix) return { ok: true, detail: `${file} runs commands` };
  return {
    ok: true,
    detail: `${file} runs commands; its quoting is not known, so arguments with special characters are refused in commands`,
    fix: "Set LOBSTER_SHELL to a POSIX shell such as /bin/sh, or read arguments from the LOBSTER_ARG_ variables",
  };
}

function fails(detail: string): CheckResult {
  const fix =
    "Set LOBSTER_SHELL to a shell that exists, or unset it; a login shell (LOBSTER_SHELL_LOGIN) reads profiles that may fail";
  return { ok: false, detail, fix };
}
