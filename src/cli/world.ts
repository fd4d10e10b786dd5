import type { Environment } from "../runtime/ports.ts";

/** What a command of the CLI touches of its process: handed in, so that many can run in one process. */
export interface CliWorld {
  readonly environment: Environment;
  /** Absolute; where relative paths start. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** The process itself. */
export function processWorld(): CliWorld {
  const { env, stdin, stdout, stderr } = process;
  return { environment: env, cwd: process.cwd(), stdin, stdout, stderr };
}
