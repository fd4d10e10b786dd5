import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** The built command, as a user has it. `npm test` builds before it tests. */
export const LOBSTER = resolve(import.meta.dirname, "../../dist/bin/lobster.js");

/** What a finished process said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built `lobster` as a process of its own. */
export function lobster(
  words: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly stdin?: string },
): Promise<Ended> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, [LOBSTER, ...words], {
      cwd: options.cwd,
      env: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
      stdio: "pipe",
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
    child.on("error", fail);
    child.on("close", (code) => settle({ code, ...said }));
    child.stdin.end(options.stdin ?? "");
  });
}
