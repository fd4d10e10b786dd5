import { realpath } from "node:fs/promises";
import { LobsterError, type Problem } from "../../errors.ts";
import { isJsonObject } from "../../json.ts";
import { layArguments } from "../arguments.ts";
import { decodeWorkflow } from "../decode.ts";
import type { LoadedWorkflow, WorkflowDefinition } from "../definition.ts";
import { parseDocument, type ParsedDocument } from "../parse-document.ts";
import { MAX_NESTING } from "../pin.ts";
import type { ArgumentView, FileScope, LoadPurpose, StageCatalog } from "../references/check-scope.ts";
import { listFileVariables } from "../references/variables.ts";
import { validateDocument, type CheckedDocument } from "../validate-document.ts";
import type { Finding } from "../validate/finding.ts";
import { readWorkflowFile } from "./read-workflow-file.ts";

/** What all files of one load share. */
export interface LoadSession {
  readonly purpose: LoadPurpose;
  readonly stages: StageCatalog | undefined;
  /** True when a run has reached the file: what is not known now never becomes known before the run goes on. */
  readonly isRunning: boolean;
  /** Parsed files by absolute path: a file that is called twice is read once. */
  readonly documents: Map<string, ParsedDocument>;
  readonly loads: { count: number };
  /** Loads a file that a step calls. */
  readonly load: (request: FileRequest) => Promise<FileOutcome>;
}

/** One file to load, and how it comes to be. */
export interface FileRequest {
  readonly filePath: string;
  /** The step that calls it; absent for the file a person named. */
  readonly stepId?: string;
  /** Real paths of the files being executed above it, outermost first. */
  readonly callers: readonly string[];
  readonly given: ArgumentView;
  /** True for a variable of the environment that its steps inherit. */
  readonly inherits: (variable: string) => boolean;
  /** True when a gate may come before it is reached. */
  readonly afterGate: boolean;
}

/** A file after loading; without `loaded` there are problems. */
export interface FileOutcome {
  readonly loaded?: LoadedWorkflow;
  readonly definition: WorkflowDefinition;
  readonly problems: readonly Problem[];
  /** True when the file, or something it calls, may stop at a gate. */
  readonly mayStop: boolean;
}

/** A file that has been read and looked at, while its steps are walked. */
export interface OpenFile {
  readonly session: LoadSession;
  readonly request: FileRequest;
  readonly realPath: string;
  readonly parsed: ParsedDocument;
  readonly checked: CheckedDocument;
  readonly definition: WorkflowDefinition;
  readonly scope: FileScope;
}

/** Problems, and warnings, that are named at once. Finding their places costs time. */
export const MAX_NAMED = 100;

/** Loads of files in one load; the same file called twice counts twice. */
const MAX_LOADS = 256;

/** Reads and parses a file, checks its shape, and gathers what its steps can refer to. Throws where that is impossible. */
export async function openFile(session: LoadSession, request: FileRequest): Promise<OpenFile> {
  const parsed = await readDocument(session, request);
  const realPath = await realpath(request.filePath);
  assertMayBeCalled(session, request, realPath);
  const checked = validateDocument(parsed.value, session.purpose);
  const definition = decodeWorkflow(isJsonObject(parsed.value) ? parsed.value : {});
  const args = viewArguments(definition, request.given);
  const variables = listFileVariables(definition, args);
  const scope: FileScope = {
    declared: definition.args,
    args,
    ids: new Set(checked.steps.flatMap(({ ids }) => ids)),
    purpose: session.purpose,
    stages: session.stages,
    hasVariable: (variable) => variables.has(variable) || request.inherits(variable),
  };
  return { session, request, realPath, parsed, checked, definition, scope };
}

/** A finding as a problem with its place. The file is named where it is not the one that was asked for. */
export function placeProblem({ request, parsed }: OpenFile, { message, path, of }: Finding): Problem {
  const place = parsed.locate(path, of);
  return { message, ...place, ...(request.stepId === undefined ? {} : { filePath: request.filePath }) };
}

/** A finding as a warning, with its line. */
export function placeWarning({ parsed }: OpenFile, { message, path, of }: Finding): string {
  return `${message} (line ${parsed.locate(path, of).line})`;
}

async function readDocument({ documents }: LoadSession, request: FileRequest): Promise<ParsedDocument> {
  const known = documents.get(request.filePath);
  if (known !== undefined) return known;
  const text = await readWorkflowFile(request);
  const parsed = await parseDocument(text, request.filePath);
  documents.set(request.filePath, parsed);
  return parsed;
}

function assertMayBeCalled(session: LoadSession, request: FileRequest, realPath: string): void {
  const { callers, stepId = "" } = request;
  session.loads.count += 1;
  const problem = callers.includes(realPath)
    ? `creates a cycle: ${realPath} is already being executed`
    : callers.length > MAX_NESTING
      ? `nests workflows more than ${MAX_NESTING} deep`
      : session.loads.count > MAX_LOADS
        ? `is one sub-workflow too many: at most ${MAX_LOADS} are loaded`
        : undefined;
  if (problem !== undefined) throw new LobsterError("invalid_workflow", `Workflow step ${stepId} ${problem}`);
}

/** What is known of the arguments once the file's defaults are: given values, then defaults, unless a value is still to come. */
function viewArguments(definition: WorkflowDefinition, given: ArgumentView): ArgumentView {
  const isLater = (name: string): boolean => given.pending.has(name) || given.open.has(name);
  const values = [...layArguments(definition, given.values)].filter(([name]) => !isLater(name));
  return { ...given, values: new Map(values) };
}
