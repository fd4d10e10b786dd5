import { homedir } from "node:os";
import { choosePeople, composeConfig } from "./compose-config.ts";
import type { Config, Environment } from "./config.ts";
import { readEnvFile, type EnvFile } from "./env-file.ts";
import { readRuntimeEnvironment } from "./environment.ts";
import { checkChats } from "./file/check-chats.ts";
import { checkPeople } from "./file/check-people.ts";
import { checkDefaults, checkSecrets } from "./file/check-settings.ts";
import { checkNames } from "./file/check-workflows.ts";
import { decodeFile, type FileContent } from "./file/decode-file.ts";
import type { ParsedConfig } from "./file/document.ts";
import { readConfigFile } from "./file/read-file.ts";
import { checkSchema } from "./file/schema.ts";
import type { ConfigProblem } from "./problem.ts";
import { readSettings, type Settings, type VariableProblem } from "./settings.ts";
import { listWorkflowFiles, type WorkflowListing } from "./workflow-files.ts";

/** Where to read from. Everything defaults to the process itself. */
export interface LoadOptions {
  /** Wins over `.env`, also with an empty value. */
  readonly environment?: Environment;
  /** Where `.env`, the configuration file and the workflows are looked for. */
  readonly cwd?: string;
  readonly home?: string;
}

/** The whole configuration, or everything that is wrong with it. */
export type ConfigOutcome =
  | { readonly kind: "ok"; readonly config: Config }
  | { readonly kind: "problems"; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the environment, `.env` and `lobster.config.yaml` and checks them as a whole, together with the names in the
 * workflows directory. Returns a configuration without a doubt in it, or every problem at once; never throws.
 */
export async function loadConfig(options: LoadOptions = {}): Promise<ConfigOutcome> {
  const { cwd = process.cwd(), home = homedir() } = options;
  const envFile = await readEnvFile(cwd);
  const given = readRuntimeEnvironment(options.environment);
  const environment: Environment = { ...envFile.variables, ...given };
  const { settings, problems: variableProblems } = readSettings(environment, { cwd, home });
  const [file, workflows] = await Promise.all([
    readConfigFile(settings.configFile, settings.configFileGiven),
    listWorkflowFiles(settings.workflowsDirectory),
  ]);
  const sources: Sources = { settings, environment, workflows };
  const content = await readContent(file, sources);
  const problems = [
    ...envFile.problems,
    ...variableProblems.map((problem) => placeVariableProblem(problem, envFile, given)),
    ...content.problems,
    ...checkListing(sources),
  ];
  if (content.kind === "problems" || problems.length > 0) return { kind: "problems", problems };
  return {
    kind: "ok",
    config: composeConfig(content.file, { settings, environment, hasFile: file.kind === "parsed" }),
  };
}

/** What is known beside the configuration file. */
interface Sources {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly workflows: WorkflowListing;
}

type Content =
  | { readonly kind: "ok"; readonly file: FileContent; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: "problems"; readonly problems: readonly ConfigProblem[] };

async function readContent(parsed: ParsedConfig | { readonly kind: "absent" }, sources: Sources): Promise<Content> {
  if (parsed.kind === "problems") return parsed;
  if (parsed.kind === "absent") return { kind: "ok", file: decodeFile({}), problems: [] };
  const { document } = parsed;
  const file = decodeFile(document.data);
  const { workflows } = sources;
  const findings = [
    ...(await checkSchema(document)),
    ...checkPeople(file.people),
    ...checkChats(file.chats),
    ...checkNames(file.workflows, file.chats, {
      people: choosePeople(file, sources.settings).people,
      ...(workflows.kind === "listed" ? { workflowNames: workflows.files.map(({ name }) => name) } : {}),
    }),
    ...checkDefaults(file.defaults),
    ...checkSecrets(file.secrets, sources.environment),
  ];
  const problems = findings
    .map(({ path, part, what, fix }) => ({ ...document.locate(path, part), what, fix }))
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map((problem) => ({ file: sources.settings.configFile, ...problem }));
  return { kind: "ok", file, problems };
}

function placeVariableProblem(
  { name, what, fix }: VariableProblem,
  envFile: EnvFile,
  given: Environment,
): ConfigProblem {
  const line = given[name] === undefined ? envFile.lineOf(name) : undefined;
  const problem = { what: `${name} ${what}`, fix };
  return line === undefined ? { file: "environment", ...problem } : { file: envFile.file, line, ...problem };
}

function checkListing({ settings, workflows }: Sources): readonly ConfigProblem[] {
  if (workflows.kind === "listed") return [];
  const fix = "Create it and put workflow files there, or set LOBSTER_WORKFLOWS_DIR.";
  return [{ file: settings.workflowsDirectory, what: `the workflows directory ${workflows.reason}`, fix }];
}
