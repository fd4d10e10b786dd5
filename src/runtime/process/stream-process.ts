import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import type { Readable, Writable } from "node:stream";
import { LobsterError } from "../errors.ts";
import { createChunkReader } from "./chunk-reader.ts";
import { createCappedOutput, type CappedOutput } from "./capped-output.ts";
import { endProcessGroup, type KillMode } from "./end-process-group.ts";
import { watchProcessGroup, type ProcessGroup } from "./process-group.ts";
import type { ProcessRequest } from "./run-process.ts";
import { explainStartFailure } from "./start-failure.ts";

/** How a streamed program ended. Exactly one of `code` and `signal` is null. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** A running program whose stdout is read piece by piece; while nobody reads, it waits at its full pipe. */
export interface StreamedProcess {
  /**
   * The next bytes of stdout, or undefined at its end. Rejects with `output_limit`, or with the reason of the signal that
   * ended the program; the whole process group is over by then.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Resolves when the program is over and its pipes are closed. To be called once stdout has ended. */
  ended(): Promise<ProcessEnd>;
  /** Ends the program and everything it started, and resolves when they are gone. Safe to call at any time, repeatedly. */
  stop(): Promise<void>;
}

/**
 * Starts a program in a process group of its own, like `runProcess`, but hands its stdout over while it runs. The cap
 * counts all bytes of each stream. Rejects with `not_started` when nothing ran.
 */
export async function streamProcess(request: ProcessRequest): Promise<StreamedProcess> {
  request.forceSignal?.throwIfAborted();
  request.signal?.throwIfAborted();
  const child = spawnChild(request);
  if (child.pid === undefined) {
    const [error]: unknown[] = await once(child, "error");
    throw explainStartFailure(request, error);
  }
  return supervise(child, child.pid, request);
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function spawnChild(request: ProcessRequest): Child {
  try {
    return spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.environment,
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    throw explainStartFailure(request, error);
  }
}

function supervise(child: Child, pid: number, request: ProcessRequest): StreamedProcess {
  const { maxOutputBytes, signal, forceSignal } = request;
  const group = watchProcessGroup(pid);
  const chunks = createChunkReader(child.stdout);
  const stderr = createCappedOutput(maxOutputBytes);
  const watches = new AbortController();
  const failure = createFailure();
  let ending: Promise<void> | undefined;
  let stdoutBytes = 0;

  const closed = new Promise<ProcessEnd>((resolve) => {
    child.once("close", (code, signalName) => resolve({ code, signal: signalName, stderr: stderr.text() }));
  });
  const end = (mode: KillMode): Promise<void> => {
    child.stdout.destroy(); // nobody reads on, and a full pipe must not keep the program
    ending ??= endProcessGroup(group, mode, closed, forceSignal).then(() => letGo(child, group, watches));
    return ending;
  };
  const fail = (error: unknown, mode: KillMode): void => {
    failure.happened = true;
    void reportWhenOver(end(mode), failure, error);
  };

  child.once("close", () => {
    if (ending !== undefined) return;
    ending = Promise.resolve();
    letGo(child, group, watches);
  });
  child.on("error", ignore); // a signal that could not be sent; the group's own checks notice
  child.once("exit", () => group.leaderEnded());
  collectStderr(child.stderr, stderr, () => fail(limitError(maxOutputBytes, "stderr"), "graceful"));
  onAbort(signal, watches.signal, (reason) => fail(reason, chooseMode(request, reason)));
  onAbort(forceSignal, watches.signal, (reason) => fail(reason, "immediate"));
  child.stdin.on("error", ignore); // a program may close its stdin without reading all of it
  child.stdin.end(request.stdin ?? "");
  try {
    request.onStarted?.(pid);
  } catch (error) {
    fail(error, "immediate");
  }

  return {
    read: async () => {
      const next = await chunks.read();
      stdoutBytes += next?.length ?? 0;
      if (stdoutBytes > maxOutputBytes) fail(limitError(maxOutputBytes, "stdout"), "graceful");
      return failure.happened ? failure.reported : next;
    },
    ended: async () => {
      const ended = await Promise.race([closed, failure.reported]);
      // A program may have ended by itself while it was being ended for what it wrote to stderr.
      return failure.happened ? await failure.reported : ended;
    },
    stop: () => end("graceful"),
  };
}

/** Why a program was ended before its time; reported when it is over. */
interface Failure {
  happened: boolean;
  readonly reported: Promise<never>;
  report(error: unknown): void;
}

async function reportWhenOver(ending: Promise<void>, failure: Failure, error: unknown): Promise<void> {
  await ending;
  failure.report(error);
}

function createFailure(): Failure {
  let report: (error: unknown) => void = ignore;
  const reported = new Promise<never>((_, reject) => {
    report = reject;
  });
  reported.catch(ignore); // it may be that nobody reads any more
  return { happened: false, reported, report: (error) => report(error) };
}

function collectStderr(stream: Readable, output: CappedOutput, onExceeded: () => void): void {
  stream.on("error", ignore);
  let isOver = false;
  stream.on("data", (chunk: Uint8Array) => {
    if (output.add(chunk) || isOver) return;
    isOver = true;
    onExceeded();
  });
}

function onAbort(signal: AbortSignal | undefined, done: AbortSignal, react: (reason: unknown) => void): void {
  if (signal === undefined) return;
  setMaxListeners(0, signal);
  signal.addEventListener("abort", () => react(signal.reason), { once: true, signal: done });
}

function chooseMode({ kill }: ProcessRequest, reason: unknown): KillMode {
  return typeof kill === "function" ? kill(reason) : (kill ?? "graceful");
}

function limitError(maxBytes: number, stream: "stdout" | "stderr"): LobsterError {
  return new LobsterError("output_limit", `Process output exceeded ${maxBytes} bytes`, { facts: { maxBytes, stream } });
}

/** The program is over, or cannot be killed: nothing of it may hold this process any more. */
function letGo(child: Child, group: ProcessGroup, watches: AbortController): void {
  watches.abort();
  group.release();
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

function ignore(): void {}
