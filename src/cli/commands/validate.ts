import { stringifyJson } from "../../runtime/stable-json.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { Problem } from "../../runtime/errors.ts";
import { listGatePolicies, type GatePolicyText } from "../gate-policies.ts";
import { lookAtFile } from "../look-at-file.ts";
import { parseWords, UsageError, type OptionTable } from "../options.ts";
import { placeWarning } from "../place-warning.ts";
import { placeOf, shortenPath } from "../places.ts";
import { showVisibly } from "../visible.ts";
import { listNotes, type WorkflowNote } from "../workflow-notes.ts";
import type { CliWorld } from "../world.ts";

const OPTIONS: OptionTable = { json: "flag" };

/** What is to be said about one file. Without problems a run would start. */
interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly gates: readonly GatePolicyText[];
  readonly notes: readonly WorkflowNote[];
}

/** `lobster validate`: everything that is wrong with workflow files, with its place, before anything runs. */
export async function validateCommand(words: readonly string[], world: CliWorld): Promise<number> {
  try {
    const { files, asJson } = readRequest(words);
    const verdicts: Verdict[] = [];
    for (const file of files) verdicts.push(await judge(file, world));
    const ok = verdicts.every((verdict) => verdict.ok);
    world.stdout.write(asJson ? describeAsJson(ok, verdicts) : verdicts.map((one) => describe(one, world)).join(""));
    return ok ? 0 : 1;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    world.stderr.write(`${showVisibly(thrown.message)}\n`);
    return 2;
  }
}

function readRequest(words: readonly string[]): { readonly files: readonly string[]; readonly asJson: boolean } {
  const { options, rest } = parseWords("validate", words, OPTIONS);
  const unknown = rest.find((word) => word.startsWith("--"));
  if (unknown !== undefined) throw new UsageError(`validate does not know ${unknown}; see lobster help validate`);
  if (rest.length === 0) throw new UsageError("validate requires at least one workflow file");
  return { files: rest, asJson: options.has("json") };
}

async function judge(file: string, world: CliWorld): Promise<Verdict> {
  const looked = await lookAtFile(file, world, "run");
  if (looked.kind === "problems") {
    return { file, ok: false, problems: looked.problems, warnings: [], gates: [], notes: [] };
  }
  const { loaded } = looked;
  const warnings = loaded.warnings.map((warning) => placeWarning(warning, loaded));
  return { file, ok: true, problems: [], warnings, gates: listGatePolicies(loaded), notes: listNotes(loaded) };
}

function describeAsJson(ok: boolean, files: readonly Verdict[]): string {
  return `${stringifyJson({ ok, files } as unknown as JsonValue, 2)}\n`;
}

/** One line for each thing, in the form that editors and terminals turn into a link: `file:line:column: error: …`. */
function describe({ file, ok, problems, warnings, gates, notes }: Verdict, world: CliWorld): string {
  const shown = shortenPath(file, world.cwd);
  const lines = [
    ...problems.map((problem) => `${placeOf(problem, shown, world.cwd)}: error: ${problem.message}`),
    ...(ok ? [`${shown}: ok`] : []),
    ...warnings.map((warning) => `${placeOf(warning, shown, world.cwd)}: warning: ${warning.message}`),
    ...gates.map(({ step, kind, policy }) => `${shown}: ${kind} gate: step ${step.join(" > ")}: ${policy}`),
    ...notes.map(({ kind, step, text }) => {
      const where = step === undefined ? "" : `step ${step.join(" > ")}: `;
      return `${shown}: ${LABELS[kind]}: ${where}${text}`;
    }),
  ];
  return lines.map((line) => `${showVisibly(line)}\n`).join("");
}

const LABELS: Readonly<Record<WorkflowNote["kind"], string>> = {
  deferred: "known only in a run",
  prepared: "note",
  raw: "note",
  digits: "warning",
};
