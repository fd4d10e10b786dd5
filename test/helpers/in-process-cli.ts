import { PassThrough, Readable } from "node:stream";
import { dispatch } from "../../src/cli/dispatch.ts";
import type { Ended } from "./cli.ts";

/** How the CLI is called. */
export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes stdin a terminal with these lines typed into it. */
  readonly typed?: readonly string[];
  /** Makes stdout a terminal. */
  readonly terminal?: boolean;
}

/** What a command said in this process, and its exit code. */
export interface Said extends Ended {
  readonly code: number;
}

/** Runs the CLI in this process, with streams, an environment and a directory of its own: as fast as a function call. */
export async function callCli(words: readonly string[], options: CallOptions): Promise<Said> {
  const { code, bytes, stderr } = await callCliForBytes(words, options);
  return { code, stdout: bytes.toString("utf8"), stderr };
}

/** The same, with stdout as it was written. */
export async function callCliForBytes(words: readonly string[], options: CallOptions) {
  const stdout = Object.assign(new PassThrough(), { isTTY: options.terminal === true });
  const stderr = new PassThrough();
  const [out, err] = [collect(stdout), collect(stderr)];
  const lines = (options.typed ?? []).map((line) => `${line}\n`);
  const stdin = Object.assign(Readable.from(lines), { isTTY: options.typed !== undefined });
  const environment = { PATH: process.env["PATH"], HOME: options.cwd, ...options.env };
  const world = { environment, cwd: options.cwd, stdin: stdin as unknown as NodeJS.ReadStream, stdout, stderr };
  const code = await dispatch(words, world);
  stdout.end();
  stderr.end();
  return { code, bytes: await out, stderr: (await err).toString("utf8") };
}

async function collect(stream: PassThrough): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
