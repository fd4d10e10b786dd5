import type { RunDocument } from "../../../runtime/run/documents.ts";
import type { Interruption, RecoveryDecision } from "../../../runtime/run/recovery-documents.ts";
import type { RunEntry } from "../log/journal.ts";
import { personOf, whereOf } from "./tell-run.ts";

/** That a run was found interrupted, each time, and what people decided about that. */
export function tellRecovery(run: RunDocument): readonly RunEntry[] {
  const { interruption, recoveries = [] } = run;
  return [
    ...recoveries.flatMap((recovery) => [tellInterruption(run, recovery.interruption), tellDecided(run, recovery)]),
    ...(interruption === undefined ? [] : [tellInterruption(run, interruption)]),
  ];
}

function tellInterruption({ id, name }: RunDocument, { id: interruption, at, cause, lost }: Interruption): RunEntry {
  return {
    id: `interrupt:${interruption}`,
    what: "interrupt",
    at,
    run: id,
    workflow: name,
    ...stepOf(lost),
    facts: { interruption, cause },
  };
}

function tellDecided({ id: run, name }: RunDocument, recovery: RecoveryDecision): RunEntry {
  const { id, kind, by, account, reason, at, interruption, gate, asOperator, origin } = recovery;
  return {
    id: `decision:${id}`,
    what: kind,
    at,
    run,
    workflow: name,
    ...stepOf(interruption.lost),
    ...personOf(by),
    ...whereOf(origin, account),
    ...(reason === undefined ? {} : { reason }),
    facts: {
      decision: id,
      interruption: interruption.id,
      ...(gate === undefined ? {} : { asks: gate }),
      ...(asOperator === true ? { asOperator } : {}),
    },
  };
}

/** The step whose effect is unknown, with the steps it is in. */
function stepOf(lost: Interruption["lost"]): Partial<RunEntry> {
  return lost === undefined ? {} : { step: [...lost.path, lost.stepId].join("/") };
}
