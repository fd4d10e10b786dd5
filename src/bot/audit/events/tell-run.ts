import type { Origin, RunDocument } from "../../../runtime/run/documents.ts";
import { sha256Hex, stableStringify } from "../../../runtime/stable-json.ts";
import type { JsonValue } from "../../../runtime/json.ts";
import type { RunEntry } from "../log/journal.ts";

/** Who and where, as an entry has them; what is not known is left out. */
export function whereOf(origin: Origin | undefined, account = origin?.account): Partial<RunEntry> {
  const { via, conversation, message } = origin ?? {};
  const platform = (account ?? conversation)?.split(":")[0];
  return {
    ...(account === undefined ? {} : { account }),
    ...(platform === undefined ? {} : { platform }),
    ...(via === undefined ? {} : { via }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(message === undefined ? {} : { message }),
  };
}

/** A person, where there is one. */
export function personOf(person: string | undefined): Partial<RunEntry> {
  return person === undefined ? {} : { person };
}

/** The digest that stands for a value which is not to be read in the log. */
export function digestOf(value: JsonValue): string {
  return sha256Hex(stableStringify(value));
}

/** The run's own events: its start, a wish to cancel it, its end. */
export function tellRun(run: RunDocument): readonly RunEntry[] {
  return [tellStart(run), ...tellCancel(run), ...tellOutcome(run)];
}

function tellStart(run: RunDocument): RunEntry {
  const { id, name, startedAt, startedBy, startedFrom, definitionDigest, args } = run;
  return {
    id: `start:${id}`,
    what: "start",
    at: startedAt,
    run: id,
    workflow: name,
    ...personOf(startedBy),
    ...whereOf(startedFrom),
    facts: { definition: definitionDigest, args: digestOf(args) },
  };
}

/** A cancel that was no decision at a gate: of a run that executed, or waited for its turn. */
function tellCancel({ id, name, cancelRequested, outcome, decisions }: RunDocument): readonly RunEntry[] {
  const isDecided = decisions.some(({ kind, at }) => kind === "cancel" && at === outcome?.at);
  const asked = cancelRequested ?? (outcome?.kind === "cancelled" && !isDecided ? outcome : undefined);
  if (asked === undefined) return [];
  const { by, at, origin } = asked;
  return [
    { id: `cancel:${id}:${at}`, what: "cancel", at, run: id, workflow: name, ...personOf(by), ...whereOf(origin) },
  ];
}

function tellOutcome({ id, name, outcome }: RunDocument): readonly RunEntry[] {
  if (outcome === undefined) return [];
  const { kind, at, by, stepId, exitCode, output } = outcome;
  return [
    {
      id: `outcome:${id}:${at}`,
      what: "outcome",
      at,
      run: id,
      workflow: name,
      ...personOf(by),
      ...(stepId === undefined ? {} : { step: stepId }),
      facts: {
        outcome: kind,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(output === undefined ? {} : { output: digestOf(output) }),
      },
    },
  ];
}
