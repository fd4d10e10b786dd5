import { showInvisible } from "../../text/visible-text.ts";
import type { AuditRecord } from "../log/record.ts";

/** What each kind of record says, after whoever it was. A kind of a later version stands for itself. */
const DEEDS: Readonly<Record<string, string>> = {
  start: "started",
  show: "was shown the gate of",
  "open-details": "opened the details of",
  vote: "approved",
  withdraw: "withdrew the approval of",
  deny: "denied",
  answer: "answered",
  expire: "let expire",
  cancel: "cancelled",
  resume: "opened the gate of",
  interrupt: "found interrupted",
  retry: "had a step run again of",
  abandon: "gave up",
  outcome: "ended",
  damage: "found the log damaged",
};

/** A record in words, a few lines of plain text; everything in it is data and shown harmlessly. */
export function describeRecord(record: AuditRecord): readonly string[] {
  const lines = [
    `${describeWho(record)} ${describeDeed(record)}`,
    joinParts([
      label("run", record.run),
      label("step", record.step),
      label("approval id", record.approval),
      label("gate", record.gate),
    ]),
    joinParts([`at ${record.at}`, ...(isLate(record) ? [`recorded ${record.recordedAt}`] : []), describeWhere(record)]),
    label("digest", record.digest),
    label("reason", record.reason),
    describeFacts(record),
  ];
  return lines.filter((line) => line !== undefined).map((line) => showInvisible(line, false));
}

function describeWho({ what, person, account, via, conversation }: AuditRecord): string {
  if (what === "show") return conversation ?? "a conversation";
  if (what === "expire") return "nobody in time, and so the bot";
  if (what === "damage" || what === "interrupt") return "the bot";
  const name = person ?? (what === "outcome" || what === "resume" ? "the bot" : "somebody who did not say who");
  const by = [account, via === "cli" ? "on a command line" : via === "api" ? "through the API" : undefined];
  const known = by.filter((part) => part !== undefined);
  return known.length === 0 ? name : `${name} (${known.join(", ")})`;
}

function describeDeed({ what, workflow, facts }: AuditRecord): string {
  const deed = Object.hasOwn(DEEDS, what) ? DEEDS[what] : what;
  const outcome = what === "outcome" ? ` as ${String(facts?.["outcome"] ?? "unknown")}` : "";
  return `${deed}${workflow === undefined ? "" : ` ${workflow}`}${outcome}`;
}

function describeWhere({ conversation, message }: AuditRecord): string | undefined {
  if (conversation === undefined) return undefined;
  return `in ${conversation}${message === undefined ? "" : `, message ${message}`}`;
}

/** Recording follows within seconds; more than that means that it was made up for. */
function isLate({ at, recordedAt }: AuditRecord): boolean {
  return Date.parse(recordedAt) - Date.parse(at) > LATE_MS;
}

const LATE_MS = 60_000;

function describeFacts({ facts = {}, what }: AuditRecord): string | undefined {
  const told = Object.entries(facts).filter(([name]) => what !== "outcome" || name !== "outcome");
  return told.length === 0 ? undefined : told.map(([name, fact]) => `${name} ${String(fact)}`).join(" · ");
}

function label(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${name} ${value}`;
}

function joinParts(parts: readonly (string | undefined)[]): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(" · ");
}
