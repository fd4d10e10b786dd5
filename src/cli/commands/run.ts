import { extname, resolve } from "node:path";
import { statSync } from "node:fs";
import { failureEnvelope } from "../../runtime/envelope.ts";
import { LobsterError } from "../../runtime/errors.ts";
import { isJsonObject, type JsonObject } from "../../runtime/json.ts";
import { runToEnvelope } from "../../runtime/tool.ts";
import type { StartRequest } from "../../runtime/runtime.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";
import { CLI_TIMEOUT_MS, createCliRuntime } from "../host.ts";
import { watchInterrupts } from "../interrupts.ts";
import { parseWords, textOption, UsageError, type OptionTable, type ParsedWords } from "../options.ts";
import { printEnvelope } from "../output.ts";
import { joinWords } from "../pipeline-words.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = {
  mode: "text",
  file: "text",
  "args-json": "text",
  "timeout-ms": "text",
};

const WORKFLOW_ENDINGS = new Set([".lobster", ".yaml", ".yml", ".json"]);

/** `lobster run`: starts a workflow file or a pipeline. In tool mode one envelope goes to stdout, whatever happens. */
export async function runCommand(words: readonly string[], world: CliWorld): Promise<number> {
  // Read before anything can fail, so that even a usage error keeps to the mode that was asked for.
  const wantsTool = words.some((word, at) => word === "--mode=tool" || (word === "--mode" && words[at + 1] === "tool"));
  const mode = wantsTool ? "tool" : "human";
  try {
    const parsed = parseWords("run", words, OPTIONS);
    assertMode(textOption(parsed, "mode"));
    const dryRun = takesDryRun(parsed.rest);
    const request = readRequest(world, {
      ...parsed,
      rest: dryRun ? parsed.rest.filter((word) => word !== "--dry-run") : parsed.rest,
    });
    if (dryRun) return await (await import("../dry-run.ts")).printDryRun(request, mode, world);
    return await carryOut(request, mode, world);
  } catch (thrown) {
    if (thrown instanceof UsageError) return usageFailure(thrown.message, mode, world);
    throw thrown;
  }
}

async function carryOut(request: StartRequest, mode: "human" | "tool", world: CliWorld): Promise<number> {
  const { environment } = world;
  const interrupts = watchInterrupts();
  try {
    const runtime = createCliRuntime({ world, mode, forceSignal: interrupts.forceSignal });
    const code =
      mode === "tool"
        ? printEnvelope(await runToEnvelope(runtime, request, { environment, signal: interrupts.signal }), world)
        : await (await import("../human-run.ts")).runForPeople(runtime, request, world, interrupts.signal);
    return code === 0 ? code : (interrupts.exitCode() ?? code);
  } finally {
    interrupts.stop();
  }
}

function readRequest(world: CliWorld, parsed: ParsedWords): StartRequest {
  const timeoutMs = readTimeout(textOption(parsed, "timeout-ms"));
  const base = { cwd: world.cwd, timeoutMs, startedFrom: { via: "cli" } } as const;
  const file = textOption(parsed, "file") ?? workflowWord(world, parsed.rest);
  if (file !== undefined) {
    const args = readArguments(textOption(parsed, "args-json"));
    return { ...base, filePath: resolve(world.cwd, file), ...(args === undefined ? {} : { args }) };
  }
  const [first] = parsed.rest;
  if (first !== undefined && first.startsWith("--")) {
    throw new UsageError(`run does not know the option ${first}; put -- before words that belong to the pipeline`);
  }
  return { ...base, pipeline: joinWords(parsed.rest) };
}

/** One word that names a workflow file; a word that looks like one but is not there is reported as such (F36). */
function workflowWord(world: CliWorld, rest: readonly string[]): string | undefined {
  const [word] = rest;
  if (word === undefined || rest.length !== 1 || word.includes("|")) return undefined;
  if (!WORKFLOW_ENDINGS.has(extname(word).toLowerCase())) return undefined;
  if (/\s/.test(word) && statSync(resolve(world.cwd, word), { throwIfNoEntry: false }) === undefined) return undefined;
  return word;
}

function readArguments(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw new UsageError("run --args-json must be valid JSON");
  if (!isJsonObject(parsed.value)) throw new UsageError("run --args-json must be a JSON object");
  return parsed.value;
}

function readTimeout(text: string | undefined): number | null {
  if (text === undefined) return CLI_TIMEOUT_MS;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new UsageError("run --timeout-ms must be a whole number of ms");
  return value === 0 ? null : value;
}

function assertMode(mode: string | undefined): void {
  if (mode === undefined || mode === "tool" || mode === "human") return;
  throw new UsageError(`run --mode must be tool or human, got '${mode}'`);
}

/** `--dry-run` is ours as the first word, or beside a single other word (stages-and-cli §22.2); else it is the stage's. */
function takesDryRun(rest: readonly string[]): boolean {
  return (
    rest[0] === "--dry-run" ||
    (rest.length === 2 && rest[1] === "--dry-run") ||
    (rest.length === 1 && rest[0] === "--dry-run")
  );
}

function usageFailure(message: string, mode: "human" | "tool", world: CliWorld): number {
  if (mode === "tool") return printEnvelope(failureEnvelope(new LobsterError("invalid_request", message)), world);
  world.stderr.write(`${message}\n`);
  return 2;
}
