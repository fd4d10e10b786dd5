import { basename, extname, resolve } from "node:path";
import { LobsterError } from "../errors.ts";
import { readHostPolicy } from "../gate/policy.ts";
import { isoNow, type RuntimeHost } from "../host.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { StartRequest } from "../runtime.ts";
import { resolveArguments } from "../workflow/arguments.ts";
import type { LoadedWorkflow } from "../workflow/definition.ts";
import type { RunDocument, RunId } from "./documents.ts";
import { encodeDocument, runKey } from "./keys.ts";
import { keepDefinitions } from "./keep-definitions.ts";
import { markOf } from "./process-marks.ts";

const MAX_ID_ATTEMPTS = 16;

/**
 * Creates a workflow run: pins the definition with everything it includes, then writes the run. Nothing executes yet, and
 * nothing is left half done that a later start would trip over.
 */
export async function startWorkflowRun(
  host: RuntimeHost,
  request: StartRequest,
  loaded: LoadedWorkflow,
): Promise<RunDocument> {
  const args = Object.fromEntries(resolveArguments(loaded.definition, request.args ?? {}));
  await keepDefinitions(host, loaded);
  return await createRun(host, request, {
    kind: "workflow",
    name: workflowName(loaded.filePath),
    filePath: loaded.filePath,
    definitionDigest: loaded.digest,
    args,
    warnings: loaded.warnings,
  });
}

/** The name people use for a workflow: its file name without extension. */
export function workflowName(filePath: string): string {
  return basename(filePath, extname(filePath));
}

/** What a new run is about; the rest of its document is the same for every kind. */
export interface RunSubject {
  readonly kind: RunDocument["kind"];
  readonly name: string;
  readonly filePath?: string;
  readonly definitionDigest: string;
  readonly args: JsonObject;
  readonly warnings: readonly string[];
}

/** Writes a new run under an id that nobody has. */
export async function createRun(host: RuntimeHost, request: StartRequest, subject: RunSubject): Promise<RunDocument> {
  const startedBy = starterOf(host, request);
  for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt += 1) {
    const run: RunDocument = {
      format: "lobster.run.v1",
      id: host.ids.runId() as RunId,
      ...subject,
      cwd: resolve(request.cwd),
      ...(startedBy === undefined ? {} : { startedBy }),
      ...(request.startedFrom === undefined ? {} : { startedFrom: request.startedFrom }),
      hostPolicy: readHostPolicy(host.environment),
      startedAt: isoNow(host),
      startedIn: markOf(host),
      status: "queued",
      frames: [],
      stepCount: 0,
      limits: {
        timeoutMs: request.timeoutMs === undefined ? host.defaultTimeoutMs : request.timeoutMs,
        maxOutputBytes: Math.min(request.maxOutputBytes ?? host.maxOutputBytes, host.maxOutputBytes),
      },
      ...(request.gateExpiresInMs === undefined || request.gateExpiresInMs === null
        ? {}
        : { gateExpiresInMs: request.gateExpiresInMs }),
      executedMs: 0,
      decisions: [],
      announce: request.announce ?? [],
      decideVia: request.decideVia ?? "any",
    };
    const outcome = await host.store.create(runKey(run.id), encodeDocument(run));
    if (outcome.kind === "written") return run;
  }
  throw new LobsterError("store_unavailable", "Could not allocate a unique run id; try again");
}

/** Who starts: what the host says, else the environment (policy rule 2). Blank is nobody. */
function starterOf(host: RuntimeHost, request: StartRequest): string | undefined {
  const starter = (request.startedBy ?? host.environment["LOBSTER_APPROVAL_INITIATED_BY"] ?? "").trim();
  return starter === "" ? undefined : starter;
}

/** Arguments as they are stored: resolved, by name. */
export function argumentMap(args: JsonObject): ReadonlyMap<string, JsonValue> {
  return new Map(Object.entries(args));
}
