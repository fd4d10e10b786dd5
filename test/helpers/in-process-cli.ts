import { PassThrough, Readable } from "node:stream";
import { dispatch } from "../../src/cli/dispatch.ts";
import type { Ended } from "./cli.ts";

/** How the CLI is called. `typed` makes stdin a terminal with these lines typed into it. */
export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly typed?: readonly string[];
}

/** Runs the CLI in this process, with streams of its own. */
export async function callCli(words: readonly string[], options: CallOptions): Promise<Ended> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const [out, err] = [collect(stdout), collect(stderr)];
  const lines = (options.typed ?? []).map((line) => `${line}\n`);
  const stdin = Object.assign(Readable.from(lines), { isTTY: options.typed !== undefined });
  const environment = { PATH: process.env["PATH"], HOME: options.cwd, ...options.env };
  const world = { environment, cwd: options.cwd, stdin: stdin as unknown as NodeJS.ReadStream, stdout, stderr };
  const code = await dispatch(words, world);
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}

async function collect(stream: PassThrough): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
