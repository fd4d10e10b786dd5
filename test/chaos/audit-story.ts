import type { AuditRecord } from "../../src/bot/audit/log/record.ts";
import type { GateDocument, RunDocument } from "../../src/runtime/run/documents.ts";
import type { Interruption } from "../../src/runtime/run/recovery-documents.ts";

/** What happened to a run, in one line: what, when, and by whom or about what. Twice the same line is twice recorded. */
type Deed = string;

/** A run, every gate of it that was decided, and what the log has about it. */
export interface Story {
  readonly run: RunDocument;
  readonly gates: readonly GateDocument[];
  readonly records: readonly AuditRecord[];
}

/**
 * What is wrong with the records of a run that is over, compared with what is stored of it: its start, each vote and
 * decision that counted, each interruption, and its end stand there once, in their order, and nothing else that counts.
 */
export function findStoryWrongs({ run, gates, records }: Story): readonly string[] {
  const expected = tellStored(run, gates);
  const told = records.flatMap(tellRecord);
  const missing = subtract(expected, told).map((deed) => `not in the audit log: ${deed}`);
  const surplus = subtract(told, expected).map((deed) => `in the audit log, and it never was or was once: ${deed}`);
  const wrongs = [...missing, ...surplus];
  if (wrongs.length === 0 && told.join() !== expected.join()) wrongs.push(`told in another order: ${told.join(", ")}`);
  const shown = new Set(records.filter(({ what }) => what === "show").map(({ gate }) => gate));
  const unseen = run.decisions.filter(({ gate }) => !shown.has(gate));
  return [...wrongs, ...unseen.map(({ gate }) => `decided and, says the audit log, never shown: ${gate}`)];
}

/** From what is stored, without the code that fills the log. */
function tellStored(run: RunDocument, gates: readonly GateDocument[]): readonly Deed[] {
  const { startedAt, decisions, recoveries = [], interruption, outcome } = run;
  const deeds: readonly (readonly [at: string, Deed])[] = [
    [startedAt, `start ${startedAt}`],
    ...gates.flatMap(({ key, votes }) => votes.map(({ at, by }) => [at, `vote ${at} ${key} ${by}`] as const)),
    ...decisions.map(
      ({ id, kind, at, by }) => [at, `${kind === "approve" ? "resume" : kind} ${at} ${id} ${by}`] as const,
    ),
    ...recoveries.map(({ interruption: found }) => [found.at, tellInterruption(found)] as const),
    ...recoveries.map(({ id, kind, at, by }) => [at, `${kind} ${at} ${id} ${by}`] as const),
    ...(interruption === undefined ? [] : [[interruption.at, tellInterruption(interruption)] as const]),
    [outcome?.at ?? "", `outcome ${outcome?.at} ${outcome?.kind}`],
  ];
  return deeds.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, deed]) => deed);
}

function tellInterruption({ at, id }: Interruption): Deed {
  return `interrupt ${at} ${id}`;
}

/** Cards that were shown come on top: a new message for each bot that has to show them again. */
function tellRecord({ what, at, gate, person, facts = {} }: AuditRecord): readonly Deed[] {
  if (what === "show" || what === "open-details") return [];
  if (what === "start") return [`start ${at}`];
  if (what === "vote") return [`vote ${at} ${gate} ${person}`];
  if (what === "interrupt") return [`interrupt ${at} ${facts["interruption"]}`];
  if (what === "outcome") return [`outcome ${at} ${facts["outcome"]}`];
  return [`${what} ${at} ${facts["decision"]} ${person}`];
}

/** The members of a list that are left when each member of another one takes one away. */
function subtract(list: readonly Deed[], others: readonly Deed[]): readonly Deed[] {
  const left = [...list];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
