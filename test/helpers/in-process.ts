import { PassThrough, Readable } from "node:stream";
import { dispatch } from "../../src/cli/dispatch.ts";
import type { CliWorld } from "../../src/cli/world.ts";

/** What a command said in this process. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as it was written. */
  readonly bytes: Buffer;
}

/** Runs `lobster` in this process: as fast as a function call, with an environment and a directory of its own. */
export async function lobsterHere(
  words: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly terminal?: boolean },
): Promise<Said> {
  const stdout = Object.assign(new PassThrough(), { isTTY: options.terminal === true });
  const stderr = new PassThrough();
  const [out, err] = [collect(stdout), collect(stderr)];
  const world: CliWorld = {
    environment: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
    cwd: options.cwd,
    stdin: Object.assign(Readable.from([]), { isTTY: false }) as unknown as CliWorld["stdin"],
    stdout,
    stderr,
  };
  const code = await dispatch(words, world);
  stdout.end();
  stderr.end();
  const bytes = await out;
  return { code, stdout: bytes.toString("utf8"), stderr: (await err).toString("utf8"), bytes };
}

async function collect(stream: PassThrough): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
