import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../../src/runtime/index.ts";
import type { Host } from "./host.ts";

/** Somebody at a command line, on the state of a bot that may run or not. */
export interface OtherProcess {
  /** Approves as the release manager and executes the rest of the run. */
  approve(approvalId: string): Promise<void>;
  /** Denies without a name, as a command line may. */
  deny(approvalId: string, reason: string): Promise<void>;
}

/** This very process, which is not the bot's. */
export function createOtherProcess({ stateDirectory }: Pick<Host, "stateDirectory">): OtherProcess {
  const runtime = createRuntime({
    store: createFileStore({ directory: stateDirectory, clock: systemClock, ids: systemIds }),
    clock: systemClock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });
  return {
    approve: async (approvalId) => {
      const outcome = await runtime.decide({
        gate: { approvalId },
        decision: { kind: "approve" },
        by: { person: "release-manager" },
        via: "cli",
      });
      if (outcome.kind !== "accepted") throw new Error(`The approval was ${outcome.kind}`);
      await runtime.execute(outcome.run.id);
    },
    deny: async (approvalId, reason) => {
      const outcome = await runtime.decide({ gate: { approvalId }, decision: { kind: "deny" }, via: "cli", reason });
      if (outcome.kind !== "accepted") throw new Error(`The deny was ${outcome.kind}`);
    },
  };
}
