import type { JsonValue } from "../../runtime/json.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { findCast, type Cast } from "../explain/cast.ts";
import { explainWorkflow } from "../explain/explain-workflow.ts";
import { formatExplanation } from "../explain/explanation-text.ts";
import { lookAtFile } from "../look-at-file.ts";
import { parseWords, UsageError, type OptionTable } from "../options.ts";
import { placeOf, shortenPath } from "../places.ts";
import { showVisibly } from "../visible.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { json: "flag" };

/** `lobster explain`: what a workflow does, where it stops, who can let it go on, and what is pinned. Runs nothing. */
export async function explainCommand(words: readonly string[], world: CliWorld): Promise<number> {
  try {
    const { file, asJson } = readRequest(words);
    const looked = await lookAtFile(file, world, "run");
    if (looked.kind === "problems") {
      const shown = shortenPath(file, world.cwd);
      const lines = looked.problems.map(
        (problem) => `${placeOf(problem, shown, world.cwd)}: error: ${problem.message}`,
      );
      world.stderr.write(`${showVisibly(lines.join("\n"))}\n`);
      return 1;
    }
    const cast = await nameCast(looked.loaded.filePath, world);
    const explanation = explainWorkflow(looked.loaded, { cwd: world.cwd, cast });
    const text = asJson ? `${stringifyJson(explanation as unknown as JsonValue, 2)}\n` : formatExplanation(explanation);
    world.stdout.write(text);
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    world.stderr.write(`${showVisibly(thrown.message)}\n`);
    return 2;
  }
}

function readRequest(words: readonly string[]): { readonly file: string; readonly asJson: boolean } {
  const { options, rest } = parseWords("explain", words, OPTIONS);
  const unknown = rest.find((word) => word.startsWith("--"));
  if (unknown !== undefined) throw new UsageError(`explain does not know ${unknown}; see lobster help explain`);
  const [file, second] = rest;
  if (file === undefined || file === "") throw new UsageError("explain requires a workflow file");
  if (second !== undefined) throw new UsageError(`explain takes one workflow file, got '${file}' and '${second}'`);
  return { file, asJson: options.has("json") };
}

/** A configuration that cannot be used names nobody, and says so, instead of naming people who may not be right. */
async function nameCast(filePath: string, world: CliWorld): Promise<Cast | undefined> {
  const outcome = await findCast(filePath, world);
  if (outcome.kind === "known") return outcome.cast;
  if (outcome.kind === "unusable") {
    const count = outcome.count === 1 ? "1 problem" : `${outcome.count} problems`;
    world.stderr.write(`Nobody is named: the configuration has ${count}; see lobster doctor\n`);
  }
  return undefined;
}
