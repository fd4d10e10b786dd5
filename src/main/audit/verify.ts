import { nameRange, type AuditProblem } from "../../bot/audit/verify/problem.ts";
import { verifyAudit, type AuditVerdict } from "../../bot/audit/verify/verify-audit.ts";
import type { World } from "../world.ts";
import { openPlace } from "./place.ts";
import { readWords, UsageError } from "./words.ts";

/** `lobster-chat audit verify`: exit code 0 for a log that is what the bot wrote, 1 for one that is not. */
export async function runVerify(words: readonly string[], world: World): Promise<number> {
  const given = readWords(words, { "state-dir": "text", from: "text" }, 0);
  const from = readSeq(given.texts.get("from"));
  const { files, store, auditDirectory } = await openPlace(given, world);
  const verdict = await verifyAudit({ files, store, ...(from === undefined ? {} : { from }) });
  const isEmpty = from !== undefined && verdict.records === 0 && verdict.problem === undefined;
  const lines = isEmpty
    ? [`There is no record from ${from} on in ${auditDirectory}`]
    : describe(verdict, auditDirectory);
  world.stdout.write(`${lines.join("\n")}\n`);
  return verdict.problem === undefined && !isEmpty ? 0 : 1;
}

function readSeq(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--from takes the number of a record, not '${text}'`);
  return Number(text);
}

function describe({ problem, records, first, last, notes, unfinished }: AuditVerdict, directory: string): string[] {
  const known = first === undefined || last === undefined ? "no records" : nameRange(first, last.seq);
  const lines = problem === undefined ? [] : describeProblem(problem);
  if (problem === undefined && records === 0) lines.push(`Nothing is recorded in ${directory} yet`);
  else if (problem === undefined) lines.push(`The audit log is whole: ${known}`, `Last hash ${last?.hash ?? ""}`);
  else lines.push(`Before it, ${known} follow on each other`);
  if (unfinished > 0) {
    const one = unfinished === 1;
    lines.push(
      `${unfinished} more record${one ? " was" : "s were"} being written when the bot stopped, or ${one ? "is" : "are"} just now; the bot finishes ${one ? "it" : "them"} when it starts`,
    );
  }
  for (const seq of notes) lines.push(`Record ${seq} is the bot's own note that the log was not as it had left it`);
  return lines;
}

function describeProblem({ kind, file, line, seq, expected, found, notedBy }: AuditProblem): string[] {
  const where = line === 0 ? file : `${file}, line ${line}`;
  return [
    `The audit log was ${kind === "inserted" ? "added to" : kind}: ${where}${seq === undefined ? "" : `, record ${seq}`}`,
    `  expected: ${expected}`,
    `  found:    ${found}`,
    ...(notedBy === undefined
      ? []
      : [
          `  The bot found this itself at ${notedBy.at} and went on with record ${notedBy.seq}; check what follows with --from ${notedBy.seq}`,
        ]),
  ];
}
