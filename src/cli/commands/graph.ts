import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LobsterError, messageOf } from "../../runtime/errors.ts";
import { isJsonObject, type JsonObject } from "../../runtime/json.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";
import type { WorkflowGraph } from "../../runtime/workflow/graph/graph.ts";
import { lookAtFile } from "../look-at-file.ts";
import { parseWords, textOption, UsageError, type OptionTable } from "../options.ts";
import { placeOf } from "../places.ts";
import { showVisibly } from "../visible.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { file: "text", format: "text", "args-json": "text", output: "text", help: "flag" };

const FORMATS = ["mermaid", "dot", "ascii", "svg", "png"] as const;

type Format = (typeof FORMATS)[number];

interface Request {
  readonly file: string;
  readonly format: Format;
  readonly args: JsonObject;
  /** Absolute; stdout when it is absent. */
  readonly output?: string;
}

/** `lobster graph`: a workflow's steps and what they hand to each other, as text or as a picture (stages-and-cli §22.7). */
export async function graphCommand(words: readonly string[], world: CliWorld): Promise<number> {
  if (words.includes("-h") || words.includes("--help")) {
    return await (await import("./help.ts")).helpCommand(["graph"], world);
  }
  try {
    return await draw(readRequest(words, world), world);
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      world.stderr.write(`${showVisibly(thrown.message)}\n`);
      return 2;
    }
    if (thrown instanceof LobsterError) return fail(thrown.message, world);
    throw thrown;
  }
}

async function draw(request: Request, world: CliWorld): Promise<number> {
  const looked = await lookAtFile(request.file, world, "plan");
  if (looked.kind === "problems") {
    const lines = looked.problems.map((problem) => {
      const place = placeOf(problem, request.file, world.cwd);
      return problem.line === undefined ? problem.message : `${problem.message}\n  at ${place}`;
    });
    return fail(lines.join("\n"), world);
  }
  const { describeGraph } = await import("../../runtime/workflow/graph/describe-graph.ts");
  const { layArguments } = await import("../../runtime/workflow/arguments.ts");
  const { definition } = looked.loaded;
  const graph = describeGraph(definition, layArguments(definition, new Map(Object.entries(request.args))));
  await write(await render(graph, request.format), request, world);
  return 0;
}

function readRequest(words: readonly string[], world: CliWorld): Request {
  const parsed = parseWords("graph", words, OPTIONS);
  const given = textOption(parsed, "file");
  const file = given ?? parsed.rest[0];
  const extra = parsed.rest[given === undefined ? 1 : 0];
  const unknown = parsed.rest.find((word) => word.startsWith("--"));
  if (unknown !== undefined) throw new UsageError(`graph does not know the option ${unknown}; see lobster help graph`);
  if (file === undefined || file === "") {
    throw new UsageError("graph requires a workflow file path (use --file <path>)");
  }
  if (extra !== undefined) throw new UsageError(`graph takes one workflow file, got '${file}' and '${extra}'`);
  const format = readFormat(textOption(parsed, "format"));
  const output = textOption(parsed, "output");
  if (format === "png" && output === undefined && isTerminal(world)) {
    throw new UsageError("graph --format png prints binary data; name a file with --output <path>");
  }
  const args = readArguments(textOption(parsed, "args-json"));
  return { file, format, args, ...(output === undefined ? {} : { output: resolve(world.cwd, output) }) };
}

function readFormat(text: string | undefined): Format {
  if (text === undefined || text === "") return "mermaid";
  const format = FORMATS.find((candidate) => candidate === text);
  if (format === undefined) throw new UsageError(`graph --format must be one of: ${FORMATS.join(", ")}`);
  return format;
}

function readArguments(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw new UsageError("graph --args-json must be valid JSON");
  if (!isJsonObject(parsed.value)) throw new UsageError("graph --args-json must be a JSON object");
  return parsed.value;
}

async function render(graph: WorkflowGraph, format: Format): Promise<string | Uint8Array> {
  switch (format) {
    case "mermaid":
      return (await import("../../runtime/workflow/graph/mermaid.ts")).renderMermaid(graph);
    case "dot":
      return (await import("../../runtime/workflow/graph/dot.ts")).renderDot(graph);
    case "ascii":
      return (await import("../../runtime/workflow/graph/ascii.ts")).renderAscii(graph);
    case "svg":
    case "png":
      return await (await import("../graph-image.ts")).renderImage(graph, format);
  }
}

async function write(drawn: string | Uint8Array, { output }: Request, world: CliWorld): Promise<void> {
  if (output === undefined) {
    world.stdout.write(drawn);
    return;
  }
  try {
    await writeFile(output, drawn);
  } catch (thrown) {
    throw new LobsterError("internal", `${output} cannot be written: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function isTerminal({ stdout }: CliWorld): boolean {
  return "isTTY" in stdout && stdout.isTTY === true;
}

function fail(message: string, world: CliWorld): number {
  world.stderr.write(`Error: ${showVisibly(message)}\n`);
  return 1;
}
