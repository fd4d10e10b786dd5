import { constants } from "node:buffer";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import type { Readable, Writable } from "node:stream";
import { LobsterError } from "../errors.ts";
import type { Environment } from "../ports.ts";
import { createCappedOutput, type CappedOutput } from "./capped-output.ts";
import { endProcessGroup, type KillMode } from "./end-process-group.ts";
import { watchProcessGroup } from "./process-group.ts";
import { explainStartFailure } from "./start-failure.ts";

/** A program to run to its end. */
export interface ProcessRequest {
  /** The executable: a path, or a name looked up on the `PATH` of `environment`. */
  readonly file: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All of the program's environment. */
  readonly environment: Environment;
  /** Written to its stdin, which is then closed; without it stdin is empty and closed. */
  readonly stdin?: string | Uint8Array;
  /** Ends the program and everything it started; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How `signal` ends it, perhaps by the reason it was aborted with. Default `graceful`. */
  readonly kill?: KillMode | ((reason: unknown) => KillMode);
  /** The second interrupt: kills at once, also while an earlier end is still being graceful. */
  readonly forceSignal?: AbortSignal;
  /** Cap of raw bytes for each of stdout and stderr. */
  readonly maxOutputBytes: number;
  /** Told the process id as soon as the program runs. What it throws ends the program. */
  readonly onStarted?: (pid: number) => void;
}

/** How a program ended. Exactly one of `code` and `signal` is null. Output is decoded as UTF-8. */
export interface ProcessResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program in a process group of its own and resolves, whatever its exit code, when it has ended and its output
 * pipes are closed: a background process that holds them delays that (stages-and-cli §8.6).
 *
 * Rejects with `not_started` when nothing ran, with `output_limit` when a stream exceeded the cap, and with the reason
 * of the signal that ended it. In the last two cases the whole group was killed before. Nothing is started when a
 * signal has already fired.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  request.forceSignal?.throwIfAborted();
  request.signal?.throwIfAborted();
  const child = spawnChild(request, checkLimit(request.maxOutputBytes));
  if (child.process.pid === undefined) {
    const [error]: unknown[] = await once(child.process, "error");
    throw explainStartFailure(request, error);
  }
  return superviseChild(child, child.process.pid, request);
}

/** Why a running child is to be ended before its time. */
interface Stop {
  readonly kind: "stop";
  readonly error: unknown;
  readonly mode: KillMode;
}

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly stdout: CappedOutput;
  readonly stderr: CappedOutput;
  readonly maxBytes: number;
}

function checkLimit(maxOutputBytes: number): number {
  if (!Number.isSafeInteger(maxOutputBytes) || maxOutputBytes < 0) {
    throw new LobsterError("invalid_request", "maxOutputBytes must be a non-negative safe integer");
  }
  return Math.min(maxOutputBytes, constants.MAX_STRING_LENGTH); // more could not become text anyway
}

function spawnChild(request: ProcessRequest, maxBytes: number): Child {
  try {
    return {
      process: spawn(request.file, request.args, {
        cwd: request.cwd,
        env: request.environment,
        detached: process.platform !== "win32",
        stdio: ["pipe", "pipe", "pipe"],
        windowsHide: true,
      }),
      stdout: createCappedOutput(maxBytes),
      stderr: createCappedOutput(maxBytes),
      maxBytes,
    };
  } catch (error) {
    throw explainStartFailure(request, error);
  }
}

async function superviseChild(child: Child, pid: number, request: ProcessRequest): Promise<ProcessResult> {
  const group = watchProcessGroup(pid);
  const listeners = new AbortController();
  child.process.on("error", ignore); // a signal that could not be sent; the group's own checks notice
  child.process.once("exit", () => group.leaderEnded());
  const closed = new Promise<ProcessResult>((resolve) => {
    child.process.once("close", (code, signal) => {
      resolve({ code, signal, stdout: child.stdout.text(), stderr: child.stderr.text() });
    });
  });
  try {
    const outcome = await Promise.race([closed, watchForStop(child, pid, request, listeners.signal)]);
    if (!("kind" in outcome)) return outcome;
    await endProcessGroup(group, outcome.mode, closed, request.forceSignal);
    throw outcome.error;
  } finally {
    listeners.abort();
    group.release();
    letGo(child.process);
  }
}

/** Starts everything that can happen to the child; resolves with the first reason to end it, if there ever is one. */
function watchForStop(child: Child, pid: number, request: ProcessRequest, done: AbortSignal): Promise<Stop> {
  return new Promise((resolve) => {
    const stop = (error: unknown, mode: KillMode): void => resolve({ kind: "stop", error, mode });
    collect(child.process.stdout, child.stdout, () => stop(limitError(child.maxBytes, "stdout"), "graceful"));
    collect(child.process.stderr, child.stderr, () => stop(limitError(child.maxBytes, "stderr"), "graceful"));
    onAbort(request.signal, done, (reason) => stop(reason, chooseMode(request.kill, reason)));
    onAbort(request.forceSignal, done, (reason) => stop(reason, "immediate"));
    feed(child.process.stdin, request.stdin);
    try {
      request.onStarted?.(pid);
    } catch (error) {
      stop(error, "immediate");
    }
  });
}

function collect(stream: Readable, output: CappedOutput, onExceeded: () => void): void {
  stream.on("error", ignore); // 'close' follows
  let exceeded = false;
  stream.on("data", (chunk: Uint8Array) => {
    if (output.add(chunk) || exceeded) return;
    exceeded = true; // reading goes on, so that the program can end its own way, but nothing is kept
    onExceeded();
  });
}

/** A program may close its stdin without reading all of it; that is no failure. */
function feed(stream: Writable, data: string | Uint8Array | undefined): void {
  stream.on("error", ignore);
  stream.end(data ?? "");
}

function onAbort(signal: AbortSignal | undefined, done: AbortSignal, react: (reason: unknown) => void): void {
  if (signal === undefined) return;
  setMaxListeners(0, signal); // any number of programs may run under one signal
  signal.addEventListener("abort", () => react(signal.reason), { once: true, signal: done });
}

function chooseMode(kill: ProcessRequest["kill"], reason: unknown): KillMode {
  return typeof kill === "function" ? kill(reason) : (kill ?? "graceful");
}

function limitError(maxBytes: number, stream: "stdout" | "stderr"): LobsterError {
  return new LobsterError("output_limit", `Process output exceeded ${maxBytes} bytes`, { facts: { maxBytes, stream } });
}

/** After a normal end all of this is closed already; else what still holds the pipes must not hold us. */
function letGo(child: Child["process"]): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

function ignore(): void {}
