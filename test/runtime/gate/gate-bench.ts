import { join } from "node:path";
import type { RuntimeHost } from "../../../src/runtime/host.ts";
import type { GateDocument, RunDocument } from "../../../src/runtime/run/documents.ts";
import type {
  Decision,
  DecisionOutcome,
  DecisionRequest,
  Runtime,
  StartRequest,
} from "../../../src/runtime/runtime.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore, type MemoryStore } from "../../fakes/memory-store.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

/** A run that waits at its first gate, with a clock that stands. */
export interface GateBench {
  readonly runtime: Runtime;
  readonly host: RuntimeHost;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly folder: string;
  readonly run: RunDocument;
  readonly gate: GateDocument;
  /** The gate as it is stored now. */
  now(): Promise<GateDocument>;
  /** Decides as `who`: `ann`, or `ann/release,security` with groups; undefined is nobody. */
  decide(kind: Decision["kind"], who?: string, more?: Partial<DecisionRequest>): Promise<DecisionOutcome>;
}

/** Opens the first gate of a workflow with these `approval:` fields, or of a whole file. */
export async function openGate(
  fields: string,
  options: Partial<StartRequest> & { readonly host?: Partial<RuntimeHost> } = {},
): Promise<GateBench> {
  const { host: overrides, ...start } = options;
  const text =
    fields.startsWith("steps:") || fields.startsWith("args:") ? fields : `steps: [{id: g, approval: {${fields}}}]`;
  const store = createMemoryStore();
  const clock = createManualClock();
  const { runtime, host, folder } = makeRuntime(
    { "workflow.lobster": text },
    { store, clock, environment: {}, ...overrides },
  );
  const run = await runtime.start({ filePath: join(folder, "workflow.lobster"), cwd: folder, ...start });
  const report = await runtime.execute(run.id);
  if (report.kind !== "waiting")
    throw new Error(
      `expected a gate, got ${report.kind}${report.kind === "failed" ? `: ${report.error.message}` : ""}`,
    );
  const { gate } = report;
  return {
    runtime,
    host,
    store,
    clock,
    folder,
    run: report.run,
    gate,
    now: async () => {
      const found = await runtime.readGate({ gateKey: gate.key });
      if (found === undefined) throw new Error("the gate is gone");
      return found;
    },
    decide: (kind, who, more = {}) =>
      runtime.decide({
        gate: { gateKey: gate.key },
        decision: kind === "answer" ? { kind, response: "yes" } : { kind },
        ...(who === undefined ? {} : { by: readPerson(who) }),
        ...more,
      }),
  };
}

function readPerson(who: string): NonNullable<DecisionRequest["by"]> {
  const [person = "", groups = ""] = who.split("/");
  return { person, groups: groups.split(",").filter((name) => name !== "") };
}

/** What an outcome says in short: its kind, or why it was refused. */
export function tell(outcome: DecisionOutcome): string {
  return outcome.kind === "refused" || outcome.kind === "not_found" ? outcome.error.message : outcome.kind;
}
