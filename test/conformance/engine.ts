import { PassThrough, Readable } from "node:stream";
import { resumeToolRequest, runToolRequest } from "../../src/embed/tool-requests.ts";
import { loadPeerCore } from "../helpers/peer.ts";

/** What is compared: the two functions of `./core` that start and resume runs. Both packages have the same. */
export interface Engine {
  readonly name: "this package" | "the peer";
  run(request: RunCall, world: EngineWorld): Promise<EngineReply>;
  resume(request: ResumeCall, world: EngineWorld): Promise<EngineReply>;
}

/** Where a call happens. */
export interface EngineWorld {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What is started. */
export interface RunCall {
  readonly pipeline?: string;
  readonly filePath?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Which gate, and what is decided. */
export interface ResumeCall {
  readonly token?: string;
  readonly approvalId?: string;
  readonly approved?: boolean;
  readonly response?: unknown;
  readonly cancel?: boolean;
}

/** What a call came to: the envelope, what renderers showed, and what went to stderr. */
export interface EngineReply {
  readonly envelope: unknown;
  readonly printed: string;
  readonly stderr: string;
}

/** This package, in this process. */
export const ourEngine: Engine = createEngine("this package", () =>
  Promise.resolve({ runToolRequest, resumeToolRequest }),
);

/** The peer, in this process. */
export const peerEngine: Engine = createEngine("the peer", loadPeerCore);

/** What a package exports for it. */
interface Core {
  runToolRequest(request: object): Promise<unknown>;
  resumeToolRequest(request: object): Promise<unknown>;
}

function createEngine(name: Engine["name"], load: () => Promise<Core>): Engine {
  return {
    name,
    run: (request, world) => reply(world, async (ctx) => (await load()).runToolRequest({ ...request, ctx })),
    resume: (request, world) => reply(world, async (ctx) => (await load()).resumeToolRequest({ ...request, ctx })),
  };
}

async function reply(world: EngineWorld, carryOut: (ctx: object) => Promise<unknown>): Promise<EngineReply> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const envelope = await carryOut({
    cwd: world.cwd,
    env: { ...withoutThisProcess(), ...world.environment },
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  return { envelope: toPlain(envelope), printed: await textOf(stdout), stderr: await textOf(stderr) };
}

/** As a caller gets it over a wire. */
function toPlain(envelope: unknown): unknown {
  return JSON.parse(JSON.stringify(envelope));
}

/** Both lay what they are given over the environment of their process: every variable of that is unset. */
function withoutThisProcess(): Record<string, undefined> {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
}

async function textOf(stream: PassThrough): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString("utf8");
}
