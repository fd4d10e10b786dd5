import path from "node:path";
import type { RunDocument, RunId } from "../../../src/runtime/run/documents.ts";
import { runKey } from "../../../src/runtime/run/keys.ts";
import { describeThisProcess } from "../../../src/runtime/index.ts";
import type { Stage } from "../../hostile/bot/stage.ts";

/** Where a process died. */
export interface LostAt {
  readonly stepId: string;
  readonly path?: readonly string[];
  /** The execution, as versions marked it that told no steps apart. */
  readonly execution?: string;
}

/**
 * Leaves a run of `work.lobster` behind as a process does that is killed in a step: every gate before it was approved by the
 * release manager.
 */
export async function loseRun(
  { store, runtime, workspace }: Pick<Stage, "store" | "runtime" | "workspace">,
  { stepId, path: inside = [], execution = "lost" }: LostAt,
): Promise<RunId> {
  const run = await runtime.start({
    filePath: path.join(workspace.workflowsDirectory, "work.lobster"),
    cwd: workspace.workflowsDirectory,
    startedBy: "dev-lead",
    announce: ["telegram:100"],
  });
  const report = await runtime.execute(run.id);
  if (report.kind === "waiting") {
    const decision = { kind: "approve" } as const;
    await runtime.decide({ gate: { gateKey: report.gate.key }, decision, by: { person: "release-manager" } });
  }
  const { hostName, place = "" } = describeThisProcess();
  const mark = { host: hostName, pid: 99_999_999, pidStart: "1-1", place };
  const stored = await store.read(runKey(run.id));
  if (stored === undefined) throw new Error("the run is gone");
  const { outcome: _outcome, ...left } = stored.value as unknown as RunDocument;
  const lost: RunDocument = {
    ...left,
    status: "running",
    frames: [{ definitionDigest: run.definitionDigest, stepId: inside[0] ?? stepId, attempt: 1 }],
    lease: { owner: `${hostName}~99999999~1-1~x`, until: new Date(Date.now() + 20_000).toISOString(), place },
    inFlight: { stepId, path: inside, attempt: 1, ...mark, startedAt: new Date().toISOString(), execution },
  };
  await store.replace(stored.key, JSON.parse(JSON.stringify(lost)), stored.version);
  return run.id;
}
