import { keepHead } from "../process/output-head.ts";
import { hasCode, LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { collectItems, drainItems } from "../pipeline/item-stream.ts";
import { takesNothing, takesOneOf, takesText } from "../pipeline/flags/kinds.ts";
import { stageFailure, usageError } from "../pipeline/stage-error.ts";
import type { StageContext } from "../pipeline/stage-context.ts";
import { defineStage } from "../pipeline/stage.ts";
import { killModeOf } from "../process/kill-mode.ts";
import { keepTail } from "../process/output-tail.ts";
import { resolveOutputLimit } from "../process/output-limit.ts";
import { resolveShell } from "../process/resolve-shell.ts";
import { streamProcess, type ProcessEnd, type StreamedProcess } from "../process/stream-process.ts";
import { parseJson, stringifyJson } from "../stable-json.ts";
import { createLineStream } from "./exec-lines.ts";

/**
 * `exec`: runs a program and passes its output on, line by line while it runs, or as JSON (stages-and-cli §8). Its options
 * stand before the program's name; everything after it is the program's (decision on F7).
 */
export const exec = defineStage({
  name: "exec",
  description: "Run a program, or a line in the shell, and pass on its output",
  flags: {
    shell: takesText("Run this line in the shell instead of a program"),
    json: takesNothing("Parse stdout as one JSON value; a list becomes its items"),
    stdin: takesOneOf("Give the input items to the program's stdin", ["raw", "json", "jsonl"], {
      invalid: (mode) => `exec --stdin must be raw, json, or jsonl (got ${mode})`,
    }),
  },
  words: { description: "the program and its arguments; one word with spaces is run in the shell" },
  examples: ["exec git log --oneline", "exec --json gh pr list --json number,title", "exec --shell 'ls | wc -l'"],
  sideEffects: ["local_exec"],
  plan: ({ flags, positionals, environment }) => chooseProgram(flags.shell, positionals, environment),
  run: async ({ input, flags, plan: program, context }) => {
    const stdin = await readStdin(flags.stdin, input);
    const process = await start(program, stdin, context);
    if (flags.json !== true)
      return { output: createLineStream(process, (end, tail) => assertSuccess(program, end, tail)) };
    const text = await readAll(process, program);
    return { output: parseItems(text) };
  },
});

/** What is started, and how messages call it. */
interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly shown: string;
  readonly missing: string;
}

function chooseProgram(
  shellLine: string | undefined,
  words: readonly string[],
  environment: StageContext["environment"],
): Program {
  const [file = "", ...args] = words;
  if (shellLine !== undefined && words.length > 0) {
    throw usageError(`exec --shell runs its line alone (got '${file}' after it); put everything into the line`);
  }
  const line = shellLine ?? (words.length === 1 && /\s/.test(file) ? file : undefined);
  if (line === undefined) {
    if (file === "") throw usageError("exec requires a command");
    return { file, args, shown: file, missing: `exec command not found: ${file}` };
  }
  if (line.trim() === "") throw usageError("exec requires a command");
  const shell = resolveShell(environment);
  const missing = "exec shell not found; check LOBSTER_SHELL or ComSpec";
  return { file: shell.file, args: shell.argumentsFor(line), shown: line, missing };
}

async function readStdin(mode: "raw" | "json" | "jsonl" | undefined, input: AsyncIterable<JsonValue>): Promise<string> {
  if (mode === undefined) {
    await drainItems(input);
    return "";
  }
  const items = await collectItems(input);
  switch (mode) {
    case "raw":
      return items.map((item) => (typeof item === "string" ? item : stringifyJson(item))).join("\n");
    case "json":
      return stringifyJson(items);
    case "jsonl":
      return items.map((item) => `${stringifyJson(item)}\n`).join("");
  }
}

async function start(program: Program, stdin: string, context: StageContext): Promise<StreamedProcess> {
  const { environment, cwd, signal, forceSignal, limits, onSpawned } = context;
  try {
    return await streamProcess({
      file: program.file,
      args: program.args,
      cwd,
      environment,
      stdin,
      signal,
      kill: killModeOf,
      ...(forceSignal !== undefined && { forceSignal }),
      ...(onSpawned !== undefined && { onStarted: onSpawned }),
      maxOutputBytes: resolveOutputLimit(environment, limits.maxOutputBytes),
    });
  } catch (error) {
    if (!hasCode(error, "not_started") || error.facts["reason"] !== "file_missing") throw error;
    throw new LobsterError("not_started", program.missing, { facts: error.facts, cause: error });
  }
}

async function readAll(process: StreamedProcess, program: Program): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await process.read(); chunk !== undefined; chunk = await process.read()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  assertSuccess(program, await process.ended(), text);
  return text.trim();
}

function parseItems(text: string): readonly JsonValue[] {
  if (text === "") return [null];
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    throw stageFailure(`exec --json could not parse stdout as JSON: it begins with '${keepHead(text, 60)}'`, {
      cause: error,
    });
  }
  return Array.isArray(value) ? value : [value];
}

/** Characters of a failed program's output in its message and its facts. */
const TAIL_CHARACTERS = 4000;

function assertSuccess(program: Program, { code, signal, stderr }: ProcessEnd, stdout: string): void {
  if (code === 0) return;
  const said = stderr.trim() || stdout.trim() || program.shown;
  throw stageFailure(
    `exec failed (${code ?? signal ?? "unknown"}): ${keepTail(said, TAIL_CHARACTERS) || program.shown}`,
    {
      facts: { exitCode: code, stderrTail: keepTail(stderr, TAIL_CHARACTERS) },
    },
  );
}
