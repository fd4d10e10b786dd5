import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { LobsterError, messageOf, systemCodeOf } from "../errors.ts";
import type { Environment } from "../ports.ts";

/** Why a process could not be started, as `facts.reason` of a `not_started` error. */
export type StartFailureReason = "file_missing" | "cwd_missing" | "argument_too_large" | "invalid_argument" | "other";

/** What was to be started. */
export interface StartAttempt {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
}

/**
 * Turns what `spawn` threw into a `not_started` error that names the real cause: the system reports a missing directory
 * as a missing program, so the directory is looked at first. `facts` are the reason, the program and the directory;
 * arguments and values stay out of the message.
 */
export function explainStartFailure(attempt: StartAttempt, thrown: unknown): LobsterError {
  const [reason, text] = diagnose(attempt, systemCodeOf(thrown)) ?? ["other", messageOf(thrown)];
  return new LobsterError("not_started", `cannot start ${attempt.file || "a program"}: ${text}`, {
    facts: { reason, file: attempt.file, cwd: attempt.cwd },
    cause: thrown,
  });
}

type Diagnosis = readonly [reason: StartFailureReason, text: string];

function diagnose(attempt: StartAttempt, code: string): Diagnosis | undefined {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
    case "EACCES":
      return diagnoseDirectory(attempt.cwd) ?? diagnoseFile(attempt, code);
    case "E2BIG":
      return ["argument_too_large", `${nameLargest(attempt)}; pass large data through stdin or a file`];
    case "ERR_INVALID_ARG_VALUE":
    case "ERR_INVALID_ARG_TYPE":
      return ["invalid_argument", diagnoseArgument(attempt)];
    case "EAGAIN":
    case "ENOMEM":
      return ["other", "the system has no room for another process; raise its limit or end other processes"];
    case "EMFILE":
    case "ENFILE":
      return ["other", "too many open files; raise the limit (ulimit -n) or run fewer steps at once"];
    default:
      return undefined;
  }
}

function diagnoseDirectory(cwd: string): Diagnosis | undefined {
  try {
    if (statSync(cwd).isDirectory()) return undefined;
    return ["cwd_missing", `its working directory ${cwd} is not a directory; correct cwd`];
  } catch (error) {
    const denied = systemCodeOf(error) === "EACCES";
    const text = denied ? "may not be entered; give this user access" : "does not exist; create it";
    return ["cwd_missing", `its working directory ${cwd} ${text} or correct cwd`];
  }
}

function diagnoseFile({ file, cwd }: StartAttempt, code: string): Diagnosis {
  if (code === "EACCES") return ["other", "it may not be executed by this user; check its permissions (chmod +x)"];
  if (/[/\\]/.test(file) && existsSync(resolve(cwd, file))) {
    return [
      "other",
      "the file is there, but not the interpreter its first line names; install it or correct that line",
    ];
  }
  return ["file_missing", "no such program; install it, or correct its name or PATH"];
}

/** Linux takes at most 128 KiB for one argument or variable, and a quarter of the stack limit for all together. */
function nameLargest({ args, environment }: StartAttempt): string {
  const pieces = [
    ...args.map((text, index) => ({ name: `argument ${index + 1}`, bytes: Buffer.byteLength(text) })),
    ...Object.entries(environment).map(([name, value]) => ({
      name: `environment variable ${name}`,
      bytes: Buffer.byteLength(value ?? ""),
    })),
  ];
  const largest = pieces.reduce((a, b) => (b.bytes > a.bytes ? b : a), { name: "nothing", bytes: 0 });
  return `its arguments and environment are too large for the system (largest: ${largest.name}, ${largest.bytes} bytes)`;
}

function diagnoseArgument({ file, args, cwd, environment }: StartAttempt): string {
  if (file === "") return "the program's name is empty; name one";
  const pieces: [name: string, text: string][] = [
    ["the program's name", file],
    ["cwd", cwd],
  ];
  for (const [index, text] of args.entries()) pieces.push([`argument ${index + 1}`, text]);
  for (const [name, value] of Object.entries(environment)) pieces.push([`environment variable ${name}`, name + value]);
  const culprit = pieces.find(([, text]) => text.includes("\0"))?.[0] ?? "an argument";
  return `${culprit.replaceAll("\0", "\\0")} holds a NUL character, which no program can be given; remove it`;
}
