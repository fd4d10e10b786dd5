import { findNearestName } from "../config/nearest-name.ts";
import { isWorkflowName, listWorkflowFiles, type WorkflowFile } from "../config/workflow-files.ts";
import { LobsterError, messageOf, type Problem } from "../runtime/errors.ts";
import type { ArgDefinition, LoadedWorkflow } from "../runtime/workflow/definition.ts";
import type { TypingProblem } from "./typing/typing-problem.ts";

/** A named workflow, ready to be started or with the reason why it cannot be. */
export type CatalogEntry =
  | {
      readonly kind: "ready";
      readonly name: string;
      readonly filePath: string;
      readonly description?: string;
      readonly args: readonly ArgDefinition[];
      readonly workflow: LoadedWorkflow;
    }
  | {
      readonly kind: "broken";
      readonly name: string;
      readonly filePath: string;
      /** Every problem, with its line where it is known. */
      readonly problems: readonly string[];
    };

/** What a name given in chat means: a workflow, or why it is none. */
export type CatalogLookup =
  CatalogEntry | Extract<TypingProblem, { readonly kind: "not_a_workflow_name" | "no_such_workflow" }>;

/** The workflows people can start by name. The directory is looked at on every call, so a new file is there at once. */
export interface Catalog {
  /** Names only, sorted, without loading anything: fast enough for autocomplete. */
  names(): Promise<readonly string[]>;
  /** Every workflow, sorted by name, loaded. */
  list(): Promise<readonly CatalogEntry[]>;
  find(name: string): Promise<CatalogLookup>;
}

/** Where the workflows are, and how the runtime loads one (`Runtime.load`). */
export interface CatalogOptions {
  readonly directory: string;
  readonly load: (filePath: string) => Promise<LoadedWorkflow>;
}

/**
 * Makes the catalog of a workflows directory. A name is a file name without ending and never a path; files are found by
 * listing, not by joining names to paths, and links that lead out of the directory are refused. Every method throws
 * `not_found` when the directory itself cannot be read.
 */
export function createCatalog(options: CatalogOptions): Catalog {
  const listFiles = (): Promise<readonly WorkflowFile[]> => listDirectory(options.directory);
  const open = (file: WorkflowFile): Promise<CatalogEntry> => openFile(file, options);
  return {
    async names() {
      const files = await listFiles();
      return [...new Set(files.filter((file) => file.problem === undefined).map((file) => file.name))];
    },
    async list() {
      return Promise.all((await listFiles()).map(open));
    },
    async find(name) {
      if (!isWorkflowName(name)) return { kind: "not_a_workflow_name" };
      const files = await listFiles();
      const file = files.find((candidate) => candidate.name === name);
      return file === undefined ? describeUnknown(name, files) : open(file);
    },
  };
}

async function listDirectory(directory: string): Promise<readonly WorkflowFile[]> {
  const listing = await listWorkflowFiles(directory);
  if (listing.kind === "listed") return listing.files;
  throw new LobsterError(
    "not_found",
    `The workflows directory ${directory} ${listing.reason}; create it, or set LOBSTER_WORKFLOWS_DIR`,
    { facts: { directory } },
  );
}

async function openFile(file: WorkflowFile, { load }: CatalogOptions): Promise<CatalogEntry> {
  const { name, filePath, problem } = file;
  if (problem !== undefined) return { kind: "broken", name, filePath, problems: [problem] };
  try {
    const workflow = await load(filePath);
    const { description, args } = workflow.definition;
    const about = description === undefined ? {} : { description };
    return { kind: "ready", name, filePath, ...about, args: [...args.values()], workflow };
  } catch (error) {
    return { kind: "broken", name, filePath, problems: describeFailure(error) };
  }
}

function describeFailure(error: unknown): readonly string[] {
  const problems = error instanceof LobsterError ? error.problems : [];
  return problems.length === 0 ? [messageOf(error)] : problems.map(describeProblem);
}

function describeProblem({ message, line, column }: Problem): string {
  if (line === undefined) return message;
  return `line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}`;
}

function describeUnknown(name: string, files: readonly WorkflowFile[]): CatalogLookup {
  const nearest = findNearestName(
    name,
    files.map((file) => file.name),
  );
  return { kind: "no_such_workflow", name, ...(nearest === undefined ? {} : { nearest }) };
}
